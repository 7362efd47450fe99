import { type ComponentProps, type ReactNode, use, useId } from 'react'
import { FormErrors } from '#web/ui/form/form-state.ts'
import { Message } from '#web/ui/state/message.tsx'
import styles from './field.module.css'

export type FieldProps = { label: string; name: string; hint?: string; optional?: boolean }

type ControlProps = Pick<ComponentProps<'input'>, 'aria-invalid' | 'aria-describedby'> & { id: string; name: string }
type FrameProps = FieldProps & { children: (control: ControlProps) => ReactNode }

/** Label, error and hint around any control, which gets the id and ARIA attributes that connect it with them. */
export const FieldFrame = ({ label, name, hint, optional = false, children }: FrameProps) => {
  const id = useId()
  const error = use(FormErrors)[name]
  const described = [error && `${id}-error`, hint !== undefined && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {optional && <span className={styles.optional}> (facoltativo)</span>}
      </label>
      {children({ id, name, 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined })}
      {error && (
        <p className={styles.error} id={`${id}-error`} role="alert">
          <Message>{error}</Message>
        </p>
      )}
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

export const Field = ({ label, hint, optional, className = '', ...input }: FieldProps & ComponentProps<'input'>) => (
  <FieldFrame label={label} name={input.name} hint={hint} optional={optional}>
    {(control) => <input {...input} {...control} className={`${styles.control} ${className}`} />}
  </FieldFrame>
)

export const SelectField = ({ label, hint, optional, ...select }: FieldProps & ComponentProps<'select'>) => (
  <FieldFrame label={label} name={select.name} hint={hint} optional={optional}>
    {(control) => <select {...select} {...control} className={`${styles.control} ${styles.select}`} />}
  </FieldFrame>
)
