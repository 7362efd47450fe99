// Must not import zod: browsers load this file.

/** Pages whose text an admin writes. */
export const TEXT_PAGES = {
  terms: { title: 'Condizioni d’uso', path: '/condizioni' },
  contact: { title: 'Contatti', path: '/contatti' },
  imprint: { title: 'Note legali', path: '/note-legali' },
} as const
export type TextPage = keyof typeof TEXT_PAGES
export const TEXT_PAGE_NAMES = Object.keys(TEXT_PAGES) as [TextPage, ...TextPage[]]

export const MAX_PAGE_TEXT = 40_000
export const FIRST_VERSION = 1

const TERMS = `Queste condizioni valgono per chi usa la piazza di {associazione}. Registrandoti le accetti.

# Che cosa puoi fare
Puoi pubblicare annunci, rispondere a quelli degli altri, scambiare beni e servizi e pagare in VAL. Ogni scambio è un accordo tra le persone che lo fanno: l’associazione non vende e non compra.

# Che cosa non puoi fare
1. Pubblicare o scambiare ciò che la legge vieta.
2. Ingannare: annunci falsi, beni che non hai, prezzi diversi da quelli concordati.
3. Offendere, minacciare, discriminare o molestare.
4. Fare pubblicità che nessuno ha chiesto o raccogliere i dati di altre persone.
5. Usare più account per avere vantaggi, o l’account di un’altra persona senza il suo consenso.

# Segnalazioni e decisioni
Chiunque può segnalare un annuncio, una recensione, un messaggio o una persona. Le segnalazioni le legge e le decide una persona. Una sola cosa è automatica: un annuncio segnalato da due persone che hanno già concluso uno scambio resta nascosto finché qualcuno non lo controlla. Possiamo nascondere o rimuovere un contenuto e sospendere un account: scriviamo sempre i fatti, la regola e come fare ricorso. Il ricorso, se è possibile, lo decide una persona diversa.

# VAL
I VAL servono agli scambi tra le persone iscritte e non si convertono in euro. Ogni tanto una parte evapora: la pagina «Che cos’è il VAL» spiega quando e quanto.

# Andarsene
Puoi scaricare i tuoi dati e cancellare l’account quando vuoi, anche se è sospeso.

# Cambiamenti
Se queste condizioni cambiano, te le mostriamo e ti chiediamo di accettarle di nuovo.`

const CONTACT = `Per qualsiasi domanda puoi scriverci. La piazza è di {associazione}: {sito}.

# Punto di contatto
Questo è il punto di contatto per chi usa la piazza e per le autorità (articoli 11 e 12 del Regolamento UE 2022/2065). Scrivi in italiano o in inglese; risponde una persona.

# Segnalare un contenuto
Ogni annuncio, recensione, profilo e messaggio ha un link «Segnala». Per segnalare abusi su minori non devi dire chi sei: basta scriverci.`

const IMPRINT = `La piazza è gestita da {associazione}.

Sito dell’associazione: {sito}`

/** The first version, until an admin writes another one. */
export const FIRST_TEXTS: Record<TextPage, string> = { terms: TERMS, contact: CONTACT, imprint: IMPRINT }

export const TEXT_MESSAGES = {
  stale: 'Qualcun altro ha cambiato questo testo nel frattempo: ricarica la pagina e riprova.',
  accepted: 'Grazie: hai accettato le condizioni.',
  termsChanged: 'Le condizioni sono cambiate di nuovo: leggile e accettale.',
} as const
