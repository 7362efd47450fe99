import { useState } from 'react'
import { Link, type MetaFunction, useParams } from 'react-router'
import { callAsVisitor } from '#web/client.ts'
import { privateMeta } from '#web/lib/page-meta.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Sheet } from '#web/ui/layout/sheet.tsx'
import { Alert } from '#web/ui/state/alert.tsx'

const TITLE = 'Annulla la modifica'

export const meta: MetaFunction = () => privateMeta(TITLE)

/** Asks for confirmation, because some mail programs open every link. */
export default function RestoreCredentials() {
  const { id = '' } = useParams()
  const [restored, setRestored] = useState<string>()
  const restore = async () => {
    setRestored((await callAsVisitor('POST /api/users/restore/:id', { params: { id } })).message)
  }
  return (
    <Sheet title={TITLE}>
      {restored ? (
        <>
          <Alert tone="success">{restored}</Alert>
          <p>Chi ha fatto la modifica può conoscere la tua password: scegline subito una nuova.</p>
          <p>
            <ButtonLink to="/password-recovery">Scegli una nuova password</ButtonLink>
          </p>
        </>
      ) : (
        <>
          <p>
            Vuoi annullare il cambio di e-mail o password del tuo account? Tornano quelle di prima e tutte le sessioni
            si chiudono.
          </p>
          <Form
            onSubmit={restore}
            submit="Annulla la modifica"
            busy="Un momento…"
            aside={<Link to="/">No, torna alla vetrina</Link>}
          >
            {null}
          </Form>
        </>
      )}
    </Sheet>
  )
}
