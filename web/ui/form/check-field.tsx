import { type ComponentProps, type ReactNode, use, useId } from 'react'
import { FormErrors } from '#web/ui/form/form-state.ts'
import { Message } from '#web/ui/state/message.tsx'
import styles from './field.module.css'

type Props = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; hint?: ReactNode; name: string }

export const CheckField = ({ label, hint, ...input }: Props) => {
  const id = useId()
  const error = use(FormErrors)[input.name]
  return (
    <div className={styles.field}>
      <label className={styles.check}>
        <input
          {...input}
          id={id}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error && `${id}-error`}
        />
        <span>
          {label}
          {hint && <small>{hint}</small>}
        </span>
      </label>
      {error && (
        <p className={styles.error} id={`${id}-error`} role="alert">
          <Message>{error}</Message>
        </p>
      )}
    </div>
  )
}
