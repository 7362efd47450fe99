import { firstUpper } from '#domain/association/reports.ts'
import { theDate } from '#domain/base/dates.ts'
import { endText, headline, outcomeText, problemText } from '#domain/exchange/order-page-texts.ts'
import { dueText, nextText, suspendedText } from '#domain/exchange/order-texts.ts'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { hasMovedVal, isOpen, rolesIn } from '#domain/exchange/orders.ts'
import { answerTimeText } from '#domain/talk/answer-time.ts'
import { useOrderViewer } from '#web/features/exchange/orders/order-viewer.ts'
import { WithAmounts } from '#web/ui/data/with-amounts.tsx'
import styles from './order-standing.module.css'

type Props = { order: OrderView }

/** An open problem with its text, and how the association settled the last one. */
const Problem = ({ order }: Props) => {
  const told = problemText(order, useOrderViewer())
  const { problem, settled } = order
  return (
    <>
      {problem && (
        <p className={styles.words}>
          {told}: «{problem.text}»
        </p>
      )}
      {settled && (
        <>
          <p>
            L’associazione ha deciso {theDate(settled.at)}:{' '}
            <WithAmounts>{outcomeText(order, settled.outcome)}</WithAmounts>
          </p>
          <p className={styles.words}>Il motivo: {settled.reason}</p>
        </>
      )}
    </>
  )
}

/** What comes next, or how the request has ended. */
const useSentences = (order: OrderView, answerMinutes: number | null): string => {
  const viewer = useOrderViewer()
  if (order.problem && rolesIn(order, viewer).includes('mediator'))
    return 'Leggi che cosa si sono scritti, senti tutte e due le persone e decidi.'
  const suspended = suspendedText(order, viewer?.id)
  const isAwaiting = answerMinutes !== null && order.turn !== viewer?.id && !suspended
  return [
    nextText(order, viewer?.id) ?? endText(order, viewer),
    ...(suspended ? [suspended] : []),
    ...(isAwaiting ? [`${firstUpper(answerTimeText(answerMinutes))}.`] : []),
  ].join(' ')
}

/** Where the request stands and what happens next, in a live region: screen readers announce a step. */
export const OrderStanding = ({ order, answerMinutes }: Props & { answerMinutes: number | null }) => {
  const viewer = useOrderViewer()
  const sentences = useSentences(order, answerMinutes)
  const needsCare = order.problem !== null || (viewer !== null && order.turn === viewer.id)
  const due = isOpen(order) && hasMovedVal(order) && !order.problem ? dueText(order) : undefined
  return (
    <div className={`${styles.standing} ${needsCare ? styles.care : ''}`} role="status">
      <p className={styles.headline}>
        <WithAmounts>{headline(order, viewer)}</WithAmounts>
      </p>
      <p>
        <WithAmounts>{sentences}</WithAmounts>
      </p>
      {due && (
        <p>
          <WithAmounts>{due}</WithAmounts>
        </p>
      )}
      {order.cancelReason && !order.settled && !isOpen(order) && (
        <p className={styles.words}>Il motivo: {order.cancelReason}</p>
      )}
      <Problem order={order} />
    </div>
  )
}
