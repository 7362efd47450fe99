import { useCallback, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { callInBackground } from '#web/client.ts'
import { useLive } from '#web/lib/live.ts'
import { findUserInfo, useUserInfo } from '#web/lib/session.ts'
import { CountBadge } from '#web/ui/count-badge.tsx'
import { Icon } from '#web/ui/icon.tsx'

const useUnread = (): number => {
  const id = useUserInfo()?._id
  const [unread, setUnread] = useState(0)
  const load = useCallback(async () => {
    const list = findUserInfo() ? await callInBackground('GET /api/threads').catch(() => undefined) : { unread: 0 }
    if (list) setUnread(list.unread)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another member has other messages
  useEffect(() => {
    void load()
  }, [id, load])
  useLive(({ event }) => {
    if (event !== 'notices') void load()
  })
  return unread
}

const labelOf = (unread: number): string => {
  if (unread === 0) return 'Messaggi'
  return unread === 1 ? 'Messaggi, 1 da leggere' : `Messaggi, ${unread} da leggere`
}

/** A link to the messages with the number of unread ones. */
export const MessagesLink = ({ className }: { className: string | undefined }) => {
  const unread = useUnread()
  return (
    <Link to="/messaggi" className={className}>
      <Icon name="chat" size={24} />
      <span className="visually-hidden">{labelOf(unread)}</span>
      <CountBadge count={unread} />
    </Link>
  )
}
