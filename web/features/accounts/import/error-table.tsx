import type { MemberImportResult } from '#domain/accounts/member-import.schema.ts'
import { Table } from '#web/ui/data/table.tsx'
import { Alert } from '#web/ui/state/alert.tsx'

const SHOWN = 100

export const ErrorTable = ({ errors }: Pick<MemberImportResult, 'errors'>) => (
  <>
    <Alert>
      {errors.length === 1
        ? 'Nessuno è stato iscritto: correggi questa riga nel file e riprova.'
        : `Nessuno è stato iscritto: correggi queste ${errors.length} righe nel file e riprova.`}
    </Alert>
    <Table caption="Righe da correggere" columns={['Riga', 'Che cosa non va']}>
      {errors.slice(0, SHOWN).map(({ row, message }) => (
        <tr key={row}>
          <td data-label="Riga">{row}</td>
          <td data-label="Che cosa non va">{message}</td>
        </tr>
      ))}
    </Table>
    {errors.length > SHOWN && <p>…e altre {errors.length - SHOWN}.</p>}
  </>
)
