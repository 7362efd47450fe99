import { Link, useLocation } from 'react-router'
import { useUserInfo } from '#web/lib/session.ts'
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

/** The main places, on phones only; wide screens have them in the header. */
export const BottomBar = () => {
  const { pathname } = useLocation()
  const entries = entriesFor(useUserInfo()?.verified === true)
  return (
    <nav className={styles.bar} aria-label="Principale">
      {entries.map(({ to, label, icon, paths }) => (
        <Link key={label} to={to} className={styles.entry} aria-current={paths.test(pathname) ? 'page' : undefined}>
          <Icon name={icon} size={24} />
          {label}
        </Link>
      ))}
    </nav>
  )
}
