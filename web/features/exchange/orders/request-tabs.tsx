import { Link, useLocation } from 'react-router'
import type { OrderFilter } from '#domain/exchange/orders.ts'
import tab from '#web/ui/layout/tab.module.css'
import styles from './request-tabs.module.css'

const TABS = [
  { to: '/orderlist/seller', label: 'Ricevute' },
  { to: '/orderhistory', label: 'Inviate' },
]

/** Switches between received and sent requests of a verified member. */
export const RequestTabs = () => {
  const { pathname } = useLocation()
  return (
    <nav aria-label="Richieste" className={`${styles.tabs} for-verified on-screen`}>
      {TABS.map(({ to, label }) => (
        <Link key={to} to={to} className={tab.tab} aria-current={pathname === to ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  )
}

const FILTERS: { only: OrderFilter | ''; label: string }[] = [
  { only: '', label: 'Tutte' },
  { only: 'problem', label: 'Con un problema' },
  { only: 'unanswered', label: 'Senza risposta' },
]

/** The requests that an admin looks after. */
export const FilterTabs = ({ current }: { current: OrderFilter | '' }) => (
  <nav aria-label="Quali richieste" className={`${styles.tabs} on-screen`}>
    {FILTERS.map(({ only, label }) => (
      <Link
        key={only}
        to={only ? `/orderlist?only=${only}` : '/orderlist'}
        className={tab.tab}
        aria-current={only === current ? 'page' : undefined}
      >
        {label}
      </Link>
    ))}
  </nav>
)
