import type { CardData } from '#web/features/market/listings/card/card-data.ts'
import { ListingGrid } from '#web/features/market/listings/card/listing-grid.tsx'
import styles from './related.module.css'

type Props = { id: string; title: string; listings: CardData[] }

/** A few other listings below a listing; renders nothing if there are none. */
export const Related = ({ id, title, listings }: Props) =>
  listings.length > 0 && (
    <section aria-labelledby={id} className={`${styles.related} on-screen`}>
      <h2 id={id}>{title}</h2>
      <ListingGrid listings={listings} />
    </section>
  )
