import { useState } from 'react'
import { formatTime } from '#domain/dates.ts'
import { call } from '#web/client.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Outcome } from '#web/ui/state/outcome.tsx'
import { useAction } from '#web/ui/state/use-action.ts'

/** The one-time code with which the desk may act for a member who is present. */
export const DeskCode = () => {
  const [code, setCode] = useState<{ code: string; expiresAt: string }>()
  const { busy, outcome, run } = useAction(async () => setCode(await call('POST /api/desk/code')))
  return (
    <Panel
      id="sportello"
      title="Sportello"
      lead="Sei allo sportello e vuoi che agiscano per conto tuo? Di’ questo codice. Non dirlo al telefono o in un messaggio."
    >
      {code && (
        <p role="status">
          Il tuo codice è <strong>{code.code}</strong>: vale fino alle {formatTime(code.expiresAt)}, una volta sola.
        </p>
      )}
      <Button kind="outlined" onClick={() => run()} disabled={busy}>
        {code ? 'Nuovo codice' : 'Mostra un codice'}
      </Button>
      <Outcome {...outcome} />
    </Panel>
  )
}
