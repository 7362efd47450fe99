import { type ComponentProps, useId } from 'react'
import styles from './quantity.module.css'

// Above this a number input replaces the select.
const MOST_OPTIONS = 50

type Props = {
  most: number
  /** Name of the item, for screen readers. */
  of?: string
  /** Attributes of the select and of the number input. */
  list: ComponentProps<'select'>
  typed: ComponentProps<'input'>
}

/** A quantity from 1 to `most`. */
export const Quantity = ({ most, of, list, typed }: Props) => {
  const id = useId()
  return (
    <div className={styles.quantity}>
      <label htmlFor={id}>Quantità{of !== undefined && <span className="visually-hidden"> di {of}</span>}</label>
      {most <= MOST_OPTIONS ? (
        <select id={id} {...list}>
          {Array.from({ length: most }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the options are the numbers themselves
            <option key={index}>{index + 1}</option>
          ))}
        </select>
      ) : (
        // The key resets the input when the quantity changes from outside.
        <input key={String(typed.defaultValue)} id={id} type="number" min="1" max={most} {...typed} />
      )}
    </div>
  )
}
