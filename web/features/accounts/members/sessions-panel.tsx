import { Link } from 'react-router'
import type { MemberSessions } from '#domain/accounts/members.schema.ts'
import { formatTime, sinceDate, theDate } from '#domain/base/dates.ts'
import { call } from '#web/client.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Alert } from '#web/ui/state/alert.tsx'
import { Outcome } from '#web/ui/state/outcome.tsx'
import { useAction } from '#web/ui/state/use-action.ts'

type Props = { id: string; sessions: MemberSessions; onChange: () => Promise<void> }

/** Open sessions of a member, failures of the e-mail address, and a link to the audit log. */
export const SessionsPanel = ({ id, sessions: { sessions, mailFailure }, onChange }: Props) => {
  const end = useAction(async () => {
    const { message } = await call('DELETE /api/users/:id/sessions', { params: { id } })
    await onChange()
    return message
  })
  return (
    <Panel id="sessioni" title="Accessi">
      {mailFailure && (
        <Alert tone="notice">
          <p>
            Le e-mail tornano indietro {sinceDate(mailFailure.at)} e a questo indirizzo non partono più newsletter:{' '}
            {mailFailure.reason}
          </p>
        </Alert>
      )}
      {sessions.length > 0 ? (
        <ul>
          {sessions.map(({ beganAt }) => (
            <li key={beganAt}>
              Aperta {theDate(beganAt)} alle {formatTime(beganAt)}
            </li>
          ))}
        </ul>
      ) : (
        <p>Nessuna sessione aperta negli ultimi 30 giorni.</p>
      )}
      <p>
        <Button kind="outlined" onClick={() => end.run()} disabled={end.busy}>
          {end.busy ? 'Un momento…' : 'Chiudi tutte le sessioni'}
        </Button>
      </p>
      <Outcome {...end.outcome} />
      <p>
        <Link to={`/registro?id=${id}`}>Che cosa dice il registro di questa persona</Link>
      </p>
    </Panel>
  )
}
