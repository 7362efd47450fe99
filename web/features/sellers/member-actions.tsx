import { Link } from 'react-router'
import { call } from '#web/client.ts'
import { useUserInfo } from '#web/lib/session.ts'
import { ButtonOrLink } from '#web/ui/button-or-link.tsx'
import { Outcome } from '#web/ui/state/outcome.tsx'
import { useAction } from '#web/ui/state/use-action.ts'
import styles from './member-actions.module.css'

/** Report and block, on a member's page; nothing on one's own. */
export const MemberActions = ({ id }: { id: string }) => {
  const user = useUserInfo()
  const { busy, outcome, run } = useAction(
    async () => (await call('PUT /api/blocks/:userId', { params: { userId: id } })).message,
  )
  if (user?._id === id) return null
  return (
    <div className={styles.actions}>
      <Link to={`/segnala?tipo=member&id=${id}`}>Segnala</Link>
      {user && !outcome.success && (
        <ButtonOrLink href="/profile#blocchi" className={styles.block} onClick={() => busy || void run()}>
          Blocca
        </ButtonOrLink>
      )}
      <Outcome {...outcome} />
    </div>
  )
}
