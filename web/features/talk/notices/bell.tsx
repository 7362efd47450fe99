import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { callInBackground } from '#web/client.ts'
import { useUnseen } from '#web/lib/unseen.ts'
import { CountedLink } from '#web/ui/counted-link.tsx'

/** A link to the notices with the number of unseen ones. Marks notices that link to the visible page as seen. */
export const Bell = ({ className }: { className: string | undefined }) => {
  const { notices, unseen } = useUnseen()
  const { pathname } = useLocation()
  useEffect(() => {
    const ids = notices.filter(({ link }) => link.split('#')[0] === pathname).map(({ _id }) => _id)
    if (ids.length === 0) return
    const markSeen = () => {
      if (document.visibilityState !== 'visible') return
      void callInBackground('POST /api/notices/seen', { body: { ids } }).catch(() => undefined)
    }
    markSeen()
    document.addEventListener('visibilitychange', markSeen)
    return () => document.removeEventListener('visibilitychange', markSeen)
  }, [notices, pathname])
  return (
    <CountedLink to="/avvisi" icon="bell" label="Notifiche" count={unseen} counted="da vedere" className={className} />
  )
}
