import { useState } from 'react'
import { Link, type MetaFunction, useParams } from 'react-router'
import { callAsVisitor } from '#web/client.ts'
import { privateMeta } from '#web/lib/page-meta.ts'
import { Form } from '#web/ui/form/form.tsx'
import { Sheet } from '#web/ui/layout/sheet.tsx'
import { Alert } from '#web/ui/state/alert.tsx'

export const meta: MetaFunction = () => privateMeta('Disiscriviti dalla newsletter')

/** Asks for confirmation, because some mail programs open every link. */
export default function Disiscrizione() {
  const { code = '' } = useParams()
  const [left, setLeft] = useState<string>()
  const leave = async () => {
    setLeft((await callAsVisitor('POST /api/newsletter/leave/:code', { params: { code } })).message)
  }
  return (
    <Sheet title="Disiscriviti dalla newsletter">
      {left ? (
        <>
          <Alert tone="success">{left}</Alert>
          <p>
            Hai cambiato idea? <Link to="/newsletter">Iscriviti di nuovo</Link>
          </p>
        </>
      ) : (
        <>
          <p>Vuoi davvero non ricevere più la newsletter?</p>
          <Form
            onSubmit={leave}
            submit="Disiscrivimi"
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
