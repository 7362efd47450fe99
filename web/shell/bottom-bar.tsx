import { Link, useLocation } from 'react-router'
import { useUserInfo } from '#web/lib/session/session.ts'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import styles from './bottom-bar.module.css'

type Entry = { to: string; label: string; icon: IconName; paths: RegExp }

const entriesFor = (isVerified: boolean): Entry[] => [
  { to: '/', label: 'Vetrina', icon: 'home', paths: /^\/(p\/|$)/ },
  { to: '/search', label: 'Cerca', icon: 'search', paths: /^\/search/ },
  { to: '/pubblica', label: 'Pubblica', icon: 'plus', paths: /^\/(pubblica|product\/[^/]+\/edit)/ },
  {
    to: isVerified ? '/orderlist/seller' : '/orderhistory',
    label: 'Richieste',
    icon: 'inbox',
    paths: /^\/(orderlist\/seller|orderhistory|order\/)/,
  },
  { to: '/profile', label: 'Io', icon: 'person', paths: /^\/(profile|productlist\/seller)/ },
]

/** `page` only if the link leads to the current page itself, not to another page of the same group. */
const currentAt = (pathname: string, { to, paths }: Entry) => {
  if (pathname === to) return 'page'
  return paths.test(pathname) ? 'true' : undefined
}

/** Links to the main pages, on phones only; wide screens have them in the header. */
export const BottomBar = () => {
  const { pathname } = useLocation()
  const entries = entriesFor(useUserInfo()?.verified === true)
  return (
    <nav className={styles.bar} aria-label="Principale">
      {entries.map((entry) => (
        <Link key={entry.label} to={entry.to} className={styles.entry} aria-current={currentAt(pathname, entry)}>
          <Icon name={entry.icon} size={24} />
          {entry.label}
        </Link>
      ))}
    </nav>
  )
}
