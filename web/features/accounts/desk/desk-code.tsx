import { useState } from 'react'
import { formatTime } from '#domain/base/dates.ts'
import { call } from '#web/client.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'

/** The one-time code with which the desk may act for a member who is present. */
export const DeskCode = () => {
  const [code, setCode] = useState<{ code: string; expiresAt: string }>()
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
      <ActionButton kind="outlined" act={async () => setCode(await call('POST /api/desk/code'))}>
        {code ? 'Nuovo codice' : 'Mostra un codice'}
      </ActionButton>
    </Panel>
  )
}
