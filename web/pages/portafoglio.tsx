import { Suspense } from 'react'
import {
  Await,
  type ClientLoaderFunctionArgs,
  Link,
  type MetaFunction,
  useLoaderData,
  useRevalidator,
} from 'react-router'
import { theDayMonth } from '#domain/base/dates.ts'
import { formatPrice } from '#domain/base/money.ts'
import type { WalletView } from '#domain/val/wallet.schema.ts'
import { ListingGrid } from '#web/features/market/listings/card/listing-grid.tsx'
import { AskForm } from '#web/features/val/wallet/ask-form.tsx'
import { Balance } from '#web/features/val/wallet/balance.tsx'
import { loadWallet, type WalletData } from '#web/features/val/wallet/load-wallet.ts'
import { PayCode } from '#web/features/val/wallet/pay-code.tsx'
import { PayForm } from '#web/features/val/wallet/pay-form.tsx'
import { ReceivedMoment } from '#web/features/val/wallet/received-moment.tsx'
import { Statement } from '#web/features/val/wallet/statement.tsx'
import { ValRequests } from '#web/features/val/wallet/val-requests.tsx'
import { privateMeta } from '#web/lib/page/page-meta.ts'
import { requireVerified } from '#web/lib/session/require-member.ts'
import { useSite } from '#web/lib/site.ts'
import { LoadError } from '#web/shell/load-error.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { PanelPage, PanelPageSkeleton } from '#web/ui/layout/panel-page.tsx'
import { Loaded } from '#web/ui/state/loaded.tsx'
import styles from './portafoglio.module.css'

const TITLE = 'Portafoglio'

export const meta: MetaFunction = () => privateMeta(TITLE)

export const clientLoader = async ({ url }: ClientLoaderFunctionArgs) => {
  const { _id, username } = await requireVerified(url)
  return { username, data: loadWallet(url, _id) }
}

export const HydrateFallback = () => <PanelPageSkeleton title={TITLE} />

export const ErrorBoundary = () => <LoadError title={TITLE} />

const lossText = (val: number, canSpend: boolean): string => {
  if (val === 0) return 'dal tuo saldo non evapora nulla'
  const loss = `${val === 1 ? 'evapora' : 'evaporano'} ${formatPrice({ val })}`
  if (!canSpend) return loss
  return val === 1 ? `${loss}: spendilo qui` : `${loss}: spendili qui`
}

const forecast = ({ nextRound }: WalletView, canSpend: boolean): string =>
  nextRound
    ? `Al prossimo giro, ${theDayMonth(nextRound.date)}, ${lossText(nextRound.takes, canSpend)}`
    : 'Che cosa puoi prendere con i tuoi VAL'

type OffersProps = Pick<WalletData, 'spending'> & { onRetry: () => void }

/** What the next round takes, and offers to spend it on before. */
const Offers = ({ spending, onRetry }: OffersProps) => (
  <Loaded data={spending} onRetry={onRetry} skeletonLines={3}>
    {({ view, offers }) =>
      offers.length === 0 && !view.nextRound ? null : (
        <section className={styles.offers} aria-labelledby="spendi">
          <h2 id="spendi" className={styles.heading}>
            {forecast(view, offers.length > 0)}
          </h2>
          {offers.length > 0 && <ListingGrid listings={offers} beside />}
        </section>
      )
    }
  </Loaded>
)

export default function Portafoglio() {
  const { username, data } = useLoaderData<typeof clientLoader>()
  const { revalidate } = useRevalidator()
  const publicUrl = useSite()?.publicUrl ?? ''
  return (
    <PanelPage title={TITLE}>
      <section className={styles.top} aria-label="Saldo">
        <Balance wallet={data.wallet} onRetry={revalidate} />
        <div role="status" className={styles.news}>
          <Suspense>
            <Await resolve={data.statement} errorElement={null}>
              {({ movements }) => <ReceivedMoment movements={movements} />}
            </Await>
          </Suspense>
        </div>
        <nav className={styles.actions} aria-label="Che cosa vuoi fare">
          <a href="#paga">Paga</a>
          <a href="#chiedi">Chiedi</a>
          <Link to="/incassa">Incassa</Link>
          <a href="#ricevi">Ricevi</a>
          <a href="#movimenti">Movimenti</a>
        </nav>
      </section>
      <Panel id="richieste" title="VAL chiesti">
        <ValRequests requests={data.requests} username={username} onRetry={revalidate} />
      </Panel>
      <Offers spending={data.spending} onRetry={revalidate} />
      <div className={styles.pair}>
        <Panel id="paga" title="Paga una persona">
          <PayForm />
        </Panel>
        <Panel
          id="chiedi"
          title="Chiedi a una persona"
          lead="Riceve una notifica e decide se pagare, entro una settimana."
        >
          <AskForm />
        </Panel>
      </div>
      <Panel id="ricevi" title="Ricevi">
        <PayCode username={username} publicUrl={publicUrl} wallet={data.wallet} onRetry={revalidate} />
      </Panel>
      <Panel id="movimenti" title="Estratto conto">
        <Statement statement={data.statement} selection={data.selection} onRetry={revalidate} />
      </Panel>
    </PanelPage>
  )
}
