import { type ComponentProps, useId } from 'react'
import styles from './quantity.module.css'

// Above this a number input replaces the select.
const MAX_OPTIONS = 50

type Props = {
  max: number
  label?: string
  /** For screen readers. */
  itemName?: string
  selectProps: ComponentProps<'select'>
  inputProps: ComponentProps<'input'>
}

/** A quantity from 1 to `max`. */
export const Quantity = ({ max, label = 'Quantità', itemName, selectProps, inputProps }: Props) => {
  const id = useId()
  return (
    <div className={styles.quantity}>
      <label htmlFor={id}>
        {label}
        {itemName !== undefined && <span className="visually-hidden"> di {itemName}</span>}
      </label>
      {max <= MAX_OPTIONS ? (
        <select id={id} {...selectProps}>
          {Array.from({ length: max }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the options are the numbers themselves
            <option key={index}>{index + 1}</option>
          ))}
        </select>
      ) : (
        // The key resets the input when the quantity changes from outside.
        <input key={String(inputProps.defaultValue)} id={id} type="number" min="1" max={max} {...inputProps} />
      )}
    </div>
  )
}
