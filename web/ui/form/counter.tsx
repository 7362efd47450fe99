import { formatNumber } from '#domain/base/numbers.ts'
import styles from './field.module.css'

type Props = {
  length: number
  maxLength: number
  /** Screen readers announce the remaining characters from this number on. */
  announced: number
}

const leftText = (left: number): string => (left === 1 ? 'Ancora un carattere' : `Ancora ${left} caratteri`)

/** A character counter; screen readers hear only that a field is almost full. */
export const Counter = ({ length, maxLength, announced }: Props) => (
  <>
    <p className={styles.counter} aria-hidden="true">
      {length} / {formatNumber(maxLength)}
    </p>
    <span className="visually-hidden" role="status">
      {maxLength - length <= announced ? leftText(maxLength - length) : ''}
    </span>
  </>
)
