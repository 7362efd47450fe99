import { download } from '#web/client.ts'
import { Button } from '#web/ui/button.tsx'
import { Outcome } from '#web/ui/state/outcome.tsx'
import { useAction } from '#web/ui/state/use-action.ts'

const FILES = { members: 'utenti', listings: 'annunci', orders: 'richieste', movements: 'movimenti-val' } as const

/** Downloads a table as a file for a spreadsheet. */
export const ExportButton = ({ table }: { table: keyof typeof FILES }) => {
  const { busy, outcome, run } = useAction(() => download(`GET /api/export/${table}.csv`, `${FILES[table]}.csv`))
  return (
    <>
      <Button kind="outlined" onClick={() => run()} disabled={busy}>
        {busy ? 'Preparo il file…' : 'Scarica CSV'}
      </Button>
      <Outcome {...outcome} />
    </>
  )
}
