import { Link } from 'react-router'
import { formatDate } from '#domain/dates.ts'
import type { Listing } from '#domain/listings.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Stars } from '#web/ui/stars.tsx'
import styles from './reviews.module.css'

export const Reviews = ({ reviews }: Pick<Listing, 'reviews'>) => (
  <section aria-labelledby="recensioni">
    <h2 id="recensioni">Recensioni</h2>
    {reviews.length === 0 && <p>Non ci sono commenti</p>}
    <ul className={styles.list}>
      {reviews.map((review) => (
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
        </li>
      ))}
    </ul>
    <p className={`${styles.prompt} for-visitors`}>
      <Link to="/signin">Accedi</Link> per scrivere una recensione.
    </p>
  </section>
)
