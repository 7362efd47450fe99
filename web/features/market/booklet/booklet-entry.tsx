import { formatEventTime } from '#domain/market/events.ts'
import { priceText } from '#domain/market/kinds.ts'
import type { NumberedListing } from '#web/features/market/booklet/booklet-order.ts'
import { QrCode } from '#web/ui/qr-code.tsx'
import { toQrPath } from '#web/ui/qr-path.ts'
import styles from './booklet.module.css'

const LONGEST_DESCRIPTION = 180

const shortened = (text: string): string => {
  const words = text.replace(/\s+/g, ' ').trim()
  return words.length <= LONGEST_DESCRIPTION
    ? words
    : `${words.slice(0, LONGEST_DESCRIPTION).replace(/[\s,;:.–-]+\S*$/, '')}…`
}

/** One listing of the booklet, with the QR code of its page. */
export const BookletEntry = ({ listing, publicUrl }: { listing: NumberedListing; publicUrl: string }) => {
  const { _id, number, name, description, startsAt, endsAt, place, municipality, city, seller } = listing
  const where = [place, municipality || city].filter(Boolean).join(', ')
  const url = `${publicUrl}/product/${_id}`
  return (
    <li className={styles.entry}>
      <div>
        <h4 className={styles.name}>
          <span className={styles.number}>{number}</span> {name}
        </h4>
        <p className={styles.facts}>
          {[priceText(listing), startsAt && endsAt && formatEventTime(startsAt, endsAt), where]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <p className={styles.description}>{shortened(description)}</p>
        <p className={styles.person}>{seller.seller.name}</p>
      </div>
      <QrCode drawing={toQrPath(url)} label={`Codice QR di ${name}`} className={styles.code ?? ''} />
    </li>
  )
}
