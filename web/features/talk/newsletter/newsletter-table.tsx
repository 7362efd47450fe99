import { Link } from 'react-router'
import { formatDate, formatTime } from '#domain/base/dates.ts'
import type { NewsletterView } from '#domain/talk/newsletter.schema.ts'
import { AUDIENCE_LABELS, STATE_LABELS } from '#web/features/talk/newsletter/labels.ts'
import { Button } from '#web/ui/button.tsx'
import table from '#web/ui/data/table.module.css'
import { ACTIONS, Table } from '#web/ui/data/table.tsx'

type Props = { newsletters: NewsletterView[]; onDelete: (newsletter: NewsletterView) => void }

const COLUMNS = [
  'Oggetto',
  'A chi',
  'Stato',
  'Quando',
  { name: 'Spedite', number: true },
  { name: 'Non riuscite', number: true },
  ACTIONS,
]

export const NewsletterTable = ({ newsletters, onDelete }: Props) => (
  <Table caption="Newsletter" columns={COLUMNS}>
    {newsletters.map((one) => (
      <tr key={one._id}>
        <td data-label="Oggetto" className={table.name}>
          <Link to={`/scrivi/${one._id}`}>{one.subject}</Link>
        </td>
        <td data-label="A chi">{AUDIENCE_LABELS[one.audience]}</td>
        <td data-label="Stato">{STATE_LABELS[one.state]}</td>
        <td data-label="Quando">
          {formatDate(one.sentAt ?? one.createdAt)} {formatTime(one.sentAt ?? one.createdAt)}
        </td>
        <td data-label="Spedite" className={table.number}>
          {one.state === 'draft' ? '—' : one.sent}
        </td>
        <td data-label="Non riuscite" className={table.number}>
          {one.state === 'draft' ? '—' : one.failed}
        </td>
        <td className={table.actions}>
          {one.state === 'draft' && (
            <Button kind="plain" onClick={() => onDelete(one)} aria-label={`Cancella ${one.subject}`}>
              Cancella
            </Button>
          )}
        </td>
      </tr>
    ))}
  </Table>
)
