import { eventPlace } from '#domain/market/events.ts'
import type { Listing } from '#domain/market/listings.schema.ts'
import { EventTime } from '#web/ui/data/event-time.tsx'
import { Icon } from '#web/ui/icon.tsx'
import styles from './event-block.module.css'

export const calendarPath = (id: string): string => `/product/${id}.ics`

/** When and where an event takes place, with its calendar file. */
export const EventBlock = ({ listing }: { listing: Listing }) => {
  if (!listing.startsAt || !listing.endsAt) return null
  const place = eventPlace(listing)
  return (
    <div className={styles.event}>
      <p className={styles.line}>
        <Icon name="calendar" size={20} />
        <EventTime startsAt={listing.startsAt} endsAt={listing.endsAt} />
      </p>
      {place && (
        <p className={styles.line}>
          <Icon name="pin" size={20} />
          {place}
        </p>
      )}
      <a className={`${styles.calendar} on-screen`} href={calendarPath(listing._id)}>
        Aggiungi al calendario
      </a>
    </div>
  )
}
