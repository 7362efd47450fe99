import { formatTime, sinceDate } from '#domain/base/dates.ts'

// Separate from members.schema.ts, so that browsers do not load zod for a form.
export const MIN_PASSWORD = 6
export const MAX_PASSWORD = 200
export const MAX_USERNAME = 40
export const MAX_NAME = 60
export const MAX_PHONE = 30
/** Italian or international, with 6 to 15 digits; also the `pattern` of form fields. */
export const PHONE_PATTERN = '(?=(\\D*\\d){6,15}\\D*$)\\+?[\\d .\\/\\(\\)\\-]+'
export const PHONE_INVALID = 'Il telefono ha solo cifre, da 6 a 15.'
export const MAX_BIRTHPLACE = 80
export const FIRST_BIRTH_YEAR = 1900
export const ZIP_CODE_DIGITS = 5
/** Also the `pattern` of the form's field. */
export const ZIP_CODE_PATTERN = `\\d{${ZIP_CODE_DIGITS}}`
export const ZIP_CODE_INVALID = 'Il CAP ha 5 cifre.'
/** Codice fiscale. */
export const MAX_CF = 16
export const MAX_SELLER_NAME = 80
export const MAX_SELLER_LINK = 300
export const MAX_SELLER_DESCRIPTION = 1500
/** Groups that a member names as references; the API calls them `referer`. */
export const MAX_REFERERS_AT_REGISTER = 3
export const MAX_REFERERS = 5
export const MAX_REFERER = 60

export const GENDERS = ['M', 'F'] as const

export const MEMBER_SORT_ORDERS = ['newest', 'oldest', 'username', 'email'] as const
export type MemberSort = (typeof MEMBER_SORT_ORDERS)[number]
/** How many of the best-rated sellers are shown. */
export const TOP_SELLERS = 3
export const MEMBER_PAGE_SIZE = 100
export const MAX_MEMBER_PAGE_SIZE = 500
/** Response header of paged lists with the total number of entries. */
export const TOTAL_HEADER = 'x-total-count'

/** Shown instead of a deleted member's name. */
export const DELETED_MEMBER_NAME = 'Utente cancellato'

/** Above these limits, welcome VAL are held until an admin releases them. */
export const WELCOMES_PER_NETWORK_AND_DAY = 3
/** For how many days an admin sees how many people a volunteer of the desk has registered. */
export const COUNTED_DAYS = 30
export const WELCOMES_PER_HOUR = 20

/** How long the wallet's key and the deletion of the account are blocked after a change of password or e-mail. */
export const HOLD_HOURS = 72

export const heldUntil = (until: Date): string =>
  `Per sicurezza, dopo un cambio di e-mail o password questo si può fare solo ${sinceDate(until)} alle ${formatTime(until)}.`

// Texts of the specification are verbatim, spelling errors included.
export const ACCOUNT_MESSAGES = {
  passwordTooShort: 'La password deve avere almeno 6 caratteri',
  wrongCredentials: 'E-mail o password non corrette.',
  wrongPassword: 'La password non è corretta.',
  currentPasswordRequired: 'Per cambiare e-mail o password scrivi la tua password attuale.',
  usernameTaken: 'Questo nome utente è già in uso: scegline un altro.',
  emailTaken: 'Questo indirizzo e-mail è già registrato. Vuoi accedere?',
  registered: 'Ti abbiamo inviato un’e-mail: apri il link che contiene per verificare il tuo account.',
  alreadyVerified: 'Il tuo account è già verificato.',
  verificationSent: 'Ti abbiamo inviato di nuovo l’e-mail con il link di verifica.',
  emailUnknown: "L'email non risulta registrato. Vorresti registrarti addesso?",
  recoverySent: 'Ti abbiamo inviato un’e-mail con il link per scegliere una nuova password. Vale un’ora.',
  passwordReplaced: 'La nuova password è salvata: ora puoi accedere.',
  emailConfirmed: 'Il nuovo indirizzo e-mail è confermato: d’ora in poi accedi con questo.',
  restored:
    'La modifica è annullata: e-mail e password sono quelle di prima, le passkey sono tolte e tutte le sessioni sono chiuse.',
  linkInvalid: 'Questo link non è valido, è scaduto o è già stato usato: chiedine uno nuovo.',
  memberNotFound: 'Questo utente non esiste.',
  noWelcomeVal: 'Ora i VAL di benvenuto sono zero: scegli quanti nelle impostazioni, poi riprova.',
  lastAdmin: 'È l’unica persona che amministra: prima nominane un’altra.',
  deleted: 'Utènte cancellato con successo',
  welcomeReleased: 'I VAL di benvenuto sono in arrivo.',
  signedOut: 'Hai chiuso la sessione.',
  sessionsEnded: 'Tutte le sessioni di questa persona sono chiuse.',
  signedOutEverywhere: 'Hai chiuso tutte le sessioni: per continuare accedi di nuovo.',
  noWallet: 'Il tuo account non ha ancora un portafoglio: lo riceve con la verifica.',
  transferOpen: 'Un trasferimento di VAL da o verso questo portafoglio non è ancora concluso: riprova tra un minuto.',
  erased: 'Il tuo account è stato cancellato.',
  busy: 'In questo momento accedono in molti. Riprova tra poco.',
} as const

/** Name of the treasury in statements; no member may use it. */
export const TREASURY_NAME = 'Tesoreria'

/** New members may not take these as names, however they are spelled: they would pass for the association or the site. */
export const RESERVED_NAMES: ReadonlySet<string> = new Set([
  ...['ADMIN', 'ADMINISTRATOR', 'AMMINISTRATORE', 'AMMINISTRATRICE', 'AMMINISTRAZIONE', 'ROOT', 'SYSTEM', 'SISTEMA'],
  ...['MODERATOR', 'MODERATORE', 'MODERATRICE', 'MODERAZIONE', 'STAFF', 'SUPPORT', 'SUPPORTO', 'SPORTELLO'],
  ...['ASSOCIAZIONE', 'PRESIDENTE', 'PIAZZA', 'SICUREZZA', 'SECURITY', 'WEBMASTER', 'POSTMASTER', 'ABUSE', 'NOREPLY'],
  ...['UTENTE', 'UTENTECANCELLATO', 'ANONIMO', 'NULL', 'UNDEFINED', 'ME', 'API'],
])
