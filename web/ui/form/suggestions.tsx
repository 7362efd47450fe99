import { type RefObject, useCallback, useEffect, useId, useRef, useState } from 'react'
import styles from './suggestions.module.css'

export type Suggestion = { key: string; text: string; note?: string }

type Props<T extends Suggestion> = {
  /** The field they belong to; it becomes a combobox. Whatever is typed stands, whether suggested or not. */
  input: RefObject<HTMLInputElement | null>
  label: string
  find: (text: string, signal: AbortSignal) => Promise<T[]>
  onPick: (picked: T) => void
}

const PAUSE_MS = 120

/** Asks for suggestions while one types and forgets those that come too late. */
const useFound = <T,>(input: RefObject<HTMLInputElement | null>, find: Props<T & Suggestion>['find']) => {
  const [found, setFound] = useState<T[]>([])
  const stop = useRef(() => {})
  const close = useCallback(() => {
    stop.current()
    setFound([])
  }, [])

  useEffect(() => {
    const field = input.current
    if (!field) return
    const look = () => {
      stop.current()
      const abort = new AbortController()
      const timer = setTimeout(async () => {
        // Suggestions are a kindness: without them one simply types on.
        const next = await find(field.value, abort.signal).catch(() => [])
        if (!abort.signal.aborted && document.activeElement === field) setFound(next)
      }, PAUSE_MS)
      stop.current = () => {
        clearTimeout(timer)
        abort.abort()
      }
    }
    if (document.activeElement === field) look()
    const events = { input: look, focus: look, click: look, blur: close }
    for (const [name, react] of Object.entries(events)) field.addEventListener(name, react)
    return () => {
      stop.current()
      for (const [name, react] of Object.entries(events)) field.removeEventListener(name, react)
    }
  }, [input, find, close])
  return { found, close }
}

/** The list under a field: arrows move, Enter picks, Escape closes, and so do fingers. */
export const Suggestions = <T extends Suggestion>({ input, label, find, onPick }: Props<T>) => {
  const id = useId()
  const { found, close } = useFound<T>(input, find)
  const [active, setActive] = useState(-1)
  const open = found.length > 0

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new list starts with nothing chosen
  useEffect(() => setActive(-1), [found])

  useEffect(() => {
    if (open) document.getElementById(id)?.scrollIntoView({ block: 'nearest' })
  }, [id, open])

  const pick = (picked: T) => {
    close()
    onPick(picked)
  }

  useEffect(() => {
    const field = input.current
    field?.setAttribute('role', 'combobox')
    field?.setAttribute('aria-autocomplete', 'list')
    field?.setAttribute('aria-expanded', String(open))
    if (open) field?.setAttribute('aria-controls', id)
    else field?.removeAttribute('aria-controls')
    if (active >= 0) field?.setAttribute('aria-activedescendant', `${id}-${active}`)
    else field?.removeAttribute('aria-activedescendant')
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [input, id, open, active])

  useEffect(() => {
    const field = input.current
    const press = (event: KeyboardEvent) => {
      if (!open) return
      const chosen = found[active]
      if (event.key === 'ArrowDown') setActive((active + 1) % found.length)
      else if (event.key === 'ArrowUp') setActive(active <= 0 ? found.length - 1 : active - 1)
      else if (event.key === 'Escape') close()
      else if (event.key === 'Enter' && chosen) pick(chosen)
      else return
      event.preventDefault()
    }
    field?.addEventListener('keydown', press)
    return () => field?.removeEventListener('keydown', press)
  })

  return (
    <>
      <div className={styles.list} id={id} role="listbox" aria-label={label} hidden={!open}>
        {found.map((entry, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are heard by the field, which keeps the focus
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
          <div
            key={entry.key}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            className={styles.option}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => pick(entry)}
          >
            {entry.text}
            {entry.note && <small>{entry.note}</small>}
          </div>
        ))}
      </div>
      <span className="visually-hidden" role="status">
        {open && (found.length === 1 ? 'Un suggerimento' : `${found.length} suggerimenti`)}
      </span>
    </>
  )
}
