import { z } from 'zod'
import {
  DELIVERIES,
  MAX_CATEGORY,
  MAX_DESCRIPTION,
  MAX_IMAGES,
  MAX_PAGE_SIZE,
  MAX_SEARCH,
  MAX_STOCK,
  MAX_TITLE,
  ORDERS,
  PAGE_SIZE,
  SECTIONS,
  tagsOf,
} from '#domain/listing-terms.ts'
import { fromHundredths, MAX_PRICE, toHundredths } from '#domain/money.ts'
import { line, paragraph } from '#domain/text.ts'

export const ReviewView = z.object({
  _id: z.string(),
  name: z.string(),
  rating: z.number(),
  comment: z.string(),
  createdAt: z.string(),
  verifiedExchange: z.boolean(),
})
export type ReviewView = z.infer<typeof ReviewView>

export const SellerView = z.object({
  name: z.string(),
  logo: z.string(),
  description: z.string(),
  link: z.string(),
  rating: z.number(),
  numReviews: z.number(),
})

const ListingSeller = z.object({
  _id: z.string(),
  username: z.string(),
  seller: SellerView.pick({ name: true, logo: true, rating: true, numReviews: true }),
})

/** A listing as lists carry it. */
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
  delivery: z.string(),
  expiry: z.string().nullable(),
  country: z.string(),
  state: z.string(),
  city: z.string(),
  municipality: z.string(),
  rating: z.number(),
  numReviews: z.number(),
  createdAt: z.string(),
  seller: ListingSeller,
})
export type ListingCard = z.infer<typeof ListingCard>

/** A listing as its own page shows it. */
export const Listing = ListingCard.extend({ reviews: z.array(ReviewView) })
export type Listing = z.infer<typeof Listing>

export const ListingPage = z.object({ products: z.array(ListingCard), pages: z.number(), page: z.number() })
export type ListingPage = z.infer<typeof ListingPage>

const emptyMeansMissing = (value: unknown) => (value === '' ? undefined : value)
const orMissing = <T extends z.ZodType>(schema: T) => z.preprocess(emptyMeansMissing, schema)
// The routes write "all" where a filter is not set.
const orAll = <T extends z.ZodType>(schema: T) => z.preprocess((v) => (v === 'all' || v === '' ? undefined : v), schema)

const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'Serve un numero intero.')
    .transform(Number)
    .refine((n) => n >= least && n <= most, `Serve un numero da ${least} a ${most}.`)
const amount = z
  .string()
  .regex(/^\d{1,7}([.,]\d{1,2})?$/, 'Serve un importo, con due decimali al massimo.')
  .transform((text) => toHundredths(Number(text.replace(',', '.'))))
  .refine((raw) => raw <= MAX_PRICE, 'Importo troppo grande.')

export const ListingQuery = z.object({
  p: orMissing(wholeNumber(1, 10_000_000).default(1)),
  pageSize: orMissing(wholeNumber(1, MAX_PAGE_SIZE).default(PAGE_SIZE)),
  seller: orMissing(z.uuid('Offerente sconosciuto.').optional()),
  section: orAll(z.enum(SECTIONS, 'Sezione sconosciuta.').optional()),
  name: orAll(line(MAX_SEARCH).optional()),
  category: orAll(line(MAX_CATEGORY).optional()),
  order: orMissing(z.enum(ORDERS, 'Ordine sconosciuto.').optional()),
  min: orMissing(amount.default(0)),
  max: orMissing(amount.default(0)),
  rating: orMissing(wholeNumber(0, 5).default(0)),
})
export type ListingQuery = z.infer<typeof ListingQuery>

// Prices come as numbers or as what a form holds; empty is the default, never NaN.
const price = (byDefault: number) =>
  z.preprocess(
    (value) =>
      value === undefined || value === null || value === ''
        ? byDefault
        : typeof value === 'string'
          ? Number(value.replace(',', '.'))
          : value,
    z
      .number('Il prezzo deve essere un numero.')
      .min(0, 'Il prezzo non può essere negativo.')
      .max(fromHundredths(MAX_PRICE), 'Il prezzo è troppo alto.')
      .transform(toHundredths),
  )

const optionalLine = (max: number) => z.preprocess((v) => v ?? '', line(max))

export const ListingChange = z
  .object({
    name: line(MAX_TITLE).refine((name) => name.length > 0, 'Scrivi un titolo.'),
    priceVal: price(1),
    priceEuro: price(0),
    image: z.preprocess(
      (value) => (Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : value),
      z.array(line(500)).max(MAX_IMAGES, `Al massimo ${MAX_IMAGES} immagini.`).default([]),
    ),
    category: line(MAX_CATEGORY).refine((category) => category.length > 0, 'Scegli una categoria.'),
    brand: optionalLine(500).transform((brand) => tagsOf(brand).join(',')),
    countInStock: z.coerce.number().int('La quantità deve essere un numero intero.').min(0).max(MAX_STOCK).default(1),
    description: z.preprocess((v) => v ?? '', paragraph(MAX_DESCRIPTION)),
    section: z.enum(SECTIONS, 'Sezione sconosciuta.'),
    isService: z.boolean().default(false),
    pause: z.boolean().default(false),
    auxPhone: optionalLine(30),
    delivery: z.enum(DELIVERIES, 'Consegna sconosciuta.').default('no preferences'),
    expiry: z.preprocess(
      (v) => (v === '' || v === null ? undefined : v),
      z.iso.datetime({ offset: true }).or(z.iso.date()).optional(),
    ),
    country: optionalLine(60),
    state: optionalLine(60),
    city: optionalLine(60),
    municipality: optionalLine(60),
  })
  .transform((change) => ({
    ...change,
    priceVal: change.section === 'dono' ? 0 : change.priceVal,
    isGift: change.section === 'dono',
  }))
export type ListingChange = z.infer<typeof ListingChange>
