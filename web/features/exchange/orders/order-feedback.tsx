import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { DELETED_MEMBER_NAME } from '#domain/accounts/members.ts'
import { FEEDBACK_SHOWN, MAX_FEEDBACK } from '#domain/exchange/feedback.ts'
import { partyName } from '#domain/exchange/order-texts.ts'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { isFinished, isParty, otherParty } from '#domain/exchange/orders.ts'
import { REVIEW_INCOMPLETE } from '#domain/market/reviews.ts'
import { call } from '#web/client.ts'
import { useOrderViewer } from '#web/features/exchange/orders/order-viewer.ts'
import { textsIn } from '#web/lib/form-data.ts'
import { isActing } from '#web/lib/session/acting.ts'
import { Form } from '#web/ui/form/form.tsx'
import { FormError } from '#web/ui/form/form-state.ts'
import { StarsField } from '#web/ui/form/stars-field.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Alert } from '#web/ui/state/alert.tsx'

const FeedbackForm = ({ order, name }: { order: OrderView; name: string }) => {
  const [rating, setRating] = useState(0)
  const { revalidate } = useRevalidator()
  const send = async (data: FormData) => {
    const comment = textsIn(data, 'comment').comment.trim()
    if (!rating || !comment) throw new FormError(REVIEW_INCOMPLETE)
    await call('POST /api/orders/:id/feedback', { params: { id: order._id }, body: { rating, comment } })
    await revalidate()
  }
  return (
    <Form label={`Com’è andata con ${name}`} onSubmit={send} submit="Pubblica" busy="Invio…">
      <StarsField legend="Valutazione" name="rating" value={rating} onChoose={setRating} />
      <TextAreaField label="Commento" name="comment" rows={3} maxLength={MAX_FEEDBACK} />
    </Form>
  )
}

/** After an exchange, each party says how the other person was. */
export const OrderFeedback = ({ order }: { order: OrderView }) => {
  const viewer = useOrderViewer()
  const name = viewer ? partyName(order, otherParty(order, viewer.id)) : ''
  if (!isFinished(order) || !isParty(order, viewer) || name === DELETED_MEMBER_NAME || isActing()) return null
  if (order.feedbackGiven)
    return <Alert tone="success">{`Hai scritto com’è andata con ${name}. ${FEEDBACK_SHOWN}`}</Alert>
  return (
    <Panel id="pareri" title={`Com’è andata con ${name}?`} lead={FEEDBACK_SHOWN}>
      <FeedbackForm order={order} name={name} />
    </Panel>
  )
}
