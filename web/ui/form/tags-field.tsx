import { useMultipleSelection } from 'downshift'
import { type ChangeEvent, type KeyboardEvent, type MouseEvent, useRef } from 'react'
import { FieldFrame, type FieldProps } from '#web/ui/form/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import styles from './field.module.css'

type Props = FieldProps & {
  /** Splits the typed text into tags. */
  parse: (text: string) => string[]
  tags: readonly string[]
  onChange: (tags: string[]) => void
  maxTags?: number
  maxLength: number
  /** Tags to add with one click. */
  recent?: readonly string[]
  uppercase?: boolean
}

/** A list of short texts. Enter, a comma, Tab or leaving the field adds the typed one. */
export const TagsField = ({ label, name, hint, parse, tags, onChange, optional, ...options }: Props) => {
  const { maxTags = Number.POSITIVE_INFINITY, maxLength, recent = [], uppercase = false } = options
  const input = useRef<HTMLInputElement>(null)
  const { getSelectedItemProps, getDropdownProps, setActiveIndex } = useMultipleSelection({
    selectedItems: [...tags],
    onSelectedItemsChange: ({ selectedItems = [] }) => onChange(selectedItems),
  })

  const add = (control: HTMLInputElement) => {
    const added = parse(control.value)
    control.value = ''
    if (added.length > 0) onChange([...new Set([...tags, ...added])].slice(0, maxTags))
  }
  const addOnKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const control = event.currentTarget
    const confirms = event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)
    if (!confirms || control.value.trim() === '') return
    event.preventDefault()
    add(control)
  }
  // Read from the text: phone keyboards do not report which key was pressed.
  const addOnComma = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    if (currentTarget.value.includes(',')) add(currentTarget)
  }
  const remove = (event: MouseEvent, tag: string) => {
    event.stopPropagation()
    onChange(tags.filter((other) => other !== tag))
    setActiveIndex(-1)
    input.current?.focus()
  }

  const offered = recent.filter((tag) => !tags.includes(tag))
  return (
    <FieldFrame label={label} name={name} hint={hint} optional={optional}>
      {(control) => (
        <>
          {tags.length > 0 && (
            <ul className={styles.chips} aria-label={label}>
              {tags.map((tag, index) => (
                <li key={tag} className={styles.chip} {...getSelectedItemProps({ selectedItem: tag, index })}>
                  <span>{tag}</span>
                  <button type="button" onClick={(event) => remove(event, tag)} aria-label={`Togli ${tag}`}>
                    <Icon name="close" size={16} />
                  </button>
                </li>
              ))}
            </ul>
          )}
          <input
            {...getDropdownProps({ ref: input, onKeyDown: addOnKey })}
            {...control}
            className={uppercase ? `${styles.control} ${styles.capitals}` : styles.control}
            maxLength={maxLength}
            readOnly={tags.length >= maxTags}
            autoComplete="off"
            autoCapitalize={uppercase ? 'characters' : undefined}
            enterKeyHint="done"
            onChange={addOnComma}
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
        </>
      )}
    </FieldFrame>
  )
}
