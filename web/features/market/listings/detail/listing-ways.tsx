import { Link } from 'react-router'
import type { Listing } from '#domain/market/listings.schema.ts'
import { Share } from '#web/features/market/listings/detail/share.tsx'
import { Icon } from '#web/ui/icon.tsx'
import styles from './listing-ways.module.css'

/** Share and report a listing. */
export const ListingWays = ({ listing, url }: { listing: Listing; url: string }) => (
  <div className={`${styles.ways} on-screen`}>
    <Share name={listing.name} url={url} />
    <Link to={`/segnala?tipo=listing&id=${listing._id}`} className={styles.report} rel="nofollow">
      <Icon name="flag" size={18} />
      Segnala
    </Link>
  </div>
)
