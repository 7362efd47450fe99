import { Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import type { SiteSettings } from '#domain/association/settings.ts'
import { formatPrice } from '#domain/base/money.ts'
import { Calculator } from '#web/features/val/wallet/calculator.tsx'
import { pageServices } from '#web/lib/page/page-context.ts'
import { pageMeta } from '#web/lib/page/page-meta.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import styles from './che-cose-il-val.module.css'

const TITLE = 'Che cos’è il VAL'

export const loader = ({ context }: LoaderFunctionArgs) => ({ site: context.get(pageServices).site })

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  loaderData
    ? pageMeta({
        title: TITLE,
        description: 'La moneta della piazza: come si riceve, dove si spende, perché evapora. Con un calcolatore.',
        publicUrl: loaderData.site.publicUrl,
        path: '/che-cose-il-val',
      })
    : []

const Welcome = ({ welcome }: Pick<SiteSettings, 'welcome'>) =>
  welcome.val > 0 ? (
    <li>
      <strong>Il benvenuto.</strong>{' '}
      {welcome.when === 'listing' ? 'Con il tuo primo annuncio in vetrina' : 'Quando verifichi il tuo account'} la
      tesoreria dell’associazione ti manda <span className="figures">{formatPrice({ val: welcome.val })}</span>.
    </li>
  ) : null

const HowItArrives = ({ site }: { site: SiteSettings }) => (
  <section>
    <h2>Come si riceve</h2>
    <ul>
      <Welcome welcome={site.welcome} />
      <li>
        <strong>Dagli altri.</strong> Quando dai qualcosa, fai un lavoro o una commissione, ti pagano in VAL.
      </li>
      <li>
        <strong>Dall’app.</strong> Chi si iscrive all’app riceve ogni giorno un contributo di emancipazione:{' '}
        <a href={site.valAppUrl} rel="noopener">
          vai all’app del VAL
        </a>
        .
      </li>
      <li>
        <strong>Dalla tesoreria.</strong> {site.associationName} può mandarne a chi dà una mano alla comunità.
      </li>
    </ul>
  </section>
)

const WhereToSpendIt = () => (
  <section>
    <h2>Dove si spende</h2>
    <ul>
      <li>
        <strong>Negli annunci.</strong> Un prezzo come «<span className="figures">3 VAL + 2,50 €</span>» si paga in
        parte in VAL e in parte in euro; i VAL passano da un portafoglio all’altro in pochi secondi.
      </li>
      <li>
        <strong>Con una persona.</strong> Dal portafoglio paghi chiunque sia iscritto, con il nome utente o inquadrando
        il suo codice QR.
      </li>
      <li>
        <strong>Con chi accetta.</strong> Se un prezzo è solo in euro, chiedi: spesso una parte in VAL va bene.
      </li>
    </ul>
    <p className={styles.actions}>
      <ButtonLink to="/search/min/0.01/max/0/order/lowest">Guarda che cosa puoi avere con i VAL</ButtonLink>
      <ButtonLink to="/portafoglio" kind="outlined" className="for-verified">
        Vai al portafoglio
      </ButtonLink>
    </p>
  </section>
)

const WhyItEvaporates = () => (
  <section>
    <h2>Perché evapora</h2>
    <p>
      Una moneta ferma non serve a nessuno. Per questo ogni tanto c’è un <strong>giro di evaporazione</strong>: da ogni
      portafoglio evapora il 6&nbsp;%, e chi ha di più ne lascia di più. Sotto 1 VAL non si scende mai, e chi ha 1 VAL o
      meno non perde nulla.
    </p>
    <p>
      Chi spende prima del giro non perde niente: i VAL sono già nel portafoglio di qualcun altro, che ha dato qualcosa
      in cambio. Così la moneta circola, e nessuno la mette da parte per sempre.
    </p>
    <p>
      I giri non arrivano di sorpresa: li annunciamo almeno 14 giorni prima, e 7 giorni prima ricevi una notifica. Nel
      portafoglio vedi la data e quanto evaporerebbe dal tuo saldo di oggi.
    </p>
  </section>
)

export default function CheCoseIlVal() {
  const { site } = useLoaderData<typeof loader>()
  return (
    <article className={styles.page}>
      <h1 className={styles.title}>{TITLE}</h1>
      <p className={styles.lead}>
        Il VAL è la moneta della piazza. Serve a scambiarsi cose, tempo e favori tra vicini, anche quando gli euro sono
        pochi.
      </p>
      <HowItArrives site={site} />
      <WhereToSpendIt />
      <WhyItEvaporates />
      <section>
        <h2>Quanto evapora: prova</h2>
        <Calculator />
      </section>
      <section>
        <h2>Di chi ti devi fidare</h2>
        <p>
          Ogni movimento è scritto in un registro, con i conti e non con i nomi. Quanti VAL ci sono, quanti se ne
          scambiano e come sono distribuiti lo pubblichiamo, sempre per più persone insieme, e chiunque può rifare i
          conti: <Link to="/moneta">guarda i numeri</Link>. La chiave del tuo portafoglio è custodita cifrata, e puoi
          leggerla nel <Link to="/profilo/sicurezza">profilo</Link>.
        </p>
      </section>
    </article>
  )
}
