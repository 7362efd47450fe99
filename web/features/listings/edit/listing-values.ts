import type { OwnListing } from '#domain/listings.schema.ts'
import { DELIVERIES, isDraft, type Section, tagsOf } from '#domain/listings.ts'
import { isPlaceholder } from '#domain/pictures.ts'
import { oneOf } from '#web/lib/form-data.ts'

const amount = (value: number): string => String(value).replace('.', ',')

const romeDay = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Rome' })
// `expiry` is the midnight after the last public day.
const lastDay = (expiry: string | null): string => (expiry ? romeDay.format(new Date(Date.parse(expiry) - 1)) : '')

/** A stored listing as form values; the generated name of a draft becomes an empty title. */
export const valuesOf = (listing: OwnListing) => ({
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
  /** yyyy-MM-dd, the last day it is public; empty if it never expires. */
  expiry: lastDay(listing.expiry),
  municipality: listing.municipality,
  /** The province. */
  city: listing.city,
  /** The region. */
  state: listing.state,
  country: listing.country || 'Italia',
  auxPhone: listing.auxPhone,
  pause: listing.pause,
})

/** The values of the listing form, as typed. */
export type ListingValues = ReturnType<typeof valuesOf>

/** The request body that saves the values. */
export const changeOf = ({ tags, ...values }: ListingValues) => ({
  ...values,
  brand: tags.join(','),
  delivery: oneOf(DELIVERIES, values.delivery),
})

/** The values with another section; gifts cost nothing. */
export const inSection = (values: ListingValues, section: Section): ListingValues => ({
  ...values,
  section,
  priceVal: section === 'dono' ? '0' : values.priceVal,
})

export const sameValues = (a: ListingValues, b: ListingValues): boolean => {
  const keys = Object.keys(a) as (keyof ListingValues)[]
  return keys.every((key) => String(a[key]) === String(b[key]))
}
