import { useCallback, useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { NoticePage } from '#domain/notices.schema.ts'
import { callInBackground } from '#web/client.ts'
import { useLive } from '#web/lib/live.ts'
import { findUserInfo, useUserInfo } from '#web/lib/session.ts'
import { CountBadge } from '#web/ui/count-badge.tsx'
import { Icon } from '#web/ui/icon.tsx'

const EMPTY: NoticePage = { notices: [], unseen: 0, pages: 0 }

/** The newest notices; loaded again when the server tells of new ones. */
const useNotices = () => {
  const id = useUserInfo()?._id
  const [page, setPage] = useState(EMPTY)
  const load = useCallback(async () => {
    const loaded = findUserInfo() ? await callInBackground('GET /api/notices').catch(() => undefined) : EMPTY
    if (loaded) setPage(loaded)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another member has other notices
  useEffect(() => {
    void load()
  }, [id, load])
  useLive(({ event }) => {
    if (event === 'notices' || event === 'reset') void load()
  })
  return page
}

const labelOf = (unseen: number): string => {
  if (unseen === 0) return 'Avvisi'
  return unseen === 1 ? 'Avvisi, 1 da vedere' : `Avvisi, ${unseen} da vedere`
}

/** A link to the notices with the number of unseen ones. Those about the page that is open count as seen. */
export const Bell = ({ className }: { className: string | undefined }) => {
  const { notices, unseen } = useNotices()
  const { pathname } = useLocation()
  useEffect(() => {
    const ids = notices.filter(({ seen, link }) => !seen && link.split('#')[0] === pathname).map(({ _id }) => _id)
    if (ids.length > 0) void callInBackground('POST /api/notices/seen', { body: { ids } }).catch(() => undefined)
  }, [notices, pathname])
  return (
    <Link to="/avvisi" className={className}>
      <Icon name="bell" size={24} />
      <span className="visually-hidden">{labelOf(unseen)}</span>
      <CountBadge count={unseen} />
    </Link>
  )
}
