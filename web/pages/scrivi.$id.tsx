import { useCallback, useRef, useState } from 'react'
import {
  type ClientLoaderFunctionArgs,
  Link,
  type MetaFunction,
  useLoaderData,
  useNavigate,
  useRevalidator,
} from 'react-router'
import { formatDate, formatTime } from '#domain/base/dates.ts'
import { formatNumber } from '#domain/base/numbers.ts'
import type { NewsletterView } from '#domain/talk/newsletter.schema.ts'
import { call } from '#web/client.ts'
import { Tiles } from '#web/features/association/dashboard/tiles.tsx'
import { AUDIENCE_LABELS, type Draft, EMPTY_DRAFT, type Recipients } from '#web/features/talk/newsletter/labels.ts'
import { NewsletterForm } from '#web/features/talk/newsletter/newsletter-form.tsx'
import styles from '#web/features/talk/newsletter/newsletters.module.css'
import { Preview } from '#web/features/talk/newsletter/preview.tsx'
import { SendPanel } from '#web/features/talk/newsletter/send-panel.tsx'
import { privateMeta } from '#web/lib/page/page-meta.ts'
import { orRouteError } from '#web/lib/page/route-error.ts'
import { requireAdmin } from '#web/lib/session/require-member.ts'
import { orLastData, useRefresh } from '#web/lib/use-refresh.ts'
import { LoadError } from '#web/shell/load-error.tsx'
import { ListPage, ListPageSkeleton } from '#web/ui/layout/list-page.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { LeaveGuard } from '#web/ui/leave-guard.tsx'
import { Alert } from '#web/ui/state/alert.tsx'

const TITLE = 'Newsletter'
const NEW = 'nuova'
const REFRESH_MS = 2_000

export const meta: MetaFunction = () => privateMeta(TITLE)

export const clientLoader = async ({ url, params: { id = NEW } }: ClientLoaderFunctionArgs) => {
  await requireAdmin(url)
  const reading = Promise.all([
    call('GET /api/newsletters'),
    id === NEW ? null : call('GET /api/newsletters/:id', { params: { id } }),
  ])
  const [{ recipients }, newsletter] = await orRouteError(orLastData(url, reading))
  return { recipients, newsletter }
}

export const HydrateFallback = () => <ListPageSkeleton title={TITLE} />

export const ErrorBoundary = () => <LoadError title={TITLE} />

const draftOf = ({ subject, text, audience, nearby }: Draft): Draft => ({ subject, text, audience, nearby })

type EditorProps = { newsletter: NewsletterView | null; recipients: Recipients; onCreate: (id: string) => void }

const Editor = ({ newsletter, recipients, onCreate }: EditorProps) => {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const saved = newsletter ? draftOf(newsletter) : EMPTY_DRAFT
  const [typed, setTyped] = useState<Draft>()
  const draft = typed ?? saved
  const isChanged = JSON.stringify(draft) !== JSON.stringify(saved)
  const isUnsaved = useRef(false)
  isUnsaved.current = isChanged
  const hasUnsaved = useCallback(() => isUnsaved.current, [])
  const save = async () => {
    if (newsletter) {
      await call('PUT /api/newsletters/:id', { params: { id: newsletter._id }, body: { ...draft, read: saved } })
      await revalidate()
    } else {
      const { _id } = await call('POST /api/newsletters', { body: draft })
      onCreate(_id)
      // The page of the new draft keeps this editor and its text, so there is no warning.
      isUnsaved.current = false
      await navigate(`/scrivi/${_id}`, { replace: true })
    }
    // Text typed while saving is kept.
    setTyped((current) => (current === typed ? undefined : current))
    return newsletter && 'La bozza è salvata.'
  }
  return (
    <div className={styles.writing}>
      <Panel id="scrivi" title="Scrivi">
        <NewsletterForm draft={draft} recipients={recipients} onChange={setTyped} save={save} />
      </Panel>
      <Panel id="anteprima" title="Anteprima">
        <Preview {...draft} />
      </Panel>
      {newsletter && !isChanged ? (
        <SendPanel id={newsletter._id} read={saved} people={recipients[newsletter.audience]} reload={revalidate} />
      ) : (
        <Alert tone="notice">Quando la bozza è salvata, qui puoi provarla e spedirla.</Alert>
      )}
      <LeaveGuard active={hasUnsaved} note="Se esci ora, quello che hai scritto va perso." />
    </div>
  )
}

const Sent = ({ newsletter }: { newsletter: NewsletterView }) => {
  const isSending = newsletter.state === 'sending'
  useRefresh(isSending, REFRESH_MS)
  const { sent, failed, audience, sentAt, by } = newsletter
  return (
    <>
      <Panel
        id="consegna"
        title={isSending ? 'Sta partendo' : 'Spedita'}
        lead={`${AUDIENCE_LABELS[audience]}, ${sentAt ? `${formatDate(sentAt)} ${formatTime(sentAt)}` : ''}, da ${by || 'chi ha lasciato la piazza'}.`}
      >
        <Tiles
          tiles={[
            { name: 'Spedite', value: formatNumber(sent) },
            { name: 'Non riuscite', value: formatNumber(failed) },
          ]}
        />
        <p className={styles.note}>
          {isSending
            ? 'Parte un po’ alla volta, anche se chiudi questa pagina.'
            : 'A chi ha un indirizzo che rifiuta la posta la prossima volta non si scrive.'}
        </p>
      </Panel>
      <Panel id="anteprima" title="Che cosa hai scritto">
        <Preview {...newsletter} />
      </Panel>
    </>
  )
}

export default function Newsletter() {
  const { newsletter, recipients } = useLoaderData<typeof clientLoader>()
  const [createdId, setCreatedId] = useState<string>()
  return (
    <ListPage title={TITLE} action={<Link to="/scrivi">Tutte le newsletter</Link>}>
      {newsletter && newsletter.state !== 'draft' ? (
        <Sent newsletter={newsletter} />
      ) : (
        <Editor
          key={newsletter && newsletter._id !== createdId ? newsletter._id : NEW}
          newsletter={newsletter}
          recipients={recipients}
          onCreate={setCreatedId}
        />
      )}
    </ListPage>
  )
}
