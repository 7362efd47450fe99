import { useEffect } from 'react'
import { Link } from 'react-router'
import { SECTION_LABELS, SECTIONS, type Section } from '#domain/market/listings.ts'
import { homePath, type RememberedPages, rememberedPages } from '#web/features/market/listings/card/home-path.ts'
import { useBrowserStore } from '#web/lib/browser-store.ts'
import { Icon } from '#web/ui/icon.tsx'
import tab from '#web/ui/layout/tab.module.css'
import { SECTION_ICONS } from '#web/ui/section-icons.ts'
import styles from './section-tabs.module.css'

const NOTHING_YET: RememberedPages = {}

type Props = { section: Section; page: number; pages: number }

export const SectionTabs = ({ section, page, pages }: Props) => {
  const remembered = useBrowserStore(rememberedPages, NOTHING_YET)

  useEffect(() => {
    if (page <= pages) rememberedPages.write({ ...rememberedPages.read(), [section]: page })
  }, [section, page, pages])

  return (
    <nav aria-label="Sezioni">
      <ul className={styles.tabs}>
        {SECTIONS.map((entry) => {
          const target = entry === section ? page : (remembered[entry] ?? 1)
          return (
            <li key={entry}>
              <Link
                className={`${tab.tab} ${styles.tab}`}
                to={homePath(entry, target)}
                aria-current={entry === section ? 'page' : undefined}
                prefetch="intent"
              >
                <Icon name={SECTION_ICONS[entry]} size={18} />
                {SECTION_LABELS[entry]}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
