import { Link, useLocation } from 'react-router'
import { useUnseen } from '#web/lib/unseen.ts'
import { CountBadge } from '#web/ui/count-badge.tsx'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import styles from './bottom-bar.module.css'

type Entry = { to: string; label: string; icon: IconName; paths: RegExp }

const ENTRIES: readonly Entry[] = [
  { to: '/', label: 'Vetrina', icon: 'home', paths: /^\/(p\/|$)/ },
  { to: '/search', label: 'Cerca', icon: 'search', paths: /^\/search/ },
  { to: '/pubblica', label: 'Pubblica', icon: 'plus', paths: /^\/(pubblica|product\/[^/]+\/edit)/ },
  { to: '/messaggi', label: 'Messaggi', icon: 'chat', paths: /^\/messaggi/ },
  { to: '/profile', label: 'Io', icon: 'person', paths: /^\/(profil[eo]|productlist\/seller|orderlist\/seller|order)/ },
]

/** `page` only if the link leads to the current page itself, not to another page of the same group. */
const currentAt = (pathname: string, { to, paths }: Entry) => {
  if (pathname === to) return 'page'
  return paths.test(pathname) ? 'true' : undefined
}

/** Links to the main pages, on phones only; wide screens have them in the header. */
export const BottomBar = () => {
  const { pathname } = useLocation()
  const { messages } = useUnseen()
  return (
    <nav className={styles.bar} aria-label="Principale">
      {ENTRIES.map((entry) => {
        const count = entry.to === '/messaggi' ? messages : 0
        return (
          <Link key={entry.to} to={entry.to} className={styles.entry} aria-current={currentAt(pathname, entry)}>
            <span className={styles.icon}>
              <Icon name={entry.icon} size={24} />
              <CountBadge count={count} />
            </span>
            <span>
              {entry.label}
              {count > 0 && <span className="visually-hidden">, {count} da leggere</span>}
            </span>
          </Link>
        )
      })}
    </nav>
  )
}
