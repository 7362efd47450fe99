import {
  ANALYTICS_COOKIE_YEARS,
  ANALYTICS_DAILY_COOKIE_HOURS,
  CONSENT_COOKIE,
  CONSENT_DAYS,
} from '#domain/accounts/consent.ts'
import { SESSION_DAYS } from '#domain/accounts/retention.ts'
import { PolicySection } from '#web/features/accounts/privacy/policy-section.tsx'
import { Table } from '#web/ui/data/table.tsx'

export const STORED_ENTRIES = [
  {
    name: CONSENT_COOKIE,
    what: 'Cookie tecnico: ricorda la tua risposta alla barra dei cookie.',
    time: `${CONSENT_DAYS.yes} giorni se accetti, ${CONSENT_DAYS.no} se rifiuti`,
  },
  {
    name: 'userInfo',
    what: 'Memoria del browser: chi ha fatto l’accesso, per non chiedere la password a ogni pagina.',
    time: `Finché non esci, al massimo ${SESSION_DAYS} giorni`,
  },
  {
    name: 'registrazione',
    what: 'Memoria del browser: l’indirizzo e-mail che aspetta la conferma e la pagina a cui tornare.',
    time: 'Finché non accedi',
  },
  {
    name: 'obiettivo',
    what: 'Memoria del browser: che cosa volevi fare quando hai cominciato a iscriverti, per riportarti lì.',
    time: 'Finché non ci arrivi o non esci; dopo una settimana non vale più',
  },
  {
    name: 'offertaPasskey',
    what: 'Memoria del browser: se ti abbiamo già proposto una passkey, per non ripeterlo.',
    time: 'Finché non cancelli i dati del sito',
  },
  {
    name: 'cartItems, shippingAddress, checkout',
    what: 'Memoria del browser: il carrello, l’indirizzo e il pagamento di una richiesta non ancora inviata.',
    time: 'Finché non invii la richiesta o non esci; l’indirizzo finché non esci',
  },
  {
    name: 'modificheAnnunci, hashtag',
    what: 'Memoria del browser: le modifiche agli annunci che non hai ancora salvato e gli hashtag che usi.',
    time: 'Le modifiche finché non le salvi o non esci, gli hashtag finché non cancelli i dati del sito',
  },
  {
    name: 'momenti',
    what: 'Memoria del browser: quali buone notizie di una richiesta ti abbiamo già mostrato, per non ripeterle.',
    time: 'Finché non esci',
  },
  {
    name: 'preferiti',
    what: 'Memoria del browser: gli annunci che segni come preferiti.',
    time: 'Finché non li togli o non esci',
  },
  {
    name: 'posizione',
    what: 'Memoria del browser: le coordinate del comune che scegli in «Vicino a me», per dirti le distanze.',
    time: 'Finché non cancelli i dati del sito',
  },
  {
    name: 'sportello',
    what: 'Memoria del browser di chi sta allo sportello: per conto di chi agisce, e l’accesso a cui tornare.',
    time: 'Finché non smette o non esce',
  },
  {
    name: 'saldo, trasferimento, annunciVisti, primoAnnuncio',
    what: 'Memoria della scheda: l’ultimo saldo letto, che hai appena pubblicato il primo annuncio, il pagamento in corso per non farlo due volte, gli annunci già visti per contare una visita sola.',
    time: 'Finché non chiudi la scheda',
  },
  {
    name: 'paginePerSezione, react-router-scroll-positions',
    what: 'Memoria della scheda: l’ultima pagina vista in ogni sezione, e il punto della pagina a cui tornare.',
    time: 'Finché non chiudi la scheda',
  },
] as const

/** Cookies and analytics, with the durations that the cookie bar uses. */
export const CookiesSection = () => (
  <>
    <PolicySection id="cookie" title="7. Cookie e memoria del browser">
      <p>
        Usiamo soltanto ciò che serve al sito per funzionare, e per questo la legge non chiede il consenso. Nient’altro
        viene scritto o letto sul tuo dispositivo prima di un tuo «Accetto»; «Rifiuta» vale quanto «Accetto» e con un no
        non perdi nulla. Puoi cambiare idea quando vuoi con «Preferenze cookie», in fondo a ogni pagina.
      </p>
      <Table caption="Che cosa resta sul tuo dispositivo" columns={['Nome', 'A che cosa serve', 'Durata']}>
        {STORED_ENTRIES.map(({ name, what, time }) => (
          <tr key={name}>
            <td data-label="Nome">
              <code>{name}</code>
            </td>
            <td data-label="A che cosa serve">{what}</td>
            <td data-label="Durata">{time}</td>
          </tr>
        ))}
      </Table>
      <p>
        Dopo un rifiuto non ti chiediamo più nulla per {CONSENT_DAYS.no} giorni, come indica il Garante per la
        protezione dei dati personali. Puoi anche cancellare tutto dalle impostazioni del browser: dovrai accedere di
        nuovo, e perderai ciò che non è ancora nel tuo account, come il carrello, le modifiche agli annunci non salvate
        e i preferiti segnati senza accedere.
      </p>
    </PolicySection>
    <PolicySection id="statistiche" title="8. Statistiche di visita">
      <p>
        Oggi Piazza non usa strumenti di statistica. Se l’associazione decidesse di adottarne uno, partirebbe solo dopo
        il tuo consenso, con l’indirizzo IP reso anonimo, e potrebbe usare un identificativo che dura al massimo{' '}
        {ANALYTICS_COOKIE_YEARS} anni e uno giornaliero che scade dopo {ANALYTICS_DAILY_COOKIE_HOURS} ore. Prima
        aggiorneremmo questa pagina.
      </p>
    </PolicySection>
  </>
)
