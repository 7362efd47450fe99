import { RATING_NAMES } from '#domain/market/reviews.ts'
import styles from './stars-field.module.css'

type Props = { legend: string; name: string; value: number; onChoose: (stars: number) => void }

/** Radio buttons shown as a row of stars, with the name of the chosen rating. `value` is 0 before the choice. */
export const StarsField = ({ legend, name, value, onChoose }: Props) => (
  <fieldset className={styles.field}>
    <legend className={styles.legend}>{legend}</legend>
    <div className={styles.stars}>
      {RATING_NAMES.map((rating, index) => (
        <label key={rating} className={styles.star} data-filled={index < value}>
          <input
            type="radio"
            name={name}
            value={index + 1}
            checked={index + 1 === value}
            onChange={() => onChoose(index + 1)}
          />
          <span className="visually-hidden">
            {index + 1} {rating}
          </span>
        </label>
      ))}
      <span aria-hidden="true">{RATING_NAMES[value - 1]}</span>
    </div>
  </fieldset>
)
