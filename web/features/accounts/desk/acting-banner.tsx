import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { formatTime } from '#domain/base/dates.ts'
import { callInBackground } from '#web/client.ts'
import { stopActing, useActing } from '#web/lib/session/acting.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { useAction } from '#web/ui/state/use-action.ts'
import styles from './desk.module.css'

/** When acting ends, in any tab, loads a whole page, so that no data of the member stays in memory. */
const useWholeLoadAfter = (isActing: boolean): void => {
  const wasActing = useRef(false)
  useEffect(() => {
    if (wasActing.current && !isActing) window.location.assign('/sportello')
    wasActing.current = isActing
  }, [isActing])
}

const RECEIPT = '/sportello/ricevuta'

/** Always visible while the desk acts for a member. The way out leads over the receipt, which cannot be read afterwards. */
export const ActingBanner = () => {
  const acting = useActing()
  const isAtReceipt = useLocation().pathname === RECEIPT
  const until = acting?.until
  useWholeLoadAfter(acting !== null)
  const { busy, run } = useAction(async () => {
    await callInBackground('POST /api/users/signout', { body: {} }).catch(() => undefined)
    stopActing()
  })
  // The session expires at this time.
  useEffect(() => {
    if (!until) return
    const timer = setTimeout(stopActing, Math.max(0, Date.parse(until) - Date.now()))
    return () => clearTimeout(timer)
  }, [until])
  if (!acting) return null
  return (
    <aside className={styles.banner} aria-label="Sportello" data-top-bar="">
      <p>
        Agisci <strong>per conto di {acting.member}</strong>, fino alle {formatTime(acting.until)}.
      </p>
      {isAtReceipt ? (
        <Button kind="outlined" onClick={() => run()} disabled={busy}>
          Termina
        </Button>
      ) : (
        <ButtonLink kind="outlined" to={RECEIPT}>
          Ricevuta e fine
        </ButtonLink>
      )}
    </aside>
  )
}
