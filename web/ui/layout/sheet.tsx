import type { ReactNode } from 'react'
import { LoadingStatus, Skeleton } from '#web/ui/state/skeleton.tsx'
import styles from './sheet.module.css'

/** A page with a single form or message in a centred box. */
export const Sheet = ({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) => (
  <section className={styles.sheet}>
    <h1 className={styles.title}>{title}</h1>
    {lead && <p className={styles.lead}>{lead}</p>}
    <div className={styles.paper}>{children}</div>
  </section>
)

export const SheetSkeleton = ({ title, fields }: { title: string; fields: number }) => (
  <Sheet title={title}>
    <LoadingStatus />
    <Skeleton shape="field" count={fields} />
  </Sheet>
)
