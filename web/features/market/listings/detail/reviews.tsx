import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { formatDate } from '#domain/base/dates.ts'
import type { Listing } from '#domain/market/listings.schema.ts'
import { signInPath } from '#web/lib/page/redirect-target.ts'
import { useUserInfo } from '#web/lib/session/session.ts'
import { Stars } from '#web/ui/data/stars.tsx'
import { Icon } from '#web/ui/icon.tsx'
import styles from './reviews.module.css'

// Loaded only for signed-in members.
const ReviewForm = lazy(async () => ({
  default: (await import('#web/features/market/listings/detail/review-form.tsx')).ReviewForm,
}))

const ReviewFormOrSignIn = ({ listing }: { listing: Listing }) => {
  const user = useUserInfo()
  return (
    <div className={styles.writing}>
      {user && (
        <Suspense>
          <ReviewForm listing={listing} user={user} />
        </Suspense>
      )}
      <p className={`${styles.prompt} for-visitors`}>
        <Link to={signInPath(`/product/${listing._id}`)}>Accedi</Link> per scrivere una recensione.
      </p>
    </div>
  )
}

export const Reviews = ({ listing }: { listing: Listing }) => (
  <section aria-labelledby="recensioni">
    <h2 id="recensioni">Recensioni</h2>
    {listing.reviews.length === 0 && <p>Non ci sono commenti</p>}
    <ul className={styles.list}>
      {listing.reviews.map((review) => (
        <li key={review._id} className={styles.review}>
          <p className={styles.top}>
            <strong>{review.name}</strong>
            <Stars rating={review.rating} />
            <time dateTime={review.createdAt}>{formatDate(review.createdAt)}</time>
          </p>
          {review.verifiedExchange && (
            <p className={styles.verified}>
              <Icon name="check" size={16} />
              Scambio verificato
            </p>
          )}
          <p className={styles.comment}>{review.comment}</p>
          <Link
            to={`/segnala?tipo=review&id=${review._id}`}
            className={`${styles.report} on-screen`}
            rel="nofollow"
            aria-label={`Segnala la recensione di ${review.name}`}
          >
            Segnala
          </Link>
        </li>
      ))}
    </ul>
    <ReviewFormOrSignIn listing={listing} />
  </section>
)
