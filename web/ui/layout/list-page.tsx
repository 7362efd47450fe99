import type { ReactNode } from 'react'
import { Outcome } from '#web/ui/state/outcome.tsx'
import { LoadingStatus, Skeleton } from '#web/ui/state/skeleton.tsx'
import styles from './list-page.module.css'

type Props = {
  title: string
  /** Buttons or links beside the title. */
  action?: ReactNode
  search?: ReactNode
  /** Success message of the last action, for example a deletion. */
  message?: string
  children: ReactNode
}

/** A page with a table of entries. */
export const ListPage = ({ title, action, search, message, children }: Props) => (
  <div className={styles.page}>
    <div className={styles.top}>
      <h1 className={styles.title}>{title}</h1>
      {action && <div className={styles.actions}>{action}</div>}
    </div>
    {search}
    <Outcome success={message} />
    {children}
  </div>
)

export const ListPageSkeleton = ({ title }: { title: string }) => (
  <ListPage title={title}>
    <LoadingStatus />
    <Skeleton shape="field" count={8} />
  </ListPage>
)
