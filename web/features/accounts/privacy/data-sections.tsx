import { Link } from 'react-router'
import { WELCOMES_PER_HOUR, WELCOMES_PER_NETWORK_AND_DAY } from '#domain/accounts/members.ts'
import {
  KNOWN_NETWORK_DAYS,
  MAIL_DAYS,
  MESSAGE_DAYS,
  MISSED_SEARCH_DAYS,
  NOTICE_DAYS,
  REPORTER_DAYS,
  RING_DAYS,
  SESSION_DAYS,
  UNVERIFIED_DAYS,
  WELCOME_ADDRESS_DAYS,
} from '#domain/accounts/retention.ts'
import type { SiteSettings } from '#domain/association/settings.ts'
import { FEEDBACK_DAYS } from '#domain/exchange/feedback.ts'
import { EXPIRY_DAYS } from '#domain/exchange/steps.ts'
import { CONFIRM_DAYS } from '#domain/talk/inbound.ts'
import { PEOPLE_TOGETHER } from '#domain/val/publication.ts'
import { PolicySection } from '#web/features/accounts/privacy/policy-section.tsx'

/** The data controller and the processed data. */
export const ControllerSections = ({ site }: { site: SiteSettings }) => (
  <>
    <PolicySection id="titolare" title="1. Chi è il titolare del trattamento">
      <p>
        Il titolare del trattamento è {site.associationName}, l’associazione di volontari che gestisce Piazza. Per ogni
        domanda sui tuoi dati puoi scrivere all’associazione usando i recapiti pubblicati su{' '}
        <a href={site.associationUrl} rel="noopener">
          {site.associationUrl}
        </a>
        .
      </p>
      <p>
        Questa informativa vale per il sito Piazza e per i messaggi che il sito invia. Non riguarda i siti di altri che
        raggiungi seguendo un link: ognuno di loro ha la propria.
      </p>
    </PolicySection>
    <PolicySection id="rpd" title="2. Il responsabile della protezione dei dati">
      <p>
        Il responsabile della protezione dei dati (RPD, in inglese DPO) si può raggiungere agli stessi recapiti
        dell’associazione, indicando nell’oggetto «Protezione dei dati». È la persona a cui rivolgerti se vuoi
        esercitare un diritto o se pensi che qualcosa non vada.
      </p>
    </PolicySection>
  </>
)

export const DataSections = () => (
  <>
    <PolicySection id="navigazione" title="3. Dati di navigazione">
      <p>
        Per rispondere al tuo browser il server riceve, come ogni server di Internet, l’indirizzo IP, la pagina
        richiesta, l’ora e alcune caratteristiche del browser. Servono a far funzionare il sito, a difenderlo dagli
        abusi (per esempio da chi prova molte password di seguito) e a capire gli errori. Non li usiamo per sapere chi
        sei e non li incrociamo con altri dati; nei registri tecnici non entrano né password né messaggi.
      </p>
      <p>
        Il sito non carica nulla da altri, con una sola eccezione: quando apri una mappa, per scegliere un luogo o per
        vedere dove sono gli annunci, il tuo browser ne chiede le immagini a chi le fornisce (OpenStreetMap o, se
        l’associazione lo ha scelto, Google), che riceve così il tuo indirizzo IP e la zona che guardi. Puoi sempre
        scrivere l’indirizzo, e guardare l’elenco, senza aprirla.
      </p>
    </PolicySection>
    <PolicySection id="volontari" title="4. Dati che ci dai tu">
      <p>Puoi guardare la vetrina senza dirci nulla. Se invece decidi di partecipare, trattiamo:</p>
      <ul>
        <li>
          <strong>i dati dell’account</strong>: nome utente, e-mail e password (della password conserviamo solo
          un’impronta, da cui non si può ricavare);
        </li>
        <li>
          <strong>le passkey</strong>, se ne aggiungi: il nome che dai loro, quando le usi e la chiave pubblica.
          Impronta, viso e PIN restano sul dispositivo;
        </li>
        <li>
          <strong>i dati del profilo</strong>, tutti facoltativi: nome, cognome, genere, data e luogo di nascita, codice
          fiscale, telefono, provincia, CAP e gruppi di riferimento. Non sono pubblici, tranne il nome: compare con
          quello che fai, se non scrivi un nome da offerente;
        </li>
        <li>
          <strong>i dati da offerente</strong>: nome, logo, descrizione e link. Sono pubblici, perché servono a farti
          trovare;
        </li>
        <li>
          <strong>annunci, recensioni e immagini</strong> che pubblichi, visibili a tutti, con il mese in cui ti sei
          iscritta o iscritto e in quanto tempo di solito rispondi; dalle immagini togliamo le informazioni nascoste,
          come il luogo dello scatto;
        </li>
        <li>
          <strong>com’è andata dopo uno scambio</strong>: quello che scrivi dell’altra persona, con il tuo nome, e
          quello che lei scrive di te. Si legge sulle vostre pagine, visibile a tutti, quando avete scritto entrambi, o{' '}
          {FEEDBACK_DAYS} giorni dopo che il primo ha scritto;
        </li>
        <li>
          <strong>gli annunci preferiti</strong>: senza un account restano solo nel tuo browser; con un account li vedi
          solo tu;
        </li>
        <li>
          <strong>le ricerche salvate</strong>, con cui ti avvisiamo dei nuovi annunci: le vedi solo tu, finché non le
          togli;
        </li>
        <li>
          <strong>gli anelli di scambio</strong> che ti proponiamo: chi ne fa parte vede i nomi e gli annunci degli
          altri. Quando tutti hanno accettato, i tuoi contatti vanno a chi ti dà e a chi riceve da te, e tutti vedono
          chi ha consegnato, ricevuto e pagato. Prima, che cosa ha risposto ciascuno non lo diciamo a nessuno;
        </li>
        <li>
          <strong>le richieste agli offerenti</strong>: quando contatti qualcuno gli inviamo il tuo nome, l’e-mail, il
          telefono e, se c’è una spedizione, l’indirizzo. Li riceve solo la persona che hai scelto;
        </li>
        <li>
          <strong>i messaggi</strong> che scrivi per una richiesta o per un annuncio: li legge la persona a cui scrivi.
          Se uno di voi segnala un messaggio, chi modera legge quel messaggio; se uno di voi chiede all’associazione di
          mediare, chi amministra legge i messaggi di quella richiesta. Se l’altra persona non li legge subito glieli
          mandiamo per e-mail. Se rispondi a una di queste e-mail ne teniamo solo le parole, come messaggio; una
          risposta che aspetta la tua conferma si cancella dopo {CONFIRM_DAYS} giorni;
        </li>
        <li>
          <strong>le notifiche su un dispositivo</strong>, se le attivi: l’indirizzo che il browser ci dà per
          raggiungerlo, presso chi produce il browser. La notifica non dice che cosa è successo;
        </li>
        <li>
          <strong>il portafoglio in VAL</strong>: un conto e i suoi movimenti, scritti in un registro che per sua natura
          non si può riscrivere. Nel registro c’è il numero del conto, non il tuo nome. Le causali che scrivi quando
          paghi o chiedi VAL le vede l’altra persona; se uno di voi si fa aiutare dallo sportello le possono leggere
          anche i volontari, nella ricevuta, nel registro e nella lista settimanale. Si cancellano con il tuo account.
          Su questo sito <Link to="/moneta">le cifre pubbliche della moneta</Link> sono solo di almeno {PEOPLE_TOGETHER}{' '}
          persone insieme: il tuo saldo e i tuoi pagamenti non si vedono. Se però il registro sta su una rete pubblica,
          conti, saldi e movimenti si leggono lì, e chi ti paga o riceve da te può conoscere il tuo conto;
        </li>
        <li>
          <strong>le segnalazioni</strong> che fai, con il tuo nome, che legge chi modera o amministra, e la tua e-mail,
          che legge solo chi amministra (se non hai un account, entrambi per {REPORTER_DAYS} giorni dopo la decisione),
          le decisioni che ti riguardano e le persone che blocchi;
        </li>
        <li>
          <strong>ciò che lo sportello fa per conto tuo</strong>, se ti fai aiutare: chi, che cosa e quando. Se non hai
          un’e-mail, lo sportello vede che hai novità (non che cosa dicono) e il tuo telefono, per avvisarti; il
          telefono lo vede anche l’altra persona di una tua richiesta;
        </li>
        <li>
          <strong>nome ed e-mail per la newsletter</strong>, se la chiedi e confermi l’iscrizione; quali newsletter ti
          abbiamo spedito, per {MAIL_DAYS} giorni, e se il tuo indirizzo rifiuta la posta.
        </li>
      </ul>
    </PolicySection>
    <PolicySection id="perche" title="5. Perché li trattiamo e su quale base">
      <ul>
        <li>Per darti l’account e i servizi che chiedi: è l’esecuzione di un accordo con te.</li>
        <li>Per tenere il sito sicuro e in ordine: è un nostro interesse legittimo, e anche tuo.</li>
        <li>Per inviarti la newsletter: soltanto con il tuo consenso, che puoi ritirare da ogni messaggio.</li>
        <li>Per rispettare la legge, quando ci obbliga a conservare o a comunicare qualcosa.</li>
      </ul>
      <p>
        Non vendiamo dati e non facciamo pubblicità. I dati segnati come facoltativi lo sono davvero: se non li dai,
        tutto il resto funziona. Queste decisioni sono automatiche, e dopo ognuna può intervenire una persona:
      </p>
      <ul>
        <li>
          un annuncio segnalato da due persone che hanno già concluso uno scambio resta nascosto finché una persona non
          lo controlla; te lo scriviamo, e puoi rispondere;
        </li>
        <li>
          i VAL di benvenuto aspettano il sì di chi amministra se allo stesso indirizzo e-mail ne sono già stati dati,
          se dalla stessa rete li hanno già avuti {WELCOMES_PER_NETWORK_AND_DAY} persone in un giorno, se in un’ora li
          hanno avuti {WELCOMES_PER_HOUR} persone, o se ti ha iscritto un volontario dello sportello;
        </li>
        <li>
          una richiesta che per {EXPIRY_DAYS} giorni nessuno porta avanti scade, o la esamina l’associazione se qualcosa
          è già passato di mano; se però è segnata la consegna e non c’è altro da pagare, vale come ricevuta. Prima lo
          ricordiamo due volte a chi deve rispondere, e dopo si può sempre segnalare che qualcosa non va.
        </li>
      </ul>
    </PolicySection>
    <PolicySection id="chi-li-vede" title="6. Chi li vede e per quanto tempo li teniamo">
      <p>
        I dati che non sono pubblici li vedono i volontari incaricati dall’associazione e, quanto basta al loro lavoro,
        i fornitori che tengono acceso il sito, spediscono la posta e conservano le immagini, in base a un contratto che
        li impegna a proteggerli. Se un fornitore si trova fuori dallo Spazio economico europeo chiediamo le garanzie
        previste dal Regolamento (UE) 2016/679.
      </p>
      <p>
        I dati dell’account restano finché hai l’account: quando lo cancelli, o quando lo cancella chi amministra, i
        tuoi annunci spariscono e negli scambi degli altri il tuo nome non compare più. Gli account mai verificati e le
        iscrizioni alla newsletter mai confermate si cancellano da soli dopo {UNVERIFIED_DAYS} giorni. Un accesso resta
        valido {SESSION_DAYS} giorni, poi chiediamo di nuovo la password; per {KNOWN_NETWORK_DAYS} giorni ricordiamo, in
        forma cifrata, la rete da cui hai fatto l’accesso, così chi prova password a caso non te lo blocca. Quando
        ricevi i VAL di benvenuto conserviamo un’impronta della rete (per un giorno) e dell’indirizzo e-mail (per{' '}
        {WELCOME_ADDRESS_DAYS} giorni): da sola non dice chi sei, e resta anche se cancelli l’account, così nessuno li
        riceve più volte. Dei messaggi che inviamo per e-mail teniamo traccia per {MAIL_DAYS} giorni, senza il testo. Le
        notifiche si cancellano dopo {NOTICE_DAYS} giorni, le ricerche senza risultati (contate senza nomi, per sapere
        che cosa manca) dopo {MISSED_SEARCH_DAYS} giorni, gli anelli di scambio {RING_DAYS} giorni dopo la chiusura, le
        conversazioni {MESSAGE_DAYS} giorni dopo l’ultimo messaggio; se cancelli l’account i messaggi che hai scritto
        spariscono subito dal sito. Facciamo però copie di sicurezza di tutto, di solito ogni notte, per non perdere i
        dati in un guasto: quello che cancelli resta nelle copie già fatte finché altre non le sostituiscono, di solito
        entro cinque settimane. Conserviamo la prova dei consensi dati e ritirati per il tempo in cui la legge può
        chiedercela.
      </p>
    </PolicySection>
  </>
)
