import type { ReactNode } from 'react'
import styles from './sheet.module.css'

/** A page that is one thing to do: a sheet of paper in the middle, under its title. */
export const Sheet = ({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) => (
  <section className={styles.sheet}>
    <h1 className={styles.title}>{title}</h1>
    {lead && <p className={styles.lead}>{lead}</p>}
    <div className={styles.paper}>{children}</div>
  </section>
)
