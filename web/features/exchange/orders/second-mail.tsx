import { useState } from 'react'
import { Link } from 'react-router'
import { ORDER_MESSAGES } from '#domain/exchange/order-messages.ts'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { canSendSecondMail, MAX_MAIL_BODY, rolesIn } from '#domain/exchange/orders.ts'
import { call } from '#web/client.ts'
import { useOrderViewer } from '#web/features/exchange/orders/order-viewer.ts'
import { isActing } from '#web/lib/session/acting.ts'
import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { FormError } from '#web/ui/form/form-state.ts'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { Alert } from '#web/ui/state/alert.tsx'

const HINT =
  'Aggiungi informazioni come il punto d’incontro, l’ora e la data. Cancella questo testo e scrivi il tuo messaggio.'
// Values of `resp_code`: see MailingAnswer.
const MAILED_NOW = 2

type Sent = 'mailed' | 'byDesk'

const SecondMailForm = ({ order, onSent }: { order: OrderView; onSent: (sent: Sent) => void }) => {
  const send = async (data: FormData) => {
    const emailBody = String(data.get('emailBody') ?? '').trim()
    if (!emailBody || emailBody === HINT) throw new FormError('Scrivi il tuo messaggio.', 'emailBody')
    const { resp_code, byDesk } = await call('POST /api/orders/mailing', { body: { emailBody, order: order._id } })
    if (resp_code !== MAILED_NOW && !byDesk) throw new FormError(ORDER_MESSAGES.secondMailNotSent)
    onSent(byDesk ? 'byDesk' : 'mailed')
  }
  return (
    <Form label="Seconda e-mail" onSubmit={send} submit="Invia" busy="Invio…">
      <TextAreaField
        label={`Messaggio per ${order.sellerName}`}
        name="emailBody"
        maxLength={MAX_MAIL_BODY}
        defaultValue={HINT}
        autoFocus
        onFocus={(event) => event.currentTarget.value === HINT && event.currentTarget.select()}
      />
    </Form>
  )
}

/** Lets the buyer send one more message to the seller. */
export const SecondMail = ({ order }: { order: OrderView }) => {
  const viewer = useOrderViewer()
  const [stage, setStage] = useState<'writing' | Sent>()
  if (order.cancelledAt || isActing() || !rolesIn(order, viewer).includes('requester')) return null
  if (stage === 'byDesk')
    return <Alert tone="notice">{`Il messaggio è tra quelli della richiesta. ${ORDER_MESSAGES.toldByDesk}`}</Alert>
  const isUsed = !canSendSecondMail(order, viewer)
  if (stage === 'mailed' || (isUsed && order.ownerMailed))
    return (
      <Alert tone="success">
        L’e-mail è stata inviata. <Link to="/">Torna alla vetrina</Link>
      </Alert>
    )
  if (isUsed) return <Alert tone="notice">{ORDER_MESSAGES.mailAlreadySent}</Alert>
  if (stage === 'writing') return <SecondMailForm order={order} onSent={setStage} />
  return (
    <Button kind="outlined" onClick={() => setStage('writing')}>
      Vuoi mandare una seconda e-mail?
    </Button>
  )
}
