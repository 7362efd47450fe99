import type { ComponentProps } from 'react'
import { FieldFrame } from '#web/ui/form/field.tsx'
import { useField } from '#web/ui/form/form-state.ts'
import styles from './field.module.css'

type Props = ComponentProps<'input'> & { label: string; name: string; value: string; maxLength: number; hint?: string }

const ALMOST_FULL = 15

/** A text input with a character counter. */
export const CountedField = ({ label, hint, ...input }: Props) => {
  const field = useField(input.name, hint !== undefined)
  const left = input.maxLength - input.value.length
  return (
    <FieldFrame field={field} label={label} hint={hint}>
      <input {...input} {...field.control} className={styles.control} />
      <p className={styles.counter} aria-hidden="true">
        {input.value.length} / {input.maxLength}
      </p>
      <span className="visually-hidden" role="status">
        {left <= ALMOST_FULL ? `Ancora ${left} caratteri` : ''}
      </span>
    </FieldFrame>
  )
}
