import type { ReactNode } from 'react'
import styles from './beside.module.css'

type Props = { title: string; lead?: ReactNode; aside: ReactNode; children: ReactNode }

/** A page with what it comes to beside what it is about; on a phone below it. */
export const Beside = ({ title, lead, aside, children }: Props) => (
  <div className={styles.page}>
    <div className={styles.top}>
      <h1 className={styles.title}>{title}</h1>
      {lead}
    </div>
    <div className={styles.main}>{children}</div>
    <div className={styles.aside}>{aside}</div>
  </div>
)
