import type { ReactNode } from 'react'
import { LoadingStatus, Skeleton } from '#web/ui/state/skeleton.tsx'
import styles from './two-columns.module.css'

type Props = { title: string; lead?: ReactNode; aside: ReactNode; children: ReactNode }

/** A page with an aside beside its main column, below it on phones. */
export const TwoColumns = ({ title, lead, aside, children }: Props) => (
  <div className={styles.page}>
    <div className={styles.top}>
      <h1 className={styles.title}>{title}</h1>
      {lead}
    </div>
    <div className={styles.main}>{children}</div>
    <div className={styles.aside}>{aside}</div>
  </div>
)

export const TwoColumnsSkeleton = ({ title, boxes }: { title: string; boxes: number }) => (
  <TwoColumns title={title} aside={<Skeleton shape="box" />}>
    <LoadingStatus />
    <Skeleton shape="box" count={boxes} />
  </TwoColumns>
)
