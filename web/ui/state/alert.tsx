import type { ReactNode } from 'react'
import styles from './alert.module.css'

type Tone = 'danger' | 'notice' | 'success'

/** A message box; screen readers announce `danger` at once. */
export const Alert = ({ tone = 'danger', children }: { tone?: Tone; children: ReactNode }) => (
  <div className={`${styles.alert} ${styles[tone]}`} role={tone === 'danger' ? 'alert' : 'status'}>
    {children}
  </div>
)
