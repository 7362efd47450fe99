import { type ReactNode, useEffect, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { Skeleton, Waiting } from '#web/ui/state/skeleton.tsx'
import styles from './page-to-come.module.css'

// Most pages are there sooner, and grey shapes that only flash are worse than none.
const PATIENCE_MS = 350
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

// The home is one page whichever of its pages is shown.
const kindOf = (pathname: string): string => (/^\/(p\/\d+)?$/.test(pathname) ? '' : (pathname.split('/')[1] ?? ''))

const shapeOf = (pathname: string): ReactNode => {
  const kind = kindOf(pathname)
  if (kind === 'product' && !pathname.endsWith('/edit')) return <Listing />
  return ['', 'search', 'seller', 'tutti_noi'].includes(kind) ? <Cards /> : <Sheet />
}

/** Where one is going, once that takes a while; a change within the same page keeps what is there. */
const useSlowTarget = (): string | undefined => {
  const here = useLocation()
  const { location: target, formMethod } = useNavigation()
  const isPost = formMethod !== undefined && formMethod !== 'GET'
  const pathname = target && !isPost && kindOf(target.pathname) !== kindOf(here.pathname) ? target.pathname : undefined
  const [slow, setSlow] = useState<string>()
  useEffect(() => {
    if (!pathname) return
    const timer = setTimeout(() => setSlow(pathname), PATIENCE_MS)
    return () => {
      clearTimeout(timer)
      setSlow(undefined)
    }
  }, [pathname])
  // The page that has come stands at its full height in the moment one is led back to where one was on it.
  return pathname === undefined ? undefined : slow
}

/** The page, and while a slow next one is on its way its shape. */
export const PageOrItsShape = ({ children }: { children: ReactNode }) => {
  const target = useSlowTarget()
  return (
    <>
      {target && (
        <div data-shape="">
          <Waiting />
          {shapeOf(target)}
        </div>
      )}
      {/* Kept, not dropped: a form one comes back to still holds what was typed. */}
      <div hidden={target !== undefined}>{children}</div>
    </>
  )
}
