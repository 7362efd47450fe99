import { Link, useLocation } from 'react-router'
import tab from '#web/ui/layout/tab.module.css'
import styles from './request-tabs.module.css'

const TABS = [
  { to: '/orderlist/seller', label: 'Ricevute' },
  { to: '/orderhistory', label: 'Inviate da me' },
]

/** Switches between received and sent requests of a verified member. */
export const RequestTabs = () => {
  const { pathname } = useLocation()
  return (
    <nav aria-label="Richieste" className={`${styles.tabs} for-verified`}>
      {TABS.map(({ to, label }) => (
        <Link key={to} to={to} className={tab.tab} aria-current={pathname === to ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  )
}
