import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { call, callInBackground } from '#web/client.ts'
import { isActing } from '#web/lib/session/acting.ts'
import { useUserInfo } from '#web/lib/session/session.ts'
import { ButtonOrLink } from '#web/ui/button-or-link.tsx'
import { Outcome } from '#web/ui/state/outcome.tsx'
import { useAction } from '#web/ui/state/use-action.ts'
import styles from './member-actions.module.css'

/** Report and block buttons on a member's page; not on the viewer's own. */
export const MemberActions = ({ id }: { id: string }) => {
  const user = useUserInfo()
  const viewerId = user?._id
  const [isBlocked, setBlocked] = useState(false)
  useEffect(() => {
    setBlocked(false)
    if (viewerId && viewerId !== id && !isActing())
      callInBackground('GET /api/blocks')
        .then(({ blocks }) => setBlocked(blocks.some((block) => block._id === id)))
        .catch(() => undefined)
  }, [viewerId, id])
  const { busy, outcome, run } = useAction(async () => {
    const input = { params: { userId: id } }
    const { message } = await (isBlocked
      ? call('DELETE /api/blocks/:userId', input)
      : call('PUT /api/blocks/:userId', input))
    setBlocked(!isBlocked)
    return message
  })
  if (viewerId === id) return null
  return (
    <div className={styles.actions}>
      <Link to={`/segnala?tipo=member&id=${id}`}>Segnala</Link>
      {user && (
        <ButtonOrLink href="/profilo/privacy#blocchi" className={styles.block} onClick={() => busy || void run()}>
          {isBlocked ? 'Sblocca' : 'Blocca'}
        </ButtonOrLink>
      )}
      <Outcome {...outcome} />
    </div>
  )
}
