import { Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { theDate } from '#domain/base/dates.ts'
import { formatVal } from '#domain/base/money.ts'
import { formatNumber } from '#domain/base/numbers.ts'
import type { CurrencyFigures, Round } from '#domain/val/currency.schema.ts'
import { PEOPLE_TOGETHER } from '#domain/val/publication.ts'
import { MonthBars } from '#web/features/association/dashboard/month-bars.tsx'
import { ShareBars } from '#web/features/association/dashboard/share-bars.tsx'
import { Tiles } from '#web/features/association/dashboard/tiles.tsx'
import { RoundTable } from '#web/features/val/currency/round-table.tsx'
import { pageServices } from '#web/lib/page/page-context.ts'
import { pageMeta } from '#web/lib/page/page-meta.ts'
import { orRouteError } from '#web/lib/page/route-error.ts'
import { LoadError } from '#web/shell/load-error.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { PanelPage } from '#web/ui/layout/panel-page.tsx'

const TITLE = 'La moneta in cifre'
const MONTHS_SHOWN = 12

export const loader = async ({ context }: LoaderFunctionArgs) => {
  const { site, currency } = context.get(pageServices)
  const [figures, { rounds }] = await orRouteError(Promise.all([currency.figures(), currency.rounds()]))
  return { site, figures, rounds }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  loaderData
    ? pageMeta({
        title: TITLE,
        description:
          'Quanti VAL ci sono, chi li ha, quanti se ne scambiano e quanti ne evaporano: cifre che chiunque può rifare.',
        publicUrl: loaderData.site.publicUrl,
        path: '/moneta',
      })
    : []

export const ErrorBoundary = () => <LoadError title={TITLE} />

const percentText = (part: number): string => `${formatNumber(100 * part, Number.isInteger(100 * part) ? 0 : 2)}\u00a0%`

const Supply = ({ figures }: { figures: CurrencyFigures }) => {
  const { supply, held, issued, evaporated } = figures
  const treasury = supply - held
  return (
    <Panel id="quanti" title="Quanti VAL ci sono">
      <Tiles
        wide
        tiles={[
          { name: 'In tutto', value: formatVal(supply) },
          {
            name: 'Nelle mani delle persone',
            value: formatVal(held),
            note: `${percentText(supply > 0 ? held / supply : 0)} del totale`,
          },
          { name: 'In tesoreria', value: formatVal(treasury) },
          { name: 'Emessi finora', value: formatVal(issued) },
          { name: 'Evaporati finora', value: formatVal(evaporated) },
        ]}
      />
    </Panel>
  )
}

const Exchanges = ({ months }: Pick<CurrencyFigures, 'months'>) => (
  <Panel
    id="scambi"
    title="Quanti se ne scambiano"
    lead="I VAL passati da una persona all’altra, mese per mese. Quello che la tesoreria dà o riprende non è contato."
  >
    <MonthBars
      title="VAL scambiati"
      months={months.slice(-MONTHS_SHOWN).map(({ month, exchanged }) => ({ month, value: exchanged }))}
      format={formatVal}
    />
  </Panel>
)

const Distribution = ({ figures: { median, topTenth } }: { figures: CurrencyFigures }) => (
  <Panel
    id="distribuzione"
    title="Come sono distribuiti"
    lead="Dai saldi pubblicati: quelli di chi ha dei VAL, esclusa la tesoreria, in medie di gruppo."
  >
    <Tiles
      wide
      tiles={[
        { name: 'Saldo mediano', value: formatVal(median), note: 'metà dei portafogli ha di più, metà di meno' },
        {
          name: 'Al 10\u00a0% che ne ha di più',
          value: percentText(topTenth),
          note: 'di tutti i VAL nelle mani delle persone',
        },
      ]}
    />
    <ShareBars
      title="Su 100 VAL nelle mani delle persone"
      shares={[
        { name: 'Al 10\u00a0% che ne ha di più', value: Math.round(topTenth * 100) },
        { name: 'A tutti gli altri', value: topTenth > 0 ? 100 - Math.round(topTenth * 100) : 0 },
      ]}
      empty=""
    />
  </Panel>
)

const nextOf = (rounds: Round[]): Round | undefined => rounds.findLast(({ state }) => state === 'announced')

const Rounds = ({ rounds }: { rounds: Round[] }) => {
  const next = nextOf(rounds)
  return (
    <Panel id="giri" title="Giri di evaporazione">
      <p>
        {next ? (
          <>
            Il prossimo giro è <strong>{theDate(next.date)}</strong>.{' '}
          </>
        ) : (
          'Per ora non è annunciato nessun giro. '
        )}
        A ogni giro evapora il 6&nbsp;% dei saldi sopra 1 VAL. Lo annunciamo almeno due settimane prima:{' '}
        <Link to="/che-cose-il-val">perché il VAL evapora</Link>.
      </p>
      {rounds.length > 0 && <RoundTable rounds={rounds} />}
    </Panel>
  )
}

const Recompute = () => (
  <Panel
    id="rifai-i-conti"
    title="Rifai i conti"
    lead="Da questi due file chiunque può ricalcolare ogni cifra della pagina. Nessuno può vederci che cosa ha fatto una persona."
  >
    <p>
      <a href="/api/currency/days.csv" download="val-giorni.csv">
        Scarica i giorni (CSV)
      </a>
      : data, che cosa è successo, quante volte, quanti VAL. I giorni in cui hanno pagato meno di {PEOPLE_TOGETHER}{' '}
      persone sono sommati ai successivi.
    </p>
    <p>
      <a href="/api/currency/balances.csv" download="val-saldi.csv">
        Scarica i saldi (CSV)
      </a>
      : uno per riga, dal più piccolo, senza nomi né conti. Ognuno è la media di almeno {PEOPLE_TOGETHER} saldi vicini.
    </p>
    <p>
      Le cifre si aggiornano al massimo una volta al giorno; se nel frattempo hanno pagato meno di {PEOPLE_TOGETHER}{' '}
      persone, aspettano che siano di più. Le stesse per i programmi: <a href="/api/currency">/api/currency</a>.
    </p>
  </Panel>
)

export default function Moneta() {
  const { figures, rounds } = useLoaderData<typeof loader>()
  return (
    <PanelPage title={TITLE}>
      <p>
        {figures.date
          ? `Cifre pubblicate ${theDate(figures.date)}.`
          : `Le prime cifre escono quando almeno ${PEOPLE_TOGETHER} persone hanno dei VAL.`}
      </p>
      <Supply figures={figures} />
      <Exchanges months={figures.months} />
      <Distribution figures={figures} />
      <Rounds rounds={rounds} />
      <Recompute />
    </PanelPage>
  )
}
