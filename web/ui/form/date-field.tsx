import { useEffect, useRef, useState } from 'react'
import { formatDay, insertSlashes, parseDay } from '#web/ui/form/date-text.ts'
import { FieldFrame, type FieldProps } from '#web/ui/form/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import styles from './field.module.css'

type Props = FieldProps & {
  /** yyyy-MM-dd or empty, like `min` and `max`. */
  day: string
  onChange: (day: string) => void
  min?: string
  max?: string
  autoComplete?: string
}

/** The typed text, replaced when `day` changes from outside. */
const useText = (day: string) => {
  const [text, setText] = useState(formatDay(day))
  if ((parseDay(text) ?? '') !== day) setText(formatDay(day))
  return [text, setText] as const
}

const errorOf = (text: string, { min = '', max = '9' }: Pick<Props, 'min' | 'max'>): string => {
  const day = parseDay(text)
  if (day === undefined) return 'Scrivi la data così: gg/mm/aaaa.'
  return day === '' || (day >= min && day <= max) ? '' : 'Controlla l’anno.'
}

/** A date typed as dd/mm/yyyy whatever the browser's language, with the browser's own date picker. */
export const DateField = ({ label, name, day, onChange, min, max, hint, optional, autoComplete = 'off' }: Props) => {
  const [text, setText] = useText(day)
  const input = useRef<HTMLInputElement>(null)
  const calendar = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.setCustomValidity(errorOf(text, { min, max })), [text, min, max])

  const write = (next: string) => {
    setText(next)
    onChange(parseDay(next) ?? '')
  }
  return (
    <FieldFrame label={label} name={name} hint={hint} optional={optional}>
      {(control) => (
        <div className={styles.dated}>
          <input
            {...control}
            ref={input}
            className={styles.control}
            inputMode="numeric"
            placeholder="gg/mm/aaaa"
            maxLength={10}
            autoComplete={autoComplete}
            value={text}
            onChange={(event) => write(insertSlashes(event.target.value, text))}
            onBlur={() => day && setText(formatDay(day))}
          />
          <input
            ref={calendar}
            className={styles.calendar}
            type="date"
            tabIndex={-1}
            aria-hidden="true"
            min={min}
            max={max}
            value={day}
            onChange={(event) => write(formatDay(event.target.value))}
          />
          <button
            type="button"
            className={styles.reveal}
            onClick={() => calendar.current?.showPicker()}
            aria-label="Apri il calendario"
          >
            <Icon name="calendar" size={20} />
          </button>
        </div>
      )}
    </FieldFrame>
  )
}
