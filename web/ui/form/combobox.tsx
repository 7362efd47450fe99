import { type UseComboboxState, type UseComboboxStateChangeOptions, useCombobox } from 'downshift'
import { type ComponentProps, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { type FindSuggestions, useSuggestions } from '#web/ui/form/use-suggestions.ts'
import styles from './combobox.module.css'

export type Suggestion = { key: string; text: string; note?: string }

export type ComboboxProps<T extends Suggestion> = Omit<
  ComponentProps<'input'>,
  'type' | 'ref' | 'value' | 'onChange'
> & {
  value: string
  onChange: (text: string) => void
  listLabel: string
  find: FindSuggestions<T>
  onPick: (picked: T) => void
}

const { InputBlur, InputClick, ItemMouseMove, MenuMouseLeave } = useCombobox.stateChangeTypes

// Any text is valid, so a suggestion is picked only by Enter or by a click, never by leaving the field or pointing at the list.
const keepTypedText = <T,>(
  state: UseComboboxState<T>,
  { type, changes }: UseComboboxStateChangeOptions<T>,
): Partial<UseComboboxState<T>> => {
  if (type === InputBlur) return { ...changes, selectedItem: state.selectedItem, inputValue: state.inputValue }
  if (type === InputClick) return { ...changes, isOpen: true }
  return type === ItemMouseMove || type === MenuMouseLeave ? state : changes
}

const countOf = (suggestions: readonly unknown[]): string =>
  suggestions.length === 1 ? 'Un suggerimento' : `${suggestions.length} suggerimenti`

/** A text input with suggestions below it; its parent must be positioned. */
export const Combobox = <T extends Suggestion>(props: ComboboxProps<T>) => {
  const { value, onChange, listLabel, find, onPick, ...attributes } = props
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [wanted, setWanted] = useState(false)
  const suggestions = useSuggestions(value, find, wanted)
  const { isOpen, highlightedIndex, getInputProps, getMenuProps, getItemProps } = useCombobox<T>({
    items: suggestions,
    itemToString: (item) => item?.text ?? '',
    inputValue: value,
    isOpen: wanted && suggestions.length > 0,
    onIsOpenChange: ({ isOpen }) => setWanted(isOpen),
    onSelectedItemChange: ({ selectedItem }) => selectedItem && onPick(selectedItem),
    stateReducer: keepTypedText,
  })

  // The server's HTML may have been focused and typed into before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only after the first render
  useEffect(() => {
    const typed = input.current?.value ?? ''
    if (typed !== value) onChange(typed)
    setWanted(document.activeElement === input.current)
  }, [])

  useEffect(() => {
    if (isOpen) list.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])

  // Without a highlighted suggestion Enter submits the form, unless more fields are to follow, and Escape keeps the text.
  const skipDownshiftDefault = (event: KeyboardEvent) => {
    const { key, nativeEvent } = event
    const isPlainEnter = key === 'Enter' && highlightedIndex < 0
    if (isPlainEnter || (key === 'Escape' && !isOpen)) Object.assign(nativeEvent, { preventDownshiftDefault: true })
    if (!isPlainEnter || attributes.enterKeyHint !== 'next') return
    event.preventDefault()
    setWanted(false)
  }
  return (
    <>
      <input
        {...getInputProps({
          'aria-labelledby': undefined,
          ...attributes,
          ref: input,
          onChange: (event) => onChange(event.currentTarget.value),
          onFocus: () => setWanted(true),
          onBlur: () => setWanted(false),
          onKeyDown: skipDownshiftDefault,
        })}
      />
      <div {...getMenuProps({ 'aria-label': listLabel, ref: list })} className={styles.list} hidden={!isOpen}>
        {suggestions.map((item, index) => (
          <div key={item.key} {...getItemProps({ item, index })} className={styles.option}>
            {item.text}
            {item.note && <small>{item.note}</small>}
          </div>
        ))}
      </div>
      <span className="visually-hidden" role="status">
        {isOpen && countOf(suggestions)}
      </span>
    </>
  )
}
