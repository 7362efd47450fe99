import styles from './choice-field.module.css'

type Props<T extends string> = {
  legend: string
  name: string
  choices: readonly { value: T; label: string; note?: string }[]
  value: T
  onChoose: (value: T) => void
}

/** Radio buttons shown as a row of boxes. */
export const ChoiceField = <T extends string>({ legend, name, choices, value, onChoose }: Props<T>) => (
  <fieldset className={styles.field}>
    <legend className={styles.legend}>{legend}</legend>
    <div className={styles.choices}>
      {choices.map((choice) => (
        <label key={choice.value} className={styles.choice}>
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChoose(choice.value)}
          />
          <span>
            {choice.label}
            {choice.note && <small>{choice.note}</small>}
          </span>
        </label>
      ))}
    </div>
  </fieldset>
)
