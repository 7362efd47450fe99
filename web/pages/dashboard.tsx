import { type ClientLoaderFunctionArgs, Link, type MetaFunction, useLoaderData } from 'react-router'
import type { Dashboard as Figures } from '#domain/association/dashboard.schema.ts'
import { ACTIVE_DAYS, UNANSWERED_DAYS } from '#domain/association/dashboard.ts'
import { formatTime, ofDate } from '#domain/base/dates.ts'
import { formatEuro, formatVal } from '#domain/base/money.ts'
import { formatNumber } from '#domain/base/numbers.ts'
import { SECTION_LABELS } from '#domain/market/listings.ts'
import { call } from '#web/client.ts'
import { MonthBars } from '#web/features/association/dashboard/month-bars.tsx'
import { ShareBars } from '#web/features/association/dashboard/share-bars.tsx'
import { Tiles } from '#web/features/association/dashboard/tiles.tsx'
import { SoughtPanel } from '#web/features/market/sought/sought-panel.tsx'
import { privateMeta } from '#web/lib/page/page-meta.ts'
import { orRouteError } from '#web/lib/page/route-error.ts'
import { requireAdmin } from '#web/lib/session/require-member.ts'
import { LoadError } from '#web/shell/load-error.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Alert } from '#web/ui/state/alert.tsx'
import { LoadingStatus, Skeleton } from '#web/ui/state/skeleton.tsx'
import styles from './dashboard.module.css'

const TITLE = 'Cruscotto'

export const meta: MetaFunction = () => privateMeta(TITLE)

export const clientLoader = async ({ url }: ClientLoaderFunctionArgs) => {
  await requireAdmin(url)
  const [figures, held, { contacts }] = await orRouteError(
    Promise.all([call('GET /api/dashboard'), call('GET /api/welcome'), call('GET /api/settings')]),
  )
  return { ...figures, heldWelcomes: held.length, isReachable: contacts.email !== '' }
}

export const HydrateFallback = () => (
  <div className={styles.page}>
    <h1 className={styles.title}>{TITLE}</h1>
    <LoadingStatus />
    <Panel id="persone" title="Persone">
      <Skeleton shape="box" />
    </Panel>
    <Panel id="annunci" title="Annunci">
      <Skeleton shape="box" />
    </Panel>
    <Panel id="scambi" title="Scambi">
      <Skeleton shape="box" />
    </Panel>
  </div>
)

const Now = ({ activity, heldWelcomes }: Pick<Figures, 'activity'> & { heldWelcomes: number }) => (
  <Panel id="adesso" title="Adesso">
    <Tiles
      tiles={[
        { name: 'Persone attive', value: formatNumber(activity.active), note: `negli ultimi ${ACTIVE_DAYS} giorni` },
        {
          name: 'Richieste senza risposta',
          value: formatNumber(activity.unanswered),
          note: `da più di ${UNANSWERED_DAYS} giorni`,
          to: '/orderlist?only=unanswered',
        },
        { name: 'Segnalazioni aperte', value: formatNumber(activity.openReports), to: '/segnalazioni' },
        { name: 'Ricorsi da decidere', value: formatNumber(activity.openObjections), to: '/segnalazioni#ricorsi' },
        {
          name: 'VAL di benvenuto in attesa',
          value: formatNumber(heldWelcomes),
          note: 'di un tuo sì',
          to: '/userlist',
        },
        { name: 'VAL in mano alle persone', value: formatVal(activity.held) },
      ]}
    />
    <p>
      <Link to="/orderlist">Guarda le richieste</Link> · <Link to="/stato">Guarda se tutto funziona</Link>
    </p>
  </Panel>
)

const Members = ({ members, newsletter }: Pick<Figures, 'members' | 'newsletter'>) => (
  <Panel id="persone" title="Persone">
    <Tiles
      tiles={[
        { name: 'Utenti', value: formatNumber(members.total), note: `${formatNumber(members.verified)} verificati` },
        { name: 'Offerenti', value: formatNumber(members.sellers) },
        { name: 'Con un annuncio', value: formatNumber(members.withAd) },
        {
          name: 'Newsletter',
          value: formatNumber(newsletter.verified),
          note: `${formatNumber(newsletter.waiting)} da confermare`,
        },
      ]}
    />
    <MonthBars
      title="Nuovi utenti"
      months={members.byMonth.map(({ month, joined }) => ({ month, value: joined }))}
      format={formatNumber}
    />
  </Panel>
)

const Listings = ({ listings }: Pick<Figures, 'listings'>) => (
  <Panel id="annunci" title="Annunci">
    <Tiles
      tiles={[
        { name: 'In vetrina', value: formatNumber(listings.shown) },
        { name: 'In pausa', value: formatNumber(listings.paused) },
      ]}
    />
    <div className={styles.two}>
      <ShareBars
        title="Per sezione"
        shares={listings.bySection.map(({ section, shown }) => ({ name: SECTION_LABELS[section], value: shown }))}
        empty="Nessun annuncio in vetrina."
      />
      <ShareBars
        title="Per categoria"
        shares={listings.byCategory.map(({ category, shown }) => ({ name: category, value: shown }))}
        empty="Nessun annuncio in vetrina."
      />
    </div>
  </Panel>
)

const Orders = ({ orders }: Pick<Figures, 'orders'>) => {
  const series = (key: 'placed' | 'val' | 'euro') =>
    orders.byMonth.map((entry) => ({ month: entry.month, value: entry[key] }))
  return (
    <Panel id="scambi" title="Scambi">
      <Tiles
        tiles={[
          { name: 'Richieste', value: formatNumber(orders.total) },
          { name: 'Pagate', value: formatNumber(orders.paid) },
          { name: 'Consegnate', value: formatNumber(orders.delivered) },
        ]}
      />
      <MonthBars title="Richieste" months={series('placed')} format={formatNumber} />
      <div className={styles.two}>
        <MonthBars title="VAL scambiati" months={series('val')} format={formatVal} />
        <MonthBars title="Euro scambiati" months={series('euro')} format={formatEuro} />
      </div>
    </Panel>
  )
}

const Token = ({ token }: Pick<Figures, 'token'>) => (
  <Panel id="val" title="VAL">
    {token ? (
      <Tiles
        wide
        tiles={[
          { name: 'In tutto', value: formatVal(token.supply), note: 'con quelli in tesoreria' },
          { name: 'Portafogli con VAL', value: formatNumber(token.holders), note: 'con quello della tesoreria' },
        ]}
      />
    ) : (
      <Alert tone="notice">La rete dei VAL non risponde in questo momento: riprova tra poco.</Alert>
    )}
  </Panel>
)

export const ErrorBoundary = () => <LoadError title={TITLE} />

export default function Dashboard() {
  const figures = useLoaderData<typeof clientLoader>()
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{TITLE}</h1>
      {figures.countedAt && (
        <p>
          Dati delle {formatTime(figures.countedAt)} {ofDate(figures.countedAt)}.
        </p>
      )}
      {!figures.isReachable && (
        <Alert tone="notice">
          Nella pagina dei contatti non c’è ancora un indirizzo e-mail:{' '}
          <Link to="/impostazioni#contatti">scrivilo</Link>, perché le persone possano rivolgersi a voi.
        </Alert>
      )}
      <Now activity={figures.activity} heldWelcomes={figures.heldWelcomes} />
      <SoughtPanel />
      <Members members={figures.members} newsletter={figures.newsletter} />
      <Listings listings={figures.listings} />
      <Orders orders={figures.orders} />
      <Token token={figures.token} />
    </div>
  )
}
