import { useEffect, useState } from 'react'
import { type PushState, readPushState, turnOffPush, turnOnPush } from '#web/features/talk/push/push.ts'
import { Button } from '#web/ui/button.tsx'
import { Outcome } from '#web/ui/state/outcome.tsx'
import { useAction } from '#web/ui/state/use-action.ts'

const TEXTS: Record<PushState, string> = {
  unsupported: 'Questo browser non riceve notifiche. Su iPhone e iPad aggiungi prima Piazza alla schermata Home.',
  denied: 'Hai bloccato le notifiche di questo sito: puoi permetterle di nuovo dalle impostazioni del browser.',
  off: 'Una notifica ti dice che c’è una novità, senza dire quale.',
  on: 'Le notifiche arrivano su questo dispositivo.',
}

/** Turns the notifications of this device on and off. */
export const PushSwitch = () => {
  const [state, setState] = useState<PushState>()
  useEffect(() => {
    void readPushState().then(setState)
  }, [])
  const { busy, outcome, run } = useAction(async () => setState(await (state === 'on' ? turnOffPush() : turnOnPush())))
  if (!state) return null
  return (
    <>
      <p>{TEXTS[state]}</p>
      {(state === 'on' || state === 'off') && (
        <div>
          <Button kind="outlined" onClick={() => void run()} disabled={busy}>
            {state === 'on' ? 'Disattiva le notifiche' : 'Attiva le notifiche'}
          </Button>
        </div>
      )}
      <Outcome {...outcome} />
    </>
  )
}
