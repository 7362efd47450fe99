// Separate from listings.schema.ts, so that browsers do not load zod to show a listing.
export const SECTIONS = ['offro', 'cerco', 'propongo', 'avviso', 'dono'] as const
export type Section = (typeof SECTIONS)[number]

/** The word of each kind, on badges and filters and in mails. */
export const KIND_LABELS: Record<Section, string> = {
  offro: 'Vendo',
  cerco: 'Cerco',
  propongo: 'Partnership',
  avviso: 'Evento',
  dono: 'Dono',
}
/** The same for a list of them: tabs, feeds. */
export const SECTION_LABELS: Record<Section, string> = { ...KIND_LABELS, avviso: 'Eventi', dono: 'Dono/Tempo' }

export const LISTING_SORT_ORDERS = ['newest', 'lowest', 'highest', 'toprated'] as const
export type ListingSort = (typeof LISTING_SORT_ORDERS)[number]

export const DELIVERIES = ['no preferences', 'personalmente', 'posta', 'corriere'] as const
export type Delivery = (typeof DELIVERIES)[number]
export const DELIVERY_NAMES: Record<Delivery, string> = {
  'no preferences': 'Nessuna preferenza',
  personalmente: 'Di persona',
  posta: 'Per posta',
  corriere: 'Con corriere',
}

export const MAX_TITLE = 90
export const MAX_CATEGORY = 60
export const MAX_IMAGES = 6
export const MAX_TAG = 40
export const MAX_TAGS_LENGTH = 500
export const MAX_DESCRIPTION = 10_000
export const MAX_STOCK = 100_000

/** Shown to the owner if orders changed a quantity while the owner was editing it. */
export const quantityChanged = (now: number | null): string =>
  `Intanto la quantità è cambiata per una richiesta: ora è ${now ?? 'senza limite'}. Controlla e salva di nuovo.`
/** `again` says when the next change is possible. */
export const changedTooOften = (again: string): string =>
  `Hai modificato questo annuncio molte volte nell’ultima ora: puoi farlo di nuovo ${again}.`
export const FIRST_EXPIRY = '2000-01-01'
export const LAST_EXPIRY = '2199-12-31'
/** Unnamed listings per member. */
export const MAX_DRAFTS = 20
export const PAGE_SIZE = 12
export const MAX_PAGE_SIZE = 60
export const PRICE_RANGES = [
  { min: 0, max: 0, label: 'Qualsiasi' },
  { min: 1, max: 10, label: 'Da 1 a 10 VAL' },
  { min: 10, max: 100, label: 'Da 10 a 100 VAL' },
  { min: 100, max: 1000, label: 'Da 100 a 1.000 VAL' },
] as const
/** Kilometres around a comune. */
export const DISTANCES = ['5', '10', '25', '50', '100'] as const
export const DEFAULT_KM = 25
export const MINIMUM_RATINGS = [4, 3, 2, 1] as const

export const kindLabel = (listing: { section: Section; isService: boolean }): string => {
  if (listing.section === 'avviso') return 'Avviso'
  if (listing.section === 'propongo') return 'Proposta'
  return listing.isService ? 'Servizio' : 'Prodotto'
}

const DRAFT_NAME = /^Annunci[^\w\s]/
/** The database uses the same pattern to decide which listings are public: keep both in sync. */
export const isDraft = (name: string): boolean => DRAFT_NAME.test(name)

/** Before the number of an empty draft, or before the title of one that was imported. */
export const DRAFT_PREFIX = 'Annunci# '
/** The title of an imported draft; empty for others. */
export const draftTitle = (name: string): string => {
  const title = name.startsWith(DRAFT_PREFIX) ? name.slice(DRAFT_PREFIX.length) : ''
  return /^\d*$/.test(title) ? '' : title
}

/** Uppercase, without "#" and duplicates. */
export const tagsOf = (brand: string): string[] => [
  ...new Set(
    brand
      .split(',')
      .map((tag) =>
        tag
          .trim()
          .replace(/^#+\s*/, '')
          .toUpperCase(),
      )
      .filter(Boolean),
  ),
]
