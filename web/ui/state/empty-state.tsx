import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

/** Shown instead of an empty list, with what to do next. */
export const EmptyState = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className={styles.empty}>
    <p className={styles.title}>{title}</p>
    <div>{children}</div>
  </div>
)
