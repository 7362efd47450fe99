import { z } from 'zod'
import { SellerView } from '#domain/accounts/members.schema.ts'
import { Phone } from '#domain/accounts/phone.schema.ts'
import { AmountOrZero } from '#domain/base/amounts.schema.ts'
import { fromItalianTime } from '#domain/base/dates.ts'
import { MAX_SEARCH } from '#domain/base/long-lists.ts'
import { AMOUNT_MESSAGES, AMOUNT_PATTERN, MAX_PRICE, numberIn, toHundredths } from '#domain/base/money.ts'
import { emptyAsMissing, pageNumber, wholeNumber } from '#domain/base/query-parameters.ts'
import { line, nameLine, paragraph } from '#domain/base/text.ts'
import { MAX_IMAGE_ADDRESS } from '#domain/base/urls.ts'
import { MAX_EVENT_PLACE } from '#domain/market/events.ts'
import {
  DELIVERIES,
  DISTANCES,
  FIRST_EXPIRY,
  LAST_EXPIRY,
  LISTING_SORT_ORDERS,
  MAX_CATEGORY,
  MAX_DESCRIPTION,
  MAX_IMAGES,
  MAX_PAGE_SIZE,
  MAX_STOCK,
  MAX_TAGS_LENGTH,
  MAX_TITLE,
  PAGE_SIZE,
  SECTIONS,
  tagsOf,
} from '#domain/market/listings.ts'
import { MAX_PLACE_NAME } from '#domain/market/places.ts'

export const ReviewView = z.object({
  _id: z.string(),
  /** The author's username. */
  name: z.string(),
  /** The name that the author shows to others. */
  shownName: z.string(),
  rating: z.number(),
  comment: z.string(),
  createdAt: z.string(),
  verifiedExchange: z.boolean(),
  /** The public answer of the listing's owner; null if there is none. */
  reply: z.object({ text: z.string(), at: z.string() }).nullable(),
})
export type ReviewView = z.infer<typeof ReviewView>

const ListingSeller = z.object({
  _id: z.string(),
  username: z.string(),
  seller: SellerView.pick({ name: true, logo: true, rating: true, numReviews: true }),
})

const Position = z.object({ lat: z.number(), lng: z.number() })

/** A listing in a list. */
export const ListingCard = z.object({
  _id: z.string(),
  name: z.string(),
  priceVal: z.number(),
  priceEuro: z.number(),
  image: z.array(z.string()),
  category: z.string(),
  brand: z.string(),
  countInStock: z.number(),
  description: z.string(),
  section: z.enum(SECTIONS),
  isService: z.boolean(),
  isGift: z.boolean(),
  pause: z.boolean(),
  /** False for drafts, and while paused, hidden by reports, by a decision or with its seller, or marked as expired. */
  shown: z.boolean(),
  delivery: z.enum(DELIVERIES),
  /** When it leaves the lists; the end of an event. */
  expiry: z.string().nullable(),
  /** Of an event; null and empty in other sections. */
  startsAt: z.string().nullable(),
  endsAt: z.string().nullable(),
  place: z.string(),
  /** Free places of an event; null without a limit. */
  places: z.number().nullable(),
  country: z.string(),
  state: z.string(),
  city: z.string(),
  municipality: z.string(),
  /** The centre of its comune, for distances; null if the comune is not known. */
  position: Position.nullable(),
  rating: z.number(),
  numReviews: z.number(),
  createdAt: z.string(),
  /** Kilometres from the comune of the search, rounded; null in other lists. */
  distance: z.number().nullable(),
  seller: ListingSeller,
})
export type ListingCard = z.infer<typeof ListingCard>

/** A listing on its own page. */
export const Listing = ListingCard.extend({
  /** The ISTAT number of its comune, or of its province's capital if the comune is not known; null if neither is. */
  comune: z.number().nullable(),
  reviews: z.array(ReviewView),
})
export type Listing = z.infer<typeof Listing>

/** With the fields that only the owner and admins may see. */
export const OwnListing = Listing.extend({ auxPhone: z.string() })
export type OwnListing = z.infer<typeof OwnListing>

/** OwnListing for its owner and admins, Listing for everyone else. */
export const ListingDetail = OwnListing.partial({ auxPhone: true })
export type ListingDetail = z.infer<typeof ListingDetail>

/** For the owner: views of its page, also of the last 30 days, and requests about it. */
export const ListingStatistics = z.object({ views: z.number(), recentViews: z.number(), requests: z.number() })
export type ListingStatistics = z.infer<typeof ListingStatistics>

/** What was searched for, if not the words as typed. */
export const Instead = z.object({
  /** The words with corrected spelling; null if they are as typed. */
  words: z.string().nullable(),
  /** Words such as "gratis" were taken for listings that cost nothing. */
  isFree: z.boolean(),
  /** No listing has all words: these have some of them. */
  isAny: z.boolean(),
})
export type Instead = z.infer<typeof Instead>

export const ListingPage = z.object({
  products: z.array(ListingCard),
  pages: z.number(),
  page: z.number(),
  /** How many listings match; `isAtLeast` if there may be more, which are not counted. */
  total: z.number(),
  isAtLeast: z.boolean(),
  instead: Instead.nullable(),
})
export type ListingPage = z.infer<typeof ListingPage>

// The specification's routes use "all" for a filter that is not set.
const allAsMissing = <T extends z.ZodType>(schema: T) =>
  z.preprocess((v) => (v === 'all' || v === '' ? undefined : v), schema)

const amount = z
  .string()
  .regex(new RegExp(`^${AMOUNT_PATTERN}$`), AMOUNT_MESSAGES.decimals)
  .transform((text) => toHundredths(numberIn(text)))
  .refine((raw) => raw <= MAX_PRICE, AMOUNT_MESSAGES.tooLarge)

/** A filter that is on or off. */
const flag = emptyAsMissing(
  z
    .enum(['0', '1'], 'Serve 0 o 1.')
    .transform((text) => text === '1')
    .optional(),
)

export const ListingQuery = z.object({
  p: pageNumber,
  pageSize: emptyAsMissing(wholeNumber(1, MAX_PAGE_SIZE).default(PAGE_SIZE)),
  seller: emptyAsMissing(z.uuid('Offerente sconosciuto.').optional()),
  section: allAsMissing(z.enum(SECTIONS, 'Sezione sconosciuta.').optional()),
  name: allAsMissing(line(MAX_SEARCH).optional()),
  category: allAsMissing(line(MAX_CATEGORY).optional()),
  order: emptyAsMissing(z.enum(LISTING_SORT_ORDERS, 'Ordine sconosciuto.').optional()),
  min: emptyAsMissing(amount.default(0)),
  max: emptyAsMissing(amount.default(0)),
  rating: emptyAsMissing(wholeNumber(0, 5).default(0)),
  free: flag,
  picture: flag,
  /** Words as typed: no corrected spelling, no listings with only some of them, and "gratis" is just a word. */
  exact: flag,
  near: emptyAsMissing(line(MAX_PLACE_NAME).optional()),
  km: emptyAsMissing(z.enum(DISTANCES, 'Distanza sconosciuta.').transform(Number).optional()),
})
export type ListingQuery = z.infer<typeof ListingQuery>

/** A balance in VAL. */
export const AffordableQuery = z.object({ val: amount })

// Prices are numbers or form input; an empty value becomes the default, never NaN.
const price = (byDefault: number) =>
  z.preprocess((value: string | number | null | undefined) => {
    const typed = typeof value === 'string' ? value.trim() : value
    if (typed === undefined || typed === null || typed === '') return byDefault
    return typeof typed === 'string' ? numberIn(typed) : typed
  }, AmountOrZero)

// Missing and empty fields get the default of a new listing.
const orDefault = <T extends z.ZodType>(byDefault: unknown, schema: T) =>
  z.preprocess(
    (value: z.input<T> | '' | null | undefined) =>
      value === undefined || value === null || value === '' ? byDefault : value,
    schema,
  )
const optionalLine = (max: number) => orDefault('', line(max))

// The range of dates that PostgreSQL and JavaScript both support.
const isInRange = (text: string): boolean => text >= FIRST_EXPIRY && text.slice(0, LAST_EXPIRY.length) <= LAST_EXPIRY

/** A date or a timestamp. */
const Expiry = z.iso
  .datetime({ offset: true, error: 'La scadenza non è una data.' })
  .or(z.iso.date('La scadenza non è una data.'))
  .refine(isInRange, 'La scadenza è troppo lontana.')

/** A timestamp; without an offset it is Italian time. */
const EventMoment = z.iso
  .datetime({ offset: true, local: true, error: 'Serve una data con l’ora.' })
  .refine(isInRange, 'La data è troppo lontana.')
  .transform((text) => (/(Z|[+-]\d\d:?\d\d)$/.test(text) ? new Date(text) : fromItalianTime(text)))

// Drops values that are not strings, and duplicates.
const uniqueStrings = (value: unknown) =>
  Array.isArray(value) ? [...new Set(value.filter((entry) => typeof entry === 'string' && entry !== ''))] : value

const NO_EVENT = { startsAt: null, endsAt: null, place: '', places: null }

/** All fields that the owner can set; other fields of the body (seller, rating…) are ignored. */
export const ListingChange = z
  .object({
    name: nameLine(MAX_TITLE).refine((name) => name.length > 0, 'Scrivi un titolo.'),
    priceVal: price(1),
    priceEuro: price(0),
    image: z.preprocess(
      (value: string[] | null | undefined) => uniqueStrings(value ?? []),
      z.array(line(MAX_IMAGE_ADDRESS)).max(MAX_IMAGES, `Al massimo ${MAX_IMAGES} immagini.`),
    ),
    category: nameLine(MAX_CATEGORY).refine((category) => category.length > 0, 'Scegli una categoria.'),
    brand: orDefault('', nameLine(MAX_TAGS_LENGTH)).transform((brand) => tagsOf(brand).join(',')),
    countInStock: orDefault(
      1,
      z.coerce
        .number('La quantità deve essere un numero.')
        .int('La quantità deve essere un numero intero.')
        .min(0, 'La quantità non può essere negativa.')
        .max(MAX_STOCK, `Al massimo ${MAX_STOCK} pezzi.`),
    ),
    /** The quantity on the page that sends the change: what orders have taken since then is not overwritten. */
    countInStockSeen: z.number().optional(),
    description: orDefault('', paragraph(MAX_DESCRIPTION)),
    section: orDefault('offro', z.enum(SECTIONS, 'Sezione sconosciuta.')),
    isService: orDefault(false, z.boolean()),
    pause: orDefault(false, z.boolean()),
    auxPhone: orDefault('', Phone),
    delivery: orDefault('no preferences', z.enum(DELIVERIES, 'Consegna sconosciuta.')),
    expiry: orDefault(undefined, Expiry.optional()),
    startsAt: orDefault(null, EventMoment.nullable()),
    endsAt: orDefault(null, EventMoment.nullable()),
    place: optionalLine(MAX_EVENT_PLACE),
    places: orDefault(
      null,
      z.coerce
        .number('I posti devono essere un numero.')
        .int('I posti devono essere un numero intero.')
        .min(0, 'I posti non possono essere meno di zero.')
        .max(MAX_STOCK, `Al massimo ${MAX_STOCK} posti.`)
        .nullable(),
    ),
    placesSeen: z.number().nullable().optional(),
    country: orDefault('Italia', line(MAX_PLACE_NAME)),
    state: optionalLine(MAX_PLACE_NAME),
    city: optionalLine(MAX_PLACE_NAME),
    municipality: optionalLine(MAX_PLACE_NAME),
  })
  .transform((change) => ({
    ...change,
    priceVal: change.section === 'dono' ? 0 : change.priceVal,
    ...(change.section === 'avviso' ? {} : NO_EVENT),
  }))
export type ListingChange = z.output<typeof ListingChange>
