import type { ReactNode } from 'react'
import { Message } from '#web/ui/state/message.tsx'
import styles from './alert.module.css'

type Tone = 'danger' | 'notice' | 'success'

/** A message box; screen readers announce `danger` at once. A plain text is shown as a message of the API. */
export const Alert = ({ tone = 'danger', children }: { tone?: Tone; children: ReactNode }) => (
  <div className={`${styles.alert} ${styles[tone]}`} role={tone === 'danger' ? 'alert' : 'status'}>
    {typeof children === 'string' ? <Message>{children}</Message> : children}
  </div>
)
