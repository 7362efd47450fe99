import { download } from '#web/client.ts'
import { ActionButton } from '#web/ui/action-button.tsx'

const FILES = { members: 'utenti', listings: 'annunci', orders: 'richieste', movements: 'movimenti-val' } as const

/** Downloads a table as a file for a spreadsheet. */
export const ExportButton = ({ table }: { table: keyof typeof FILES }) => (
  <ActionButton
    kind="outlined"
    act={() => download(`GET /api/export/${table}.csv`, `${FILES[table]}.csv`)}
    busy="Preparo il file…"
  >
    Scarica CSV
  </ActionButton>
)
