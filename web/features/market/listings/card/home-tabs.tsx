import { useEffect } from 'react'
import { Link } from 'react-router'
import { SECTION_LABELS } from '#domain/market/listings.ts'
import {
  HOME_TABS,
  type HomeTab,
  homePath,
  type RememberedPages,
  rememberedPages,
} from '#web/features/market/listings/card/home-path.ts'
import { useBrowserStore } from '#web/lib/browser-store.ts'
import styles from './home-tabs.module.css'

const NOTHING_YET: RememberedPages = {}
const LABELS: Record<HomeTab, string> = { all: 'Tutti', ...SECTION_LABELS }

type Props = { tab: HomeTab; page: number; pages: number }

export const HomeTabs = ({ tab, page, pages }: Props) => {
  const remembered = useBrowserStore(rememberedPages, NOTHING_YET)

  useEffect(() => {
    if (page <= pages) rememberedPages.write({ ...rememberedPages.read(), [tab]: page })
  }, [tab, page, pages])

  return (
    <nav aria-label="Sezioni" className={styles.nav}>
      <ul className={styles.tabs}>
        {HOME_TABS.map((entry) => (
          <li key={entry}>
            <Link
              className={styles.tab}
              to={homePath(entry, entry === tab ? page : (remembered[entry] ?? 1))}
              aria-current={entry === tab ? 'page' : undefined}
              prefetch="intent"
            >
              {LABELS[entry]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
