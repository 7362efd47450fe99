import { useEffect } from 'react'
import { Link } from 'react-router'
import { formatAmount } from '#domain/base/money.ts'
import { knownBalance, refreshBalance } from '#web/lib/balance.ts'
import { useBrowserStore } from '#web/lib/browser-store.ts'
import { useLive } from '#web/lib/live.ts'
import { useUserInfo } from '#web/lib/session/session.ts'
import { useCountUp } from '#web/lib/use-count-up.ts'
import { Icon } from '#web/ui/icon.tsx'
import styles from './header-balance.module.css'

/** A link to the wallet with the member's balance, which is read again with every notice and whenever the page is shown. */
export const HeaderBalance = ({ className = '' }: { className?: string | undefined }) => {
  const user = useUserInfo()
  const known = useBrowserStore(knownBalance, null)
  const memberId = user?.verified ? user._id : undefined
  const counted = useCountUp(known?.memberId === memberId ? known?.balance : undefined)
  const balance = counted === undefined ? undefined : formatAmount(counted)

  // VAL that arrive always leave a notice.
  useLive(({ event }) => {
    if (memberId && event === 'notices') void refreshBalance()
  })

  useEffect(() => {
    if (!memberId) return
    const refresh = () => {
      if (document.visibilityState === 'visible') void refreshBalance()
    }
    refresh()
    document.addEventListener('visibilitychange', refresh)
    return () => document.removeEventListener('visibilitychange', refresh)
  }, [memberId])

  return (
    <Link to="/portafoglio" className={`${className} for-verified`}>
      <span className={balance && styles.wideOnly}>
        <Icon name="wallet" size={24} />
      </span>
      <span className="visually-hidden">Portafoglio{balance && ', saldo '}</span>
      <span className={`${styles.balance} figures`}>
        {balance}
        {balance && <span className={styles.unit}> VAL</span>}
      </span>
    </Link>
  )
}
