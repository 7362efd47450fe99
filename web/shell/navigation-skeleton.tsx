import { type ReactNode, useEffect, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { LoadingStatus, Skeleton } from '#web/ui/state/skeleton.tsx'
import styles from './navigation-skeleton.module.css'

// Most pages load faster; a skeleton that only flashes is worse than none.
const DELAY_MS = 350
const CARDS = 8

const Cards = () => (
  <div className={styles.cards}>
    <Skeleton shape="card" count={CARDS} />
  </div>
)

const Listing = () => (
  <div className={styles.listing}>
    <Skeleton shape="picture" />
    <div className={styles.stack}>
      <Skeleton shape="title" count={2} />
      <Skeleton shape="box" />
    </div>
    <div className={styles.stack}>
      <Skeleton count={6} />
    </div>
  </div>
)

const Sheet = () => (
  <div className={styles.sheet}>
    <Skeleton shape="title" />
    <Skeleton shape="box" count={2} />
  </div>
)

// All pages of the home list count as the same kind.
const kindOf = (pathname: string): string => (/^\/(p\/\d+)?$/.test(pathname) ? '' : (pathname.split('/')[1] ?? ''))

const skeletonOf = (pathname: string): ReactNode => {
  const kind = kindOf(pathname)
  if (kind === 'product' && !pathname.endsWith('/edit')) return <Listing />
  return ['', 'search', 'seller', 'tutti_noi'].includes(kind) ? <Cards /> : <Sheet />
}

/** The target path of a navigation that takes longer than the delay; none if it stays on the same kind of page. */
const useSlowTarget = (): string | undefined => {
  const here = useLocation()
  const { location: target, formMethod } = useNavigation()
  const isPost = formMethod !== undefined && formMethod !== 'GET'
  const pathname = target && !isPost && kindOf(target.pathname) !== kindOf(here.pathname) ? target.pathname : undefined
  const [slow, setSlow] = useState<string>()
  useEffect(() => {
    if (!pathname) return
    const timer = setTimeout(() => setSlow(pathname), DELAY_MS)
    return () => {
      clearTimeout(timer)
      setSlow(undefined)
    }
  }, [pathname])
  // Undefined in the render that shows the new page, so that scroll restoration sees its full height.
  return pathname === undefined ? undefined : slow
}

/** The page, replaced by a skeleton of the next one during a slow navigation. */
export const NavigationSkeleton = ({ children }: { children: ReactNode }) => {
  const target = useSlowTarget()
  return (
    <>
      {target && (
        <div data-shape="">
          <LoadingStatus />
          {skeletonOf(target)}
        </div>
      )}
      {/* Hidden instead of unmounted: forms keep what was typed if the navigation is cancelled. */}
      <div hidden={target !== undefined}>{children}</div>
    </>
  )
}
