import { formatDate, formatShortDate } from '#domain/base/dates.ts'
import { stepsOf } from '#domain/exchange/order-texts.ts'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { isOpen } from '#domain/exchange/orders.ts'
import { Icon } from '#web/ui/icon.tsx'
import styles from './order-trail.module.css'

/** The steps of the request in one line, those that were taken with their dates. */
export const OrderTrail = ({ order }: { order: OrderView }) => {
  const steps = stepsOf(order)
  const current = isOpen(order) ? steps.findIndex(({ at }) => !at) : -1
  return (
    <ol className={styles.trail} aria-label="Passi della richiesta">
      {steps.map(({ name, at }, index) => (
        <li key={name} className={at ? styles.done : undefined} aria-current={index === current ? 'step' : undefined}>
          <span className={styles.mark}>{at && <Icon name="check" size={12} />}</span>
          {name}
          {at && (
            <time dateTime={at} title={formatDate(at)}>
              {formatShortDate(at, new Date())}
            </time>
          )}
        </li>
      ))}
    </ol>
  )
}
