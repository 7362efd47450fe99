import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData, useRevalidator } from 'react-router'
import type { PartStatus, Status } from '#domain/association/status.schema.ts'
import { ALARM_MINUTES, STATUS_LABELS, STATUS_PARTS, type StatusPart } from '#domain/association/status.ts'
import { formatDate, formatTime, ofDate, sinceDate } from '#domain/base/dates.ts'
import { formatAmount } from '#domain/base/money.ts'
import { call } from '#web/client.ts'
import { BackupDownload } from '#web/features/association/backup-download.tsx'
import { privateMeta } from '#web/lib/page/page-meta.ts'
import { orRouteError } from '#web/lib/page/route-error.ts'
import { requireAdmin } from '#web/lib/session/require-member.ts'
import { LoadError } from '#web/shell/load-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { PanelPage, PanelPageSkeleton } from '#web/ui/layout/panel-page.tsx'
import styles from './stato.module.css'

const TITLE = 'Stato'

export const meta: MetaFunction = () => privateMeta(TITLE)

export const clientLoader = async ({ url }: ClientLoaderFunctionArgs) => {
  await requireAdmin(url)
  return orRouteError(call('GET /api/status'))
}

export const HydrateFallback = () => <PanelPageSkeleton title={TITLE} narrow />

export const ErrorBoundary = () => <LoadError title={TITLE} />

const when = (moment: string): string => `${formatDate(moment)} alle ${formatTime(moment)}`
const since = (moment: string): string => `${sinceDate(moment)} alle ${formatTime(moment)}`

const WORKS: Partial<Record<StatusPart, string>> = { disk: 'Basta.', backup: 'A posto.' }
const FAILS: Partial<Record<StatusPart, string>> = { disk: 'Non basta', backup: 'Manca' }

const MailFacts = ({ mail }: Pick<Status, 'mail'>) => (
  <>
    {!mail.configured && <p>Nessun server di posta: le e-mail restano qui e non partono.</p>}
    <p>
      In attesa: {mail.waiting}
      {mail.oldest && `, la più vecchia ${ofDate(mail.oldest)} alle ${formatTime(mail.oldest)}`}. Non consegnate:{' '}
      {mail.givenUp}.
    </p>
    {mail.lastErrors.length > 0 && (
      <details>
        <summary>Ultimi errori</summary>
        <ul className={styles.errors}>
          {mail.lastErrors.map(({ at, message }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: errors have no identity and the list is never reordered
            <li key={index}>
              {when(at)}: {message}
            </li>
          ))}
        </ul>
      </details>
    )}
  </>
)

const InboxFacts = ({ inbox }: Pick<Status, 'inbox'>) =>
  inbox.configured ? (
    <p>
      Da leggere: {inbox.waiting}
      {inbox.oldest && `, la più vecchia ${ofDate(inbox.oldest)} alle ${formatTime(inbox.oldest)}`}. Da confermare:{' '}
      {inbox.asked}. Ultima arrivata: {inbox.last ? when(inbox.last) : 'nessuna'}.
    </p>
  ) : (
    <p>Nessuna casella: alle e-mail si risponde dal sito.</p>
  )

/** Whether the association uses this part; a first backup may still be to come. */
const isUsed = (part: StatusPart, { mail, inbox, backup }: Status): boolean =>
  (part !== 'mail' || mail.configured) &&
  (part !== 'inbox' || inbox.configured) &&
  (part !== 'backup' || backup.at !== null || !backup.ok)

const JobFacts = ({ jobs }: Pick<Status, 'jobs'>) => (
  <>
    <p>
      In attesa: {jobs.waiting}
      {jobs.oldest && `, il più vecchio ${since(jobs.oldest)}`}. Ultima esecuzione:{' '}
      {jobs.lastRun ? when(jobs.lastRun) : 'mai'}.
    </p>
    {jobs.failing.length > 0 && (
      <ul className={styles.errors}>
        {jobs.failing.map(({ name, attempts, error }) => (
          <li key={`${name} ${error}`}>
            {name}, {attempts === 1 ? 'un tentativo' : `${attempts} tentativi`}: {error}
          </li>
        ))}
      </ul>
    )}
  </>
)

const gigabytes = (bytes: number): string => `${formatAmount(bytes / 1_000_000_000)} GB`

const BackupFacts = ({ backup }: Pick<Status, 'backup'>) => (
  <>
    <p>
      {backup.at ? `L’ultima è ${ofDate(backup.at)} alle ${formatTime(backup.at)}.` : 'Non ce n’è ancora nessuna.'}{' '}
      {backup.nightly ? 'Se ne fa una ogni notte.' : 'Quelle di ogni notte sono spente (BACKUPS=off).'}
    </p>
    <BackupDownload />
  </>
)

const Part = ({ part, status, value }: { part: StatusPart; status: Status; value: PartStatus }) => (
  <li className={value.ok ? styles.up : styles.down}>
    <h2>
      <Icon name={value.ok ? 'check' : 'close'} size={20} />
      {STATUS_LABELS[part]}
    </h2>
    {isUsed(part, status) && (
      <p>
        {value.ok
          ? (WORKS[part] ?? 'Funziona.')
          : `${FAILS[part] ?? 'Non funziona'}${value.downSince ? ` ${since(value.downSince)}` : ''}.`}
      </p>
    )}
    {value.error && <p className={styles.error}>{value.error}</p>}
    {part === 'chain' && !status.chain.isolated && (
      <p>
        La rete dei VAL non è isolata: chi ha un utente sulla macchina del server, o nel suo contenitore, può muovere i
        VAL di tutti.
      </p>
    )}
    {part === 'mail' && <MailFacts mail={status.mail} />}
    {part === 'inbox' && <InboxFacts inbox={status.inbox} />}
    {part === 'jobs' && <JobFacts jobs={status.jobs} />}
    {part === 'disk' && (
      <p>
        Liberi {gigabytes(status.disk.free)} di {gigabytes(status.disk.size)}.
      </p>
    )}
    {part === 'backup' && <BackupFacts backup={status.backup} />}
  </li>
)

export default function StatusPage() {
  const status = useLoaderData<typeof clientLoader>()
  const { revalidate, state } = useRevalidator()
  return (
    <PanelPage
      title={TITLE}
      narrow
      action={
        <Button kind="outlined" onClick={() => void revalidate()} disabled={state !== 'idle'}>
          {state === 'idle' ? 'Controlla di nuovo' : 'Controllo…'}
        </Button>
      }
    >
      <p>
        Controllato il {when(status.at)}. Se qualcosa non funziona per {ALARM_MINUTES} minuti, chi amministra riceve
        un’e-mail, e un’altra quando torna a funzionare.
      </p>
      <ul className={styles.parts}>
        {STATUS_PARTS.map((part) => (
          <Part key={part} part={part} status={status} value={status[part]} />
        ))}
      </ul>
      <p>Versione {status.version}</p>
    </PanelPage>
  )
}
