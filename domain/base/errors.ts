import { ACCOUNT_MESSAGES } from '#domain/accounts/members.ts'
import { onlyFrom } from '#domain/exchange/cart.ts'
import { noPlacesLeft, ORDER_MESSAGES, soldOut, totalChanged } from '#domain/exchange/orders.ts'
import { EVENT_MESSAGES } from '#domain/market/events.ts'
import { NEWSLETTER_MESSAGES } from '#domain/talk/newsletter.ts'

// Every error response is made from an AppError, whose kind determines the HTTP status.
const STATUS = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  preconditionFailed: 412,
  payloadTooLarge: 413,
  unsupportedMediaType: 415,
  rangeNotSatisfiable: 416,
  invalid: 422,
  tooManyRequests: 429,
  unavailable: 503,
} as const

export type ErrorKind = keyof typeof STATUS

/** Messages by field; a field within another one has a path, such as `shippingAddress.city`. */
export type FieldErrors = Readonly<Record<string, string>>

type ErrorDetails = {
  /** Seconds, for the Retry-After header. */
  retryAfter?: number
  /** What is wrong with the fields of the body. */
  errors?: FieldErrors
}

export class AppError extends Error {
  readonly kind: ErrorKind
  readonly retryAfter: number | undefined
  readonly errors: FieldErrors | undefined

  constructor(kind: ErrorKind, message: string, { retryAfter, errors }: ErrorDetails = {}) {
    super(message)
    this.name = 'AppError'
    this.kind = kind
    this.retryAfter = retryAfter
    this.errors = errors
  }

  get status(): number {
    return STATUS[this.kind]
  }
}

// Messages of the API. Those of the specification are verbatim, spelling errors included, because programs may match on them.
export const MESSAGES = {
  unauthenticated: 'Per continuare devi accedere.',
  forbidden: 'Non hai il permesso di farlo.',
  unverified: 'Il tuo account non è ancora verificato: apri il messaggio che ti abbiamo inviato e clicca sul link.',
  pageNotFound: 'La pagina che cerchi non esiste.',
  listingNotFound: 'Questo annuncio non esiste o non è più in vetrina.',
  listingPaused: 'Questo annuncio al momento non è attivo.',
  viewCounted: 'Contato.',
  listingDeleted: 'Annuncio cancellato.',
  publishingClosed:
    'Chi amministra la piazza ha sospeso la pubblicazione dei tuoi annunci: per riaverla scrivi all’associazione.',
  tooManyDrafts: 'Hai già molte bozze: completa o cancella quelle prima di crearne altre.',
  pictureNotOwned: 'Una delle immagini non è stata caricata qui o è già di un altro annuncio: caricala di nuovo.',
  pictureRequired: 'Scegli un’immagine da caricare.',
  pictureTooLarge: 'L’immagine è troppo grande: al massimo 8 MB.',
  pictureTooManyPixels: 'L’immagine ha troppi punti: al massimo 40 megapixel.',
  pictureTooLong: 'L’immagine è troppo lunga: al massimo 16.000 pixel per lato.',
  pictureUnsupportedType: 'Si possono caricare solo immagini JPEG o PNG.',
  pictureCorrupt: 'L’immagine è rovinata o incompleta: prova con un’altra.',
  tooManyUnusedPictures: 'Hai caricato molte immagini senza usarle: salva gli annunci, o riprova domani.',
  picturesUnavailable: 'Le immagini non si possono salvare in questo momento. Riprova tra poco.',
  logoUnsupportedType: 'Il logo deve essere un’immagine JPEG caricata qui.',
  ownListingReview: 'Non puoi commentare un tuo annuncio.',
  alreadyReviewed: 'Hai già commentato questo annuncio.',
  sellerNotFound: 'Questo offerente non esiste.',
  payloadTooLarge: 'La richiesta è troppo grande.',
  unsupportedMediaType: 'Il formato della richiesta non è supportato.',
  malformed: 'La richiesta non è valida.',
  tooManyRequests: 'Troppe richieste: riprova tra poco.',
  internal: 'Qualcosa è andato storto. Riprova tra poco.',
  databaseUnavailable: 'Il servizio non risponde in questo momento. Riprova tra poco.',
  chainUnavailable: 'I VAL non si possono leggere né spostare in questo momento. Riprova tra poco.',
  insufficientBalance: 'Nel tuo portafoglio non ci sono abbastanza VAL.',
  idempotencyKeyInvalid: 'L’intestazione Idempotency-Key non è valida.',
  idempotencyKeyReused: 'Questa richiesta è già stata inviata con altri dati.',
  walletNotFound: 'Non hai ancora un portafoglio.',
} as const

/** A message as people read it, with a link to what they can do next. */
export type ScreenText = { text: string; link?: { label: string; to: string } }

const LINKS = {
  signIn: { label: 'Accedi', to: '/signin' },
  register: { label: 'Registrati', to: '/register' },
  recovery: { label: 'Scegli una nuova password', to: '/password-recovery' },
  profile: { label: 'Vai al tuo profilo', to: '/profile' },
  search: { label: 'Cerca altri annunci', to: '/search' },
  events: { label: 'Guarda i prossimi eventi', to: '/?sezione=avviso' },
  sellers: { label: 'Guarda chi c’è', to: '/tutti_noi' },
  ownListings: { label: 'Vai ai tuoi annunci', to: '/productlist/seller' },
  firstListing: { label: 'Pubblica il tuo annuncio', to: '/productlist/seller' },
  cart: { label: 'Vai al carrello', to: '/cart' },
  address: { label: 'Scrivi l’indirizzo', to: '/shipping' },
  sendRequest: { label: 'Invia la richiesta', to: '/placeorder' },
  orders: { label: 'Vai alle tue richieste', to: '/orderhistory' },
  members: { label: 'Vai agli utenti', to: '/userlist' },
  newsletter: { label: 'Iscriviti', to: '/newsletter' },
} as const

// Without a text, the message is shown as it is.
const SCREEN_TEXTS: Record<string, Partial<ScreenText>> = {
  [MESSAGES.unauthenticated]: { link: LINKS.signIn },
  [MESSAGES.forbidden]: { link: { label: 'Accedi con un altro account', to: '/signin?riservata' } },
  [MESSAGES.unverified]: { link: { label: 'Invialo di nuovo', to: '/profile' } },
  [MESSAGES.listingNotFound]: { link: LINKS.search },
  [MESSAGES.listingPaused]: { link: LINKS.search },
  [MESSAGES.sellerNotFound]: { link: LINKS.sellers },
  [MESSAGES.publishingClosed]: { link: { label: 'Vai ai contatti', to: '/contatti' } },
  [MESSAGES.tooManyDrafts]: { link: LINKS.ownListings },
  [MESSAGES.tooManyUnusedPictures]: { link: LINKS.ownListings },
  [MESSAGES.ownListingReview]: { link: LINKS.ownListings },
  [MESSAGES.alreadyReviewed]: { link: LINKS.search },
  [MESSAGES.payloadTooLarge]: { text: 'La richiesta è troppo grande: accorcia i testi e riprova.' },
  [MESSAGES.malformed]: { text: 'La richiesta non è valida: controlla i dati e riprova.' },
  [MESSAGES.idempotencyKeyReused]: {
    text: 'Questa richiesta è già stata inviata con altri dati: ricarica la pagina e controlla prima di riprovare.',
  },
  [MESSAGES.insufficientBalance]: {
    text: 'Nel tuo portafoglio non ci sono abbastanza VAL: accordati per un altro pagamento.',
    link: { label: 'Guarda il tuo saldo', to: '/portafoglio' },
  },
  [MESSAGES.walletNotFound]: {
    text: 'Non hai ancora un portafoglio: lo ricevi quando verifichi il tuo account.',
    link: LINKS.profile,
  },
  [ACCOUNT_MESSAGES.wrongCredentials]: { link: LINKS.recovery },
  [ACCOUNT_MESSAGES.emailTaken]: { link: LINKS.signIn },
  [ACCOUNT_MESSAGES.emailUnknown]: {
    text: 'Questo indirizzo e-mail non risulta registrato. Vuoi registrarti adesso?',
    link: LINKS.register,
  },
  [ACCOUNT_MESSAGES.alreadyVerified]: { link: LINKS.ownListings },
  [ACCOUNT_MESSAGES.passwordReplaced]: { link: LINKS.signIn },
  [ACCOUNT_MESSAGES.lastAdmin]: { link: LINKS.members },
  [ACCOUNT_MESSAGES.deleted]: { text: 'Utente cancellato.' },
  [ACCOUNT_MESSAGES.noWallet]: { link: LINKS.profile },
  [NEWSLETTER_MESSAGES.confirmationSent]: {
    text: 'Grazie! Per completare l’iscrizione apri l’e-mail che ti abbiamo inviato e clicca sul link.',
  },
  [NEWSLETTER_MESSAGES.unconfirmed]: {
    text: 'La richiesta di iscrizione era già stata fatta: manca la tua conferma. Apri l’e-mail che ti abbiamo inviato e clicca sul link.',
  },
  [NEWSLETTER_MESSAGES.alreadySubscribed]: { text: 'Grazie per aver riconfermato la tua iscrizione!' },
  [NEWSLETTER_MESSAGES.codeInvalid]: { link: LINKS.newsletter },
  [EVENT_MESSAGES.over]: { link: LINKS.events },
  [ORDER_MESSAGES.notFound]: { link: LINKS.orders },
  [ORDER_MESSAGES.needsAd]: {
    text: 'Per contattare qualcuno devi prima avere un tuo annuncio in vetrina.',
    link: LINKS.firstListing,
  },
  [ORDER_MESSAGES.ownListing]: { link: LINKS.ownListings },
  [ORDER_MESSAGES.listingUnavailable]: { link: LINKS.cart },
  [ORDER_MESSAGES.oneAtATime]: { link: LINKS.cart },
  [ORDER_MESSAGES.addressRequired]: { link: LINKS.address },
  [ORDER_MESSAGES.notPaidYet]: {
    text: 'Questa richiesta non risulta ancora pagata: prima chi riceve il pagamento deve confermarlo.',
  },
  [ORDER_MESSAGES.tooLateToUndo]: { text: 'Si può togliere il segno solo entro 24 ore: ora accordatevi tra voi.' },
  [ORDER_MESSAGES.mailAlreadySent]: {
    text: 'Hai già mandato la seconda e-mail per questa richiesta: per altro rispondi ai messaggi che hai ricevuto.',
  },
  [ORDER_MESSAGES.recipientDeleted]: { link: LINKS.search },
  [ORDER_MESSAGES.paymentNotFound]: { link: LINKS.orders },
  [ORDER_MESSAGES.paymentNotAlone]: { link: LINKS.orders },
  [ORDER_MESSAGES.ownerPays]: { link: LINKS.sendRequest },
  [ORDER_MESSAGES.nothingToPay]: { link: LINKS.sendRequest },
  [ORDER_MESSAGES.withoutWallet]: { link: LINKS.sendRequest },
  [ORDER_MESSAGES.notYourWallet]: { link: LINKS.profile },
}

/** Messages that contain a name, and those that contain a number after it. */
const WITH_NAME: { message: (name: string) => string; onScreen: (name: string) => Partial<ScreenText> }[] = [
  {
    message: onlyFrom,
    onScreen: (seller) => ({
      text: `Nel carrello c’è già un annuncio di «${seller}»: invia prima quella richiesta, o svuota il carrello.`,
      link: LINKS.cart,
    }),
  },
  { message: totalChanged, onScreen: () => ({ link: LINKS.cart }) },
  { message: (name) => soldOut(name, 0), onScreen: () => ({ link: LINKS.search }) },
  { message: (name) => soldOut(name, 1), onScreen: () => ({ link: LINKS.cart }) },
  { message: (name) => soldOut(name, 2), onScreen: () => ({ link: LINKS.cart }) },
  { message: noPlacesLeft, onScreen: () => ({ link: LINKS.events }) },
]

/** Matches a message with any name and any number. */
const patternOf = (message: (name: string) => string): RegExp => {
  const escaped = message('\n').replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  return new RegExp(`^${escaped.replace(/\d+/, '\\d+').replace('\n', '(.+)')}$`, 's')
}

const findWithName = (message: string): Partial<ScreenText> | undefined => {
  for (const { message: write, onScreen } of WITH_NAME) {
    const found = patternOf(write).exec(message)
    if (found) return onScreen(found[1] ?? '')
  }
  return undefined
}

/** What people read instead of a message of the API: correct Italian, and what to do next. Other messages stay as they are. */
export const screenText = (message: string): ScreenText => ({
  text: message,
  ...(SCREEN_TEXTS[message] ?? findWithName(message)),
})
