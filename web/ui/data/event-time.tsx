import { eventTimeParts } from '#domain/market/events.ts'
import styles from './event-time.module.css'

/** When an event takes place; breaks between day and time only. */
export const EventTime = ({ startsAt, endsAt }: { startsAt: string; endsAt: string }) => {
  const [first, second] = eventTimeParts(startsAt, endsAt)
  return (
    <time dateTime={startsAt} className={styles.time}>
      <span className={styles.part}>{first}</span> <span className={styles.part}>{second}</span>
    </time>
  )
}
