import type { ComponentProps, ReactNode } from 'react'
import styles from './field.module.css'

type Props = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; hint?: ReactNode; name: string }

export const CheckField = ({ label, hint, ...input }: Props) => (
  <label className={styles.check}>
    <input {...input} type="checkbox" />
    <span>
      {label}
      {hint && <small>{hint}</small>}
    </span>
  </label>
)
