// Must not import zod: browsers load this file.

/** What a column of the file can hold. */
export const IMPORT_FIELDS = [
  'email',
  'username',
  'name',
  'surname',
  'phone',
  'zipCode',
  'city',
  'description',
  'offers',
  'wants',
] as const
export type ImportField = (typeof IMPORT_FIELDS)[number]
/** The column of each field, by its heading. */
export type ImportMapping = Partial<Record<ImportField, string>>

export const IMPORT_FIELD_LABELS: Record<ImportField, string> = {
  email: 'E-mail',
  username: 'Nome utente',
  name: 'Nome (o nome e cognome)',
  surname: 'Cognome',
  phone: 'Telefono',
  zipCode: 'CAP',
  city: 'Provincia',
  description: 'Presentazione',
  offers: 'Annunci: che cosa offre',
  wants: 'Annunci: che cosa cerca',
}

/** Headings of hand-made files, and of the members that TimeOverflow and Komunitin export, in lower case. */
const HEADINGS: Record<ImportField, readonly string[]> = {
  email: ['email', 'e-mail', 'mail', 'posta elettronica', 'indirizzo e-mail', 'correo', 'correu', 'contact.email'],
  username: ['username', 'nome utente', 'utente', 'user name', 'nickname'],
  name: ['name', 'nome', 'nombre', 'nom', 'nome e cognome', 'first name'],
  surname: ['surname', 'cognome', 'last name', 'apellidos', 'cognoms'],
  phone: ['phone', 'telefono', 'cellulare', 'tel', 'tel.', 'teléfono', 'telèfon', 'contact.phone'],
  zipCode: ['cap', 'zip', 'zip code', 'zipcode', 'postal code', 'address.postalcode'],
  city: ['provincia', 'province', 'address.region'],
  description: ['description', 'descrizione', 'presentazione', 'chi sono'],
  offers: ['offro', 'offre', 'offerte', 'annunci', 'offers'],
  wants: ['cerco', 'cerca', 'richieste', 'wants'],
}

export const MAX_IMPORT_ROWS = 10_000
export const MAX_IMPORT_CSV = 8 * 1024 * 1024
/** Per person; each is a draft until its owner publishes it. */
export const MAX_IMPORTED_LISTINGS = 10
/** Separates the listings within a cell. */
export const LISTING_SEPARATOR = '|'
export const INVITATION_DAYS = 30

/** Maps the columns that have a known heading. */
export const recogniseColumns = (header: readonly string[]): ImportMapping =>
  Object.fromEntries(
    IMPORT_FIELDS.flatMap((field) => {
      const column = header.find((heading) => HEADINGS[field].includes(heading.trim().toLowerCase()))
      return column === undefined ? [] : [[field, column]]
    }),
  )

export const IMPORT_MESSAGES = {
  emailColumn: 'Manca la colonna degli indirizzi e-mail: chiamala «email», o indica qual è.',
  nameColumn: 'Manca la colonna dei nomi: chiamala «nome» o «nome utente», o indica qual è.',
  doubledColumns: 'Due colonne hanno lo stesso nome.',
  noRows: 'Il file non contiene nessuna persona: sotto la prima riga scrivi una persona per riga.',
  emailMissing: 'Manca l’indirizzo e-mail. Chi non ne ha uno si iscrive allo sportello.',
  emailTaken: 'Con questo indirizzo c’è già un account.',
  usernameMissing: 'Manca il nome.',
  usernameTaken:
    'Un’altra persona ha già questo nome utente, o uno che sembra uguale: scrivine un altro nella colonna «nome utente».',
  formula: 'Questa cella comincia come una formula: scrivi solo testo.',
  tooManyListings: `Al massimo ${MAX_IMPORTED_LISTINGS} annunci per persona.`,
  invited: 'Il tuo account è pronto: accedi con la password che hai scelto.',
} as const

export const unknownColumn = (column: string): string => `Nel file non c’è una colonna «${column}».`
export const repeatedInRow = (what: string, row: number): string => `${what} è già nella riga ${row}.`
