import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { FieldFrame } from '#web/ui/form/field.tsx'
import { useField } from '#web/ui/form/form-state.ts'
import { readDay, withStrokes, writeDay } from '#web/ui/form/written-day.ts'
import { Icon } from '#web/ui/icon.tsx'
import styles from './field.module.css'

type Props = Pick<ComponentProps<'input'>, 'autoComplete'> & {
  label: string
  name: string
  /** yyyy-MM-dd, or nothing; as are the first and the last day that one may choose. */
  day: string
  onChange: (day: string) => void
  min?: string
  max?: string
  hint?: string
  optional?: boolean
}

/** What was written, until another day comes from elsewhere. */
const useText = (day: string) => {
  const [text, setText] = useState(writeDay(day))
  if ((readDay(text) ?? '') !== day) setText(writeDay(day))
  return [text, setText] as const
}

const objectionTo = (text: string, { min = '', max = '9' }: Pick<Props, 'min' | 'max'>): string => {
  const day = readDay(text)
  if (day === undefined) return 'Scrivi la data così: gg/mm/aaaa.'
  return day === '' || (day >= min && day <= max) ? '' : 'Controlla l’anno.'
}

/** A day as people in Italy write it, whatever language the browser speaks; its calendar is the browser's own. */
export const DateField = ({ label, name, day, onChange, min, max, hint, optional, autoComplete = 'off' }: Props) => {
  const field = useField(name, hint !== undefined)
  const [text, setText] = useText(day)
  const written = useRef<HTMLInputElement>(null)
  const calendar = useRef<HTMLInputElement>(null)
  useEffect(() => written.current?.setCustomValidity(objectionTo(text, { min, max })), [text, min, max])

  const write = (next: string) => {
    setText(next)
    onChange(readDay(next) ?? '')
  }
  return (
    <FieldFrame field={field} label={label} hint={hint} optional={optional}>
      <div className={styles.dated}>
        <input
          {...field.control}
          ref={written}
          className={styles.control}
          inputMode="numeric"
          placeholder="gg/mm/aaaa"
          maxLength={10}
          autoComplete={autoComplete}
          value={text}
          onChange={(event) => write(withStrokes(event.target.value, text))}
          onBlur={() => day && setText(writeDay(day))}
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
          onChange={(event) => write(writeDay(event.target.value))}
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
    </FieldFrame>
  )
}
