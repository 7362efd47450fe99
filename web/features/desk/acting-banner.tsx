import { Link, useNavigate } from 'react-router'
import { formatTime } from '#domain/dates.ts'
import { call } from '#web/client.ts'
import { stopActing, useActing } from '#web/lib/acting.ts'
import { Button } from '#web/ui/button.tsx'
import { useAction } from '#web/ui/state/use-action.ts'
import styles from './desk.module.css'

/** Always visible while the desk acts for a member. */
export const ActingBanner = () => {
  const acting = useActing()
  const navigate = useNavigate()
  const { busy, run } = useAction(async () => {
    // The session may have ended by itself.
    await call('POST /api/users/signout', { body: {} }).catch(() => undefined)
    stopActing()
    await navigate('/sportello')
  })
  if (!acting) return null
  return (
    <aside className={styles.banner} aria-label="Sportello">
      <p>
        Agisci <strong>per conto di {acting.member}</strong>, fino alle {formatTime(acting.until)}.
      </p>
      <Link to="/sportello/ricevuta">Ricevuta</Link>
      <Button kind="outlined" onClick={() => run()} disabled={busy}>
        Ho finito
      </Button>
    </aside>
  )
}
