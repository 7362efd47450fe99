import type { ReactNode } from 'react'
import styles from './sheet.module.css'

/** A page with a single form or message in a centred box. */
export const Sheet = ({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) => (
  <section className={styles.sheet}>
    <h1 className={styles.title}>{title}</h1>
    {lead && <p className={styles.lead}>{lead}</p>}
    <div className={styles.paper}>{children}</div>
  </section>
)
