import { Link } from 'react-router'
import type { Listing } from '#domain/market/listings.schema.ts'
import { DELIVERY_NAMES, tagsOf } from '#domain/market/listings.ts'
import { nameSearchPath } from '#web/features/market/listings/search/search-path.ts'
import styles from './listing-facts.module.css'

/** Place, delivery and hashtags; unknown ones are left out. */
export const ListingFacts = ({ listing }: { listing: Listing }) => {
  const isEvent = listing.section === 'avviso'
  // The place of an event is shown with its times.
  const place = isEvent ? '' : [listing.municipality, listing.city].filter(Boolean).join(', ')
  const delivery = isEvent || listing.delivery === 'no preferences' ? undefined : DELIVERY_NAMES[listing.delivery]
  const tags = tagsOf(listing.brand)
  if (!place && !delivery && tags.length === 0) return null
  return (
    <dl className={styles.facts}>
      {place && (
        <div>
          <dt>Dove</dt>
          <dd>{place}</dd>
        </div>
      )}
      {delivery && (
        <div>
          <dt>Consegna</dt>
          <dd>{delivery}</dd>
        </div>
      )}
      {tags.length > 0 && (
        <div className="on-screen">
          <dt>Hashtag</dt>
          <dd className={styles.tags}>
            {tags.map((tag) => (
              <Link key={tag} to={nameSearchPath(tag)}>
                #{tag}
              </Link>
            ))}
          </dd>
        </div>
      )}
    </dl>
  )
}
