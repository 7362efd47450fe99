import { type ClientLoaderFunctionArgs, Link, type MetaFunction, useLoaderData } from 'react-router'
import { formatVal } from '#domain/base/money.ts'
import { call } from '#web/client.ts'
import { ExportButton } from '#web/features/accounts/members/export-button.tsx'
import { Tiles } from '#web/features/association/dashboard/tiles.tsx'
import { GiftForm } from '#web/features/val/treasury/gift-form.tsx'
import { GiftList } from '#web/features/val/treasury/gift-list.tsx'
import { History } from '#web/features/val/treasury/history.tsx'
import { ImportForm } from '#web/features/val/treasury/import-form.tsx'
import { MintForm } from '#web/features/val/treasury/mint-form.tsx'
import { AnnouncedRounds, PlanRound } from '#web/features/val/treasury/rounds.tsx'
import { privateMeta } from '#web/lib/page/page-meta.ts'
import { readPage } from '#web/lib/page/read-page.ts'
import { orRouteError } from '#web/lib/page/route-error.ts'
import { requireAdmin } from '#web/lib/session/require-member.ts'
import { orLastData, useRefresh } from '#web/lib/use-refresh.ts'
import { LoadError } from '#web/shell/load-error.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { PanelPage, PanelPageSkeleton } from '#web/ui/layout/panel-page.tsx'
import styles from './tesoreria.module.css'

const TITLE = 'Tesoreria'
const REFRESH_MS = 3_000

export const meta: MetaFunction = () => privateMeta(TITLE)

export const clientLoader = async ({ url }: ClientLoaderFunctionArgs) => {
  await requireAdmin(url)
  const reading = Promise.all([
    call('GET /api/treasury'),
    call('GET /api/treasury/history', { query: { p: readPage(url) } }),
    call('GET /api/currency/rounds'),
  ])
  const [treasury, history, { rounds }] = await orRouteError(orLastData(url, reading))
  return { treasury, history, rounds }
}

export const HydrateFallback = () => <PanelPageSkeleton title={TITLE} />

export const ErrorBoundary = () => <LoadError title={TITLE} />

export default function Tesoreria() {
  const { treasury, history, rounds } = useLoaderData<typeof clientLoader>()
  const isGiving = treasury.gifts.some(
    ({ state, paid, failed, revoked, gifts }) => state !== 'proposed' && paid + failed + revoked < gifts,
  )
  useRefresh(isGiving, REFRESH_MS)
  return (
    <PanelPage title={TITLE}>
      <Panel
        id="saldo"
        title="Quanto c’è"
        lead={
          <>
            Le cifre della moneta sono pubbliche: <Link to="/moneta">la moneta in cifre</Link>.
          </>
        }
      >
        <Tiles wide tiles={[{ name: 'In tesoreria', value: formatVal(treasury.balance) }]} />
        <p>Tutti i movimenti di VAL, con i nomi:</p>
        <div>
          <ExportButton table="movements" />
        </div>
      </Panel>
      <div className={styles.pair}>
        <Panel id="dai" title="Dai VAL a una persona">
          <GiftForm {...treasury} />
        </Panel>
        <Panel id="file" title="Dai VAL da un file">
          <ImportForm {...treasury} />
        </Panel>
        <Panel id="giro" title="Giri di evaporazione">
          <AnnouncedRounds rounds={rounds} />
          <PlanRound preview={treasury.round} />
        </Panel>
        <Panel id="emissione" title="Crea VAL" lead="I nuovi VAL arrivano in tesoreria.">
          <MintForm />
        </Panel>
      </div>
      {treasury.gifts.length > 0 && (
        <Panel id="regali" title="Ultimi regali">
          <GiftList gifts={treasury.gifts} />
        </Panel>
      )}
      <Panel id="storico" title="Storico">
        <History history={history} />
      </Panel>
    </PanelPage>
  )
}
