import { type ChangeEvent, type KeyboardEvent, useRef, useState } from 'react'
import { FieldFrame } from '#web/ui/form/field.tsx'
import { useField } from '#web/ui/form/form-state.ts'
import { Icon } from '#web/ui/icon.tsx'
import styles from './field.module.css'

type Props = {
  label: string
  name: string
  most: number
  maxLength: number
  initial?: readonly string[]
  optional?: boolean
}

/** What a form with this field holds, without doubles and blanks. */
export const chipsOf = (data: FormData, name: string): string[] => [
  ...new Set(
    data
      .getAll(name)
      .map((value) => String(value).trim())
      .filter(Boolean),
  ),
]

/** A few short texts. Enter or a comma confirms one; what is typed and not confirmed counts as well. */
export const ChipsField = ({ label, name, most, maxLength, initial = [], optional }: Props) => {
  const [chips, setChips] = useState<readonly string[]>(initial)
  const input = useRef<HTMLInputElement>(null)
  const field = useField(name, true)
  const full = chips.length >= most

  const add = (field: HTMLInputElement) => {
    const texts = field.value.split(',').map((text) => text.trim())
    setChips([...new Set([...chips, ...texts.filter(Boolean)])].slice(0, most))
    field.value = ''
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const field = event.currentTarget
    if (event.key === 'Enter' && field.value.trim()) {
      event.preventDefault()
      add(field)
    }
    if (event.key === 'Backspace' && field.value === '') setChips(chips.slice(0, -1))
  }
  // Seen in the text, not in the key: a phone's keyboard does not say which key it was.
  const type = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    if (currentTarget.value.includes(',')) add(currentTarget)
  }
  const remove = (chip: string) => {
    setChips(chips.filter((other) => other !== chip))
    input.current?.focus()
  }

  const hint = full
    ? `Ne hai ${chips.length} su ${most}: per aggiungerne un altro togline uno.`
    : `Al massimo ${most}: scrivi e premi Invio.`
  return (
    <FieldFrame field={field} label={label} hint={hint} optional={optional}>
      {chips.length > 0 && (
        <ul className={styles.chips} aria-label={label}>
          {chips.map((chip) => (
            <li key={chip} className={styles.chip}>
              <span>{chip}</span>
              <input type="hidden" name={name} value={chip} />
              <button type="button" onClick={() => remove(chip)} aria-label={`Togli ${chip}`}>
                <Icon name="close" size={16} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <input
        ref={input}
        {...field.control}
        className={styles.control}
        maxLength={maxLength}
        readOnly={full}
        autoComplete="off"
        enterKeyHint="done"
        onKeyDown={press}
        onChange={type}
      />
    </FieldFrame>
  )
}
