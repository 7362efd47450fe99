import { type ChangeEvent, type KeyboardEvent, useRef } from 'react'
import { FieldFrame } from '#web/ui/form/field.tsx'
import { useField } from '#web/ui/form/form-state.ts'
import { Icon } from '#web/ui/icon.tsx'
import styles from './field.module.css'

type Props = {
  label: string
  name: string
  hint: string
  /** How what is typed is cut into tags and written. */
  read: (text: string) => string[]
  tags: readonly string[]
  onChange: (tags: string[]) => void
  /** Tags to add with one touch. */
  remembered: readonly string[]
}

/** Short words in capitals. Enter, a comma or Tab confirms one, and so does leaving the field. */
export const TagsField = ({ label, name, hint, read, tags, onChange, remembered }: Props) => {
  const input = useRef<HTMLInputElement>(null)
  const field = useField(name, true)

  const add = (control: HTMLInputElement) => {
    const added = read(control.value)
    control.value = ''
    if (added.length > 0) onChange([...new Set([...tags, ...added])])
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const control = event.currentTarget
    const confirms = event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)
    if (confirms && control.value.trim()) {
      event.preventDefault()
      add(control)
    }
    if (event.key === 'Backspace' && control.value === '') onChange(tags.slice(0, -1))
  }
  // Seen in the text, not in the key: a phone's keyboard does not say which key it was.
  const type = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    if (currentTarget.value.includes(',')) add(currentTarget)
  }
  const remove = (tag: string) => {
    onChange(tags.filter((other) => other !== tag))
    input.current?.focus()
  }

  const offered = remembered.filter((tag) => !tags.includes(tag))
  return (
    <FieldFrame field={field} label={label} hint={hint} optional>
      {tags.length > 0 && (
        <ul className={styles.chips} aria-label={label}>
          {tags.map((tag) => (
            <li key={tag} className={styles.chip}>
              <span>{tag}</span>
              <button type="button" onClick={() => remove(tag)} aria-label={`Togli ${tag}`}>
                <Icon name="close" size={16} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <input
        ref={input}
        {...field.control}
        className={`${styles.control} ${styles.capitals}`}
        maxLength={40}
        autoComplete="off"
        autoCapitalize="characters"
        enterKeyHint="done"
        onKeyDown={press}
        onChange={type}
        onBlur={(event) => add(event.currentTarget)}
      />
      {offered.length > 0 && (
        <ul className={styles.chips} aria-label="Usati di recente">
          {offered.map((tag) => (
            <li key={tag}>
              <button type="button" className={styles.offered} onClick={() => onChange([...tags, tag])}>
                + {tag}
              </button>
            </li>
          ))}
        </ul>
      )}
    </FieldFrame>
  )
}
