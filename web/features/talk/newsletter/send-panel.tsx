import { useState } from 'react'
import { call } from '#web/client.ts'
import { type Draft, peopleText } from '#web/features/talk/newsletter/labels.ts'
import { textsIn } from '#web/lib/form-data.ts'
import { Button } from '#web/ui/button.tsx'
import { Confirmation } from '#web/ui/confirmation.tsx'
import { EmailField } from '#web/ui/form/email-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'

const NOBODY = 'Non c’è ancora nessuno a cui spedirla: chi la vuole si iscrive dalla pagina Newsletter.'

type Props = { id: string; read: Draft; people: number; reload: () => Promise<unknown> }

/** Sends a test mail, or the newsletter after a confirmation. */
export const SendPanel = ({ id, read, people, reload }: Props) => {
  const [asking, setAsking] = useState(false)
  const params = { id }
  const test = async (data: FormData) =>
    (await call('POST /api/newsletters/:id/test', { params, body: textsIn(data, 'to') })).message
  const send = async () => {
    // Also after a refusal: another admin may have changed the text.
    await call('POST /api/newsletters/:id/send', { params, body: read }).finally(reload)
    setAsking(false)
  }
  return (
    <>
      <Panel id="prova" title="Prova" lead="Guardala nella tua posta prima di spedirla a tutti.">
        <Form label="Prova" onSubmit={test} submit="Manda una prova" busy="Mando…">
          <EmailField label="A quale indirizzo" name="to" autoComplete="email" />
        </Form>
      </Panel>
      <Panel
        id="spedisci"
        title="Spedisci"
        lead={people === 0 ? NOBODY : `Arriva a ${peopleText(people)}. Dopo non si può più cambiare.`}
      >
        <Button onClick={() => setAsking(true)} disabled={people === 0}>
          Spedisci la newsletter
        </Button>
      </Panel>
      <Confirmation
        title="Spedire la newsletter?"
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={send}
        submit="Spedisci"
      >
        <p>
          <strong>{read.subject}</strong> parte ora per {peopleText(people)}. Non si può annullare.
        </p>
      </Confirmation>
    </>
  )
}
