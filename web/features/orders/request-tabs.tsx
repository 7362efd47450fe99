import { Link, useLocation } from 'react-router'
import tab from '#web/ui/layout/tab.module.css'
import styles from './request-tabs.module.css'

const TABS = [
  { to: '/orderlist/seller', label: 'Ricevute', className: 'for-verified' },
  { to: '/orderhistory', label: 'Inviate da me', className: '' },
]

/** Switches between the requests that a member received and those that they sent. */
export const RequestTabs = () => {
  const { pathname } = useLocation()
  return (
    <nav aria-label="Richieste" className={styles.tabs}>
      {TABS.map(({ to, label, className }) => (
        <Link
          key={to}
          to={to}
          className={`${tab.tab} ${className}`}
          aria-current={pathname === to ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
