import { Link, useLocation } from 'react-router'
import { useUserInfo } from '#web/lib/session.ts'
import { useUnseen } from '#web/lib/unseen.ts'
import { CountBadge } from '#web/ui/count-badge.tsx'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import styles from './bottom-bar.module.css'

type Entry = { to: string; label: string; icon: IconName; paths: RegExp; unread?: number; className?: string }

const entriesFor = (isVerified: boolean, unread: number): Entry[] => [
  { to: '/', label: 'Vetrina', icon: 'home', paths: /^\/(p\/|$)/ },
  // Members, who have no room for their messages in the header, search with the field in it.
  { to: '/search', label: 'Cerca', icon: 'search', paths: /^\/search/, className: 'for-visitors' },
  { to: '/messaggi', label: 'Messaggi', icon: 'chat', paths: /^\/messaggi/, unread, className: 'for-members' },
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
  const entries = entriesFor(useUserInfo()?.verified === true, useUnseen().messages)
  return (
    <nav className={styles.bar} aria-label="Principale">
      {entries.map(({ to, label, icon, paths, unread = 0, className = '' }) => (
        <Link
          key={label}
          to={to}
          className={`${styles.entry} ${className}`}
          aria-label={unread > 0 ? `${label}, ${unread} da leggere` : undefined}
          aria-current={paths.test(pathname) ? 'page' : undefined}
        >
          <span className={styles.icon}>
            <Icon name={icon} size={24} />
            <CountBadge count={unread} />
          </span>
          {label}
        </Link>
      ))}
    </nav>
  )
}
