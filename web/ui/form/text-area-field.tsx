import { type ComponentProps, useState } from 'react'
import { FieldFrame } from '#web/ui/form/field.tsx'
import { useField } from '#web/ui/form/form-state.ts'
import styles from './field.module.css'

type Props = ComponentProps<'textarea'> & { label: string; name: string; maxLength: number; hint?: string }

const ALMOST_FULL = 50

/** A text area with a character counter. */
export const TextAreaField = ({ label, hint, ...area }: Props) => {
  const field = useField(area.name, hint !== undefined)
  const [typed, setTyped] = useState(String(area.defaultValue ?? '').length)
  const length = area.value === undefined ? typed : String(area.value).length
  const left = area.maxLength - length
  return (
    <FieldFrame field={field} label={label} hint={hint}>
      <textarea
        {...area}
        {...field.control}
        className={`${styles.control} ${styles.area}`}
        onChange={(event) => setTyped(event.currentTarget.value.length)}
      />
      <p className={styles.counter} aria-hidden="true">
        {length} / {area.maxLength.toLocaleString('it-IT')}
      </p>
      <span className="visually-hidden" role="status">
        {left <= ALMOST_FULL ? `Ancora ${left} caratteri` : ''}
      </span>
    </FieldFrame>
  )
}
