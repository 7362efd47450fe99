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
  /** Further fields of the response. */
  details?: Readonly<Record<string, unknown>>
}

export class AppError extends Error {
  readonly kind: ErrorKind
  readonly retryAfter: number | undefined
  readonly errors: FieldErrors | undefined
  readonly details: Readonly<Record<string, unknown>> | undefined

  constructor(kind: ErrorKind, message: string, { retryAfter, errors, details }: ErrorDetails = {}) {
    super(message)
    this.name = 'AppError'
    this.kind = kind
    this.retryAfter = retryAfter
    this.errors = errors
    this.details = details
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
  reviewNotFound: 'Questa recensione non esiste o non è più visibile.',
  alreadyReplied: 'A questa recensione hai già risposto.',
  sellerNotFound: 'Questo offerente non esiste.',
  payloadTooLarge: 'La richiesta è troppo grande.',
  unsupportedMediaType: 'Il formato della richiesta non è supportato.',
  malformed: 'La richiesta non è valida.',
  tooManyRequests: 'Troppi tentativi: riprova tra poco.',
  internal: 'Qualcosa è andato storto. Riprova tra poco.',
  databaseUnavailable: 'Il servizio non risponde in questo momento. Riprova tra poco.',
  chainUnavailable: 'I VAL non si possono leggere né spostare in questo momento. Riprova tra poco.',
  insufficientBalance: 'Nel tuo portafoglio non ci sono abbastanza VAL.',
  idempotencyKeyInvalid: 'L’intestazione Idempotency-Key non è valida.',
  idempotencyKeyReused: 'Questa richiesta è già stata inviata con altri dati.',
  walletNotFound: 'Non hai ancora un portafoglio.',
} as const
