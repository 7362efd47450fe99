import { DAY_MS } from '#domain/base/dates.ts'
import { formatPrice, fromHundredths, toHundredths } from '#domain/base/money.ts'
import type { Movement } from '#domain/val/wallet.schema.ts'
import { useUntold } from '#web/lib/session/told-moments.ts'
import { WithAmounts } from '#web/ui/data/with-amounts.tsx'
import { Moment } from '#web/ui/state/moment.tsx'

const TOLD_WITHIN_MS = 3 * DAY_MS

const keyOf = ({ date, amount, balance }: Movement): string => `${date} ${amount} ${balance}`

/** VAL of a request are told on its page. */
const isNews = ({ kind, link, date }: Movement): boolean =>
  kind === 'in' && link === '' && Date.now() - Date.parse(date) < TOLD_WITHIN_MS

/** VAL that a person or the treasury has sent, told once in this browser. Place it in a `role="status"` that is there before. */
export const ReceivedMoment = ({ movements }: { movements: Movement[] }) => {
  const news = movements.filter(isNews)
  const { untold, close } = useUntold(news.map(keyOf))
  const received = news.filter((movement) => untold.includes(keyOf(movement)))
  if (received.length === 0) return null
  const val = fromHundredths(received.reduce((sum, { amount }) => sum + toHundredths(amount), 0))
  return (
    <Moment title={<WithAmounts>{`${formatPrice({ val })} per te!`}</WithAmounts>} onClose={close}>
      {received.map((movement) => (
        <p key={keyOf(movement)}>Da {movement.title}</p>
      ))}
    </Moment>
  )
}
