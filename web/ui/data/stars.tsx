import { formatNumber } from '#domain/base/numbers.ts'
import styles from './stars.module.css'

const ratingNumber = (rating: number): string => formatNumber(rating, Number.isInteger(rating) ? 0 : 1)

const COUNTED = {
  review: { none: 'Nessuna recensione', one: 'recensione', many: 'recensioni' },
  /** For a seller, whose rating leaves out the other reviews. */
  exchange: {
    none: 'Nessuna recensione dopo uno scambio',
    one: 'recensione dopo uno scambio',
    many: 'recensioni dopo uno scambio',
  },
  feedback: { none: 'Nessun parere', one: 'parere', many: 'pareri' },
} as const

const ratingText = (rating: number, count: number | undefined, of: keyof typeof COUNTED): string => {
  const { none, one, many } = COUNTED[of]
  if (count === 0) return none
  const stars = `${ratingNumber(rating)} su 5`
  if (count === undefined) return stars
  return `${stars}, ${count} ${count === 1 ? one : many}`
}

/** One star with the figures, for small spaces. */
export const Rating = ({ rating, count }: { rating: number; count: number }) => (
  <span className={styles.stars}>
    <span className={styles.one} role="img" aria-label={ratingText(rating, count, 'review')} />
    <span aria-hidden="true">
      {ratingNumber(rating)} ({count})
    </span>
  </span>
)

type StarsProps = { rating: number; count?: number; of?: keyof typeof COUNTED }

/** Five stars, filled to the nearest half by a CSS mask; screen readers read a text. Without a count only the stars are shown. */
export const Stars = ({ rating, count, of = 'review' }: StarsProps) => (
  <span className={styles.stars}>
    <span className={styles.row} role="img" aria-label={ratingText(rating, count, of)}>
      <span className={styles.filled} data-halves={count === 0 ? 0 : Math.round(rating * 2)} />
    </span>
    {count !== undefined && <span aria-hidden="true">({count})</span>}
  </span>
)
