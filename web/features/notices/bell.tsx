import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { callInBackground } from '#web/client.ts'
import { useUnseen } from '#web/lib/unseen.ts'
import { CountedLink } from '#web/ui/counted-link.tsx'

/** A link to the notices with the number of unseen ones. Those about the page that is open count as seen. */
export const Bell = ({ className }: { className: string | undefined }) => {
  const { notices, unseen } = useUnseen()
  const { pathname } = useLocation()
  useEffect(() => {
    const ids = notices.filter(({ link }) => link.split('#')[0] === pathname).map(({ _id }) => _id)
    if (ids.length > 0) void callInBackground('POST /api/notices/seen', { body: { ids } }).catch(() => undefined)
  }, [notices, pathname])
  return (
    <CountedLink to="/avvisi" icon="bell" label="Avvisi" count={unseen} counted="da vedere" className={className} />
  )
}
