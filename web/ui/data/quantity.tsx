import { type ComponentProps, useId } from 'react'
import styles from './quantity.module.css'

// A longer list is no help to anybody: past this one types the number.
const MOST_OPTIONS = 50

type Props = {
  most: number
  /** Of what, for those who do not see what it stands beside. */
  of?: string
  /** Each way of choosing, with whatever it needs to be sent or heard. */
  list: ComponentProps<'select'>
  typed: ComponentProps<'input'>
}

/** How many, from one to the most there are: picked while the list is short, typed when it is not. */
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
        // A number set elsewhere takes the place of what was typed.
        <input key={String(typed.defaultValue)} id={id} type="number" min="1" max={most} {...typed} />
      )}
    </div>
  )
}
