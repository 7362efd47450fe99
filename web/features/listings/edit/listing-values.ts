import type { OwnListing } from '#domain/listings.schema.ts'
import { DELIVERIES, hasStock, isDraft, type Section, showsPrice, tagsOf } from '#domain/listings.ts'
import { isPlaceholder } from '#domain/pictures.ts'
import { oneOf } from '#web/lib/form-data.ts'

/** What the form of a listing holds: texts as they are typed. */
export type ListingValues = {
  section: Section
  isService: boolean
  image: string[]
  name: string
  category: string
  priceVal: string
  priceEuro: string
  description: string
  tags: string[]
  countInStock: string
  delivery: string
  /** yyyy-mm-dd, the last day it is shown; empty: no end. */
  expiry: string
  municipality: string
  /** The province. */
  city: string
  /** The region. */
  state: string
  country: string
  auxPhone: string
  pause: boolean
}

const amount = (value: number): string => String(value).replace('.', ',')

const romeDay = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Rome' })
// A listing is shown until the day after its last one begins.
const lastDay = (expiry: string | null): string => (expiry ? romeDay.format(new Date(Date.parse(expiry) - 1)) : '')

/** What is on the server, ready to be edited; the name that the server gave a draft is nobody's title. */
export const valuesOf = (listing: OwnListing): ListingValues => ({
  section: listing.section,
  isService: listing.isService,
  image: listing.image.filter((url) => !isPlaceholder(url)),
  name: isDraft(listing.name) ? '' : listing.name,
  category: listing.category,
  priceVal: amount(listing.priceVal),
  priceEuro: amount(listing.priceEuro),
  description: listing.description,
  tags: tagsOf(listing.brand),
  countInStock: String(listing.countInStock),
  delivery: listing.delivery,
  expiry: lastDay(listing.expiry),
  municipality: listing.municipality,
  city: listing.city,
  state: listing.state,
  country: listing.country || 'Italia',
  auxPhone: listing.auxPhone,
  pause: listing.pause,
})

/** The body of the call that saves it. */
export const changeOf = ({ tags, ...values }: ListingValues) => ({
  ...values,
  brand: tags.join(','),
  delivery: oneOf(DELIVERIES, values.delivery),
})

/** The same with another section: a gift costs nothing. */
export const inSection = (values: ListingValues, section: Section): ListingValues => ({
  ...values,
  section,
  priceVal: section === 'dono' ? '0' : values.priceVal,
})

export const asksPrice = ({ section }: ListingValues): boolean => showsPrice(section)
export const asksStock = (values: ListingValues): boolean => hasStock(values)

export const sameValues = (a: ListingValues, b: ListingValues): boolean => {
  const keys = Object.keys(a) as (keyof ListingValues)[]
  return keys.every((key) => String(a[key]) === String(b[key]))
}
