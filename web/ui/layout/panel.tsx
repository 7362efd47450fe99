import type { ReactNode } from 'react'
import styles from './panel.module.css'

type Props = { id: string; title: string; lead?: ReactNode; children: ReactNode }

/** A titled section of a page. */
export const Panel = ({ id, title, lead, children }: Props) => (
  <section className={styles.panel} id={id} aria-labelledby={`${id}-titolo`}>
    <h2 className={styles.title} id={`${id}-titolo`}>
      {title}
    </h2>
    {lead && <p className={styles.lead}>{lead}</p>}
    {children}
  </section>
)
