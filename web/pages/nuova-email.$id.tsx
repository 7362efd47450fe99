import { useState } from 'react'
import { type MetaFunction, useParams } from 'react-router'
import { callAsVisitor } from '#web/client.ts'
import { privateMeta } from '#web/lib/page-meta.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Sheet } from '#web/ui/layout/sheet.tsx'
import { Alert } from '#web/ui/state/alert.tsx'

const TITLE = 'Nuovo indirizzo e-mail'

export const meta: MetaFunction = () => privateMeta(TITLE)

/** Asks for confirmation, because some mail programs open every link. */
export default function NewEmail() {
  const { id = '' } = useParams()
  const [confirmed, setConfirmed] = useState<string>()
  const confirm = async () => {
    setConfirmed((await callAsVisitor('POST /api/users/new-email/:id', { params: { id } })).message)
  }
  return (
    <Sheet title={TITLE}>
      {confirmed ? (
        <>
          <Alert tone="success">{confirmed}</Alert>
          <p>
            <ButtonLink to="/profile">Vai al tuo profilo</ButtonLink>
          </p>
        </>
      ) : (
        <>
          <p>Confermi che l’indirizzo a cui hai ricevuto il messaggio è la nuova e-mail del tuo account?</p>
          <Form onSubmit={confirm} submit="Confermo" busy="Un momento…">
            {null}
          </Form>
        </>
      )}
    </Sheet>
  )
}
