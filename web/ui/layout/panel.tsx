import type { ReactNode } from 'react'
import styles from './panel.module.css'

/** A titled section of a page. */
export const Panel = ({
  id,
  title,
  lead,
  children,
}: {
  id: string
  title: string
  lead?: ReactNode
  children: ReactNode
}) => (
  <section className={styles.panel} id={id} aria-labelledby={`${id}-titolo`}>
    <h2 className={styles.title} id={`${id}-titolo`}>
      {title}
    </h2>
    {lead && <p className={styles.lead}>{lead}</p>}
    {children}
  </section>
)
