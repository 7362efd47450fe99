import type { ReactNode } from 'react'
import { LoadingStatus, Skeleton } from '#web/ui/state/skeleton.tsx'
import styles from './panel-page.module.css'

type Props = {
  title: string
  /** A button beside the title. */
  action?: ReactNode
  /** For pages of text and forms. */
  narrow?: boolean
  children: ReactNode
}

/** A page of panels below each other. */
export const PanelPage = ({ title, action, narrow = false, children }: Props) => (
  <div className={`${styles.page} ${narrow ? styles.narrow : ''}`}>
    <div className={styles.top}>
      <h1 className={styles.title}>{title}</h1>
      {action}
    </div>
    {children}
  </div>
)

export const PanelPageSkeleton = (page: { title: string; narrow?: boolean }) => (
  <PanelPage {...page}>
    <LoadingStatus />
    <Skeleton shape="box" count={3} />
  </PanelPage>
)
