import type { ComponentProps, ReactNode } from 'react'
import { useField } from '#web/ui/form/form-state.ts'
import styles from './field.module.css'

type FrameProps = {
  field: ReturnType<typeof useField>
  label: ReactNode
  hint?: ReactNode
  optional?: boolean
  children: ReactNode
}

/** Label, error and hint around any control. */
export const FieldFrame = ({ field, label, hint, optional = false, children }: FrameProps) => (
  <div className={styles.field}>
    <label className={styles.label} htmlFor={field.ids.control}>
      {label}
      {optional && <span className={styles.optional}> (facoltativo)</span>}
    </label>
    {children}
    {field.error && (
      <p className={styles.error} id={field.ids.error} role="alert">
        {field.error}
      </p>
    )}
    {hint && (
      <p className={styles.hint} id={field.ids.hint}>
        {hint}
      </p>
    )}
  </div>
)

type Common = { label: ReactNode; name: string; hint?: ReactNode; optional?: boolean }

export const Field = ({ label, hint, optional, className = '', ...input }: Common & ComponentProps<'input'>) => {
  const field = useField(input.name, hint !== undefined)
  return (
    <FieldFrame field={field} label={label} hint={hint} optional={optional}>
      <input {...input} {...field.control} className={`${styles.control} ${className}`} />
    </FieldFrame>
  )
}

export const SelectField = ({ label, hint, optional, ...select }: Common & ComponentProps<'select'>) => {
  const field = useField(select.name, hint !== undefined)
  return (
    <FieldFrame field={field} label={label} hint={hint} optional={optional}>
      <select {...select} {...field.control} className={`${styles.control} ${styles.select}`} />
    </FieldFrame>
  )
}
