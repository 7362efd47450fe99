import type { ReactNode } from 'react'
import { Alert } from '#web/ui/state/alert.tsx'
import styles from './failure.module.css'

/** The message of a failed load, with a button or link to continue. */
export const Failure = ({ message, children }: { message: string; children: ReactNode }) => (
  <div className={styles.failure}>
    <Alert>{message}</Alert>
    {children}
  </div>
)
