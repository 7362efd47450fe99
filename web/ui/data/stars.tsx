import { formatNumber } from '#domain/base/numbers.ts'
import styles from './stars.module.css'

const ratingNumber = (rating: number): string => formatNumber(rating, Number.isInteger(rating) ? 0 : 1)

const ratingText = (rating: number, count: number | undefined): string => {
  if (count === 0) return 'Nessuna recensione'
  const stars = `${ratingNumber(rating)} su 5`
  if (count === undefined) return stars
  return `${stars}, ${count} ${count === 1 ? 'recensione' : 'recensioni'}`
}

/** One star with the figures, for small spaces. */
export const Rating = ({ rating, count }: { rating: number; count: number }) => (
  <span className={styles.stars}>
    <span className={styles.one} role="img" aria-label={ratingText(rating, count)} />
    <span aria-hidden="true">
      {ratingNumber(rating)} ({count})
    </span>
  </span>
)

/** Five stars, filled to the nearest half by a CSS mask; screen readers read a text. Without a count only the stars are shown. */
export const Stars = ({ rating, count }: { rating: number; count?: number }) => (
  <span className={styles.stars}>
    <span className={styles.row} role="img" aria-label={ratingText(rating, count)}>
      <span className={styles.filled} data-halves={count === 0 ? 0 : Math.round(rating * 2)} />
    </span>
    {count !== undefined && <span aria-hidden="true">({count})</span>}
  </span>
)
