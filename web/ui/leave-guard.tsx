import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import styles from './leave-guard.module.css'

/** Warns before leaving with unsaved changes; `note` says what happens to them. */
export const LeaveGuard = ({ active, note }: { active: () => boolean; note: string }) => {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    return active() && currentLocation.pathname !== nextLocation.pathname
  })

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (active()) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [active])

  const stay = () => {
    if (blocker.state === 'blocked') blocker.reset()
  }
  return (
    <Dialog title="Hai modifiche non salvate" open={blocker.state === 'blocked'} onClose={stay}>
      <p>{note}</p>
      <div className={styles.row}>
        <Button onClick={stay} data-first>
          Resta qui
        </Button>
        <Button kind="plain" onClick={() => blocker.proceed?.()}>
          Esci senza salvare
        </Button>
      </div>
    </Dialog>
  )
}
