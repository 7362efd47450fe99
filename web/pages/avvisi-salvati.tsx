import { type ClientLoaderFunctionArgs, Link, type MetaFunction, useLoaderData, useRevalidator } from 'react-router'
import { sinceDate } from '#domain/base/dates.ts'
import type { AlertView } from '#domain/market/alerts.schema.ts'
import { call } from '#web/client.ts'
import { NO_FILTERS, searchPath } from '#web/features/market/listings/search/search-path.ts'
import { privateMeta } from '#web/lib/page/page-meta.ts'
import { orRouteError } from '#web/lib/page/route-error.ts'
import { requireMember } from '#web/lib/session/require-member.ts'
import { LoadError } from '#web/shell/load-error.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ListPage, ListPageSkeleton } from '#web/ui/layout/list-page.tsx'
import { EmptyState } from '#web/ui/state/empty-state.tsx'
import { Outcome } from '#web/ui/state/outcome.tsx'
import { useAction } from '#web/ui/state/use-action.ts'
import styles from './avvisi-salvati.module.css'

const TITLE = 'Ricerche salvate'

export const meta: MetaFunction = () => privateMeta(TITLE)

export const clientLoader = ({ url }: ClientLoaderFunctionArgs) => {
  requireMember(url)
  return orRouteError(call('GET /api/alerts'))
}

export const HydrateFallback = () => <ListPageSkeleton title={TITLE} />

export const ErrorBoundary = () => <LoadError title={TITLE} />

const Saved = ({ alert, onRemove, busy }: { alert: AlertView; onRemove: () => void; busy: boolean }) => (
  <li className={styles.saved}>
    <span className={styles.words}>
      <Link to={searchPath({ ...NO_FILTERS, ...alert.query })}>{alert.text}</Link>
      <span className={styles.since}>{sinceDate(alert.createdAt)}</span>
    </span>
    <Button kind="outlined" disabled={busy} onClick={onRemove} aria-label={`Togli la ricerca ${alert.text}`}>
      Togli
    </Button>
  </li>
)

export default function AvvisiSalvati() {
  const { alerts } = useLoaderData<typeof clientLoader>()
  const { revalidate } = useRevalidator()
  const { busy, outcome, run } = useAction(async (id: string) => {
    const { message } = await call('DELETE /api/alerts/:id', { params: { id } })
    await revalidate()
    return message
  })
  return (
    <ListPage
      title={TITLE}
      action={
        <ButtonLink to="/avvisi/preferenze" kind="outlined">
          Come ti avvisiamo
        </ButtonLink>
      }
    >
      <Outcome {...outcome} />
      {alerts.length > 0 ? (
        <ul className={styles.list}>
          {alerts.map((alert) => (
            <Saved key={alert._id} alert={alert} busy={busy} onRemove={() => void run(alert._id)} />
          ))}
        </ul>
      ) : (
        <EmptyState title="Nessuna ricerca salvata">
          Cerca qualcosa e tocca «Avvisami»: quando arriva un annuncio adatto te lo diciamo.{' '}
          <Link to="/search">Vai alla ricerca</Link>
        </EmptyState>
      )}
    </ListPage>
  )
}
