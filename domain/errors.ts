// Every error response is made from an AppError, whose kind determines the HTTP status.
const STATUS = {
  malformed: 400,
  signedOut: 401,
  forbidden: 403,
  missing: 404,
  conflict: 409,
  tooLarge: 413,
  wrongType: 415,
  invalid: 422,
  tooMany: 429,
  away: 503,
} as const

export type ErrorKind = keyof typeof STATUS

export class AppError extends Error {
  readonly kind: ErrorKind
  /** Seconds, for the Retry-After header. */
  readonly retryAfter: number | undefined

  constructor(kind: ErrorKind, message: string, retryAfter?: number) {
    super(message)
    this.name = 'AppError'
    this.kind = kind
    this.retryAfter = retryAfter
  }

  get status(): number {
    return STATUS[this.kind]
  }
}

// Texts used by browser and server. Texts of the specification are verbatim, spelling errors included.
export const MESSAGES = {
  signedOut: 'Per continuare devi accedere.',
  forbidden: 'Non hai il permesso di farlo.',
  unverified: 'Il tuo account non è ancora verificato: apri il messaggio che ti abbiamo inviato e clicca sul link.',
  pageMissing: 'La pagina che cerchi non esiste.',
  listingMissing: 'Questo annuncio non esiste o non è più in vetrina.',
  listingPaused: 'Questo annuncio al momento non è attivo.',
  listingDeleted: 'Annuncio cancellato.',
  tooManyDrafts: 'Hai già molte bozze: completa o cancella quelle prima di crearne altre.',
  pictureForeign: 'Una delle immagini non è stata caricata qui o è già di un altro annuncio: caricala di nuovo.',
  pictureMissing: 'Scegli un’immagine da caricare.',
  pictureTooLarge: 'L’immagine è troppo grande: al massimo 8 MB.',
  pictureTooWide: 'L’immagine ha troppi punti: al massimo 40 megapixel.',
  pictureWrongType: 'Si possono caricare solo immagini JPEG o PNG.',
  pictureBroken: 'L’immagine è rovinata o incompleta: prova con un’altra.',
  picturesTooMany: 'Hai caricato molte immagini senza usarle: salva gli annunci, o riprova domani.',
  picturesAway: 'Le immagini non si possono salvare in questo momento. Riprova tra poco.',
  logoWrongType: 'Il logo deve essere un’immagine JPEG caricata qui.',
  reviewOwn: 'Non puoi commentare un tuo annuncio.',
  reviewTwice: 'Hai già commentato questo annuncio.',
  sellerMissing: 'Questo offerente non esiste.',
  tooLarge: 'La richiesta è troppo grande.',
  wrongType: 'Il formato della richiesta non è supportato.',
  malformed: 'La richiesta non è valida.',
  tooMany: 'Troppe richieste: riprova tra poco.',
  internal: 'Qualcosa è andato storto. Riprova tra poco.',
  databaseAway: 'Il servizio non risponde in questo momento. Riprova tra poco.',
  chainAway: 'I VAL non si possono leggere né spostare in questo momento. Riprova tra poco.',
  tooFewVal: 'Nel tuo portafoglio non ci sono abbastanza VAL.',
  transferDiffers: 'Questo pagamento è già stato chiesto con altri dati.',
  walletMissing: 'Non hai ancora un portafoglio.',
} as const
