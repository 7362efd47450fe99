import { fromItalianTime, HOUR_MS, toItalianTime } from '#domain/base/dates.ts'
import { findEventError } from '#domain/market/events.ts'
import type { OwnListing } from '#domain/market/listings.schema.ts'
import { DELIVERIES, draftTitle, isDraft, tagsOf } from '#domain/market/listings.ts'
import { isPlaceholder } from '#domain/market/uploads.ts'
import { oneOf } from '#web/lib/form-data.ts'

const amount = (value: number): string => String(value).replace('.', ',')

/** Day (yyyy-MM-dd) and time (HH:mm) in Italy; empty without a moment. */
const dayOf = (moment: string | Date | null): string => (moment ? toItalianTime(moment).slice(0, 10) : '')
const timeOf = (moment: string | null): string => (moment ? toItalianTime(moment).slice(11, 16) : '')
// `expiry` is the midnight after the last public day; that of an event is its end.
const lastDay = ({ section, expiry }: OwnListing): string =>
  expiry && section !== 'avviso' ? dayOf(new Date(Date.parse(expiry) - 1)) : ''
const momentOf = (day: string, time: string): string => (day && time ? `${day}T${time}` : '')

/** A stored listing as form values; the generated name of a draft becomes an empty title. */
export const valuesOf = (listing: OwnListing) => ({
  section: listing.section,
  isService: listing.isService,
  image: listing.image.filter((url) => !isPlaceholder(url)),
  name: isDraft(listing.name) ? draftTitle(listing.name) : listing.name,
  category: listing.category,
  priceVal: amount(listing.priceVal),
  priceEuro: amount(listing.priceEuro),
  description: listing.description,
  tags: tagsOf(listing.brand),
  countInStock: String(listing.countInStock),
  /** The quantity and the places before the owner changed them. */
  countInStockSeen: listing.countInStock,
  placesSeen: listing.places,
  delivery: listing.delivery,
  /** yyyy-MM-dd, the last day it is public; empty if it never expires. */
  expiry: lastDay(listing),
  startDay: dayOf(listing.startsAt),
  startTime: timeOf(listing.startsAt),
  endDay: dayOf(listing.endsAt),
  endTime: timeOf(listing.endsAt),
  place: listing.place,
  /** Empty without a limit. */
  places: String(listing.places ?? ''),
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
/** Props of a part of the form. */
export type FieldsProps = { values: ListingValues; set: (change: Partial<ListingValues>) => void }

/** The category of an event whose owner chose none. */
export const EVENT_CATEGORY = 'Eventi'

/** The category to save. */
export const categoryOf = ({ section, category }: ListingValues): string =>
  category.trim() || (section === 'avviso' ? EVENT_CATEGORY : '')

const EVENT_HOURS = 2

/** Two hours after the start, on Italian clocks; on the day of the start while its time is missing. */
const endAfter = (day: string, time: string): { endDay: string; endTime: string } => {
  const start = day && time ? Date.parse(`${day}T${time}Z`) : Number.NaN
  if (Number.isNaN(start)) return { endDay: day, endTime: '' }
  const end = new Date(start + EVENT_HOURS * HOUR_MS).toISOString()
  return { endDay: end.slice(0, 10), endTime: end.slice(11, 16) }
}

type Start = Pick<ListingValues, 'startDay' | 'startTime'>

/** A changed start; the end moves with it unless the owner has set it. */
export const withStart = (values: ListingValues, change: Partial<Start>): Partial<ListingValues> => {
  const start = { startDay: values.startDay, startTime: values.startTime, ...change }
  const before = endAfter(values.startDay, values.startTime)
  const isDefault = (field: 'endDay' | 'endTime') => values[field] === '' || values[field] === before[field]
  if (isDefault('endDay') && isDefault('endTime')) return { ...start, ...endAfter(start.startDay, start.startTime) }
  // Most events end on the day on which they start.
  const isSameDay = values.endDay === '' || values.endDay === values.startDay
  return { ...start, ...(isSameDay && { endDay: start.startDay }) }
}

/** The request body that saves the values. */
export const changeOf = ({ tags, startDay, startTime, endDay, endTime, ...values }: ListingValues) => ({
  ...values,
  startsAt: momentOf(startDay, startTime),
  endsAt: momentOf(endDay, endTime),
  brand: tags.join(','),
  // Gifts cost nothing; the form keeps the price for a section chosen by mistake. For the API an empty price is 1 VAL.
  priceVal: values.section === 'dono' ? '0' : values.priceVal || '0',
  delivery: oneOf(DELIVERIES, values.delivery),
})

/**
 * The expiry to send. A day that was not changed stays the stored moment, because a listing marked as "Concluso" ended
 * during that day and would be public again until midnight.
 */
export const expiryOf = ({ expiry }: ListingValues, listing: OwnListing): string =>
  expiry !== '' && expiry === lastDay(listing) ? (listing.expiry ?? '') : expiry

/** What is wrong with the times of an event. */
export const eventErrorOf = (values: ListingValues, listing: OwnListing, now: Date) => {
  if (values.section !== 'avviso') return undefined
  const { startsAt, endsAt } = changeOf(values)
  const moments = {
    startsAt: startsAt ? fromItalianTime(startsAt) : null,
    endsAt: endsAt ? fromItalianTime(endsAt) : null,
  }
  const knownEnd = isDraft(listing.name) || !listing.endsAt ? null : new Date(listing.endsAt)
  return findEventError(moments, { now, knownEnd })
}

/** Unsaved values, with the current quantities if the owner had not changed them. */
export const restoredValues = (unsaved: ListingValues, saved: ListingValues): ListingValues => ({
  ...unsaved,
  ...(unsaved.countInStock === String(unsaved.countInStockSeen) && {
    countInStock: saved.countInStock,
    countInStockSeen: saved.countInStockSeen,
  }),
  ...(unsaved.places === String(unsaved.placesSeen ?? '') && { places: saved.places, placesSeen: saved.placesSeen }),
})

export const sameValues = (a: ListingValues, b: ListingValues): boolean => {
  const keys = Object.keys(a) as (keyof ListingValues)[]
  return keys.every((key) => String(a[key]) === String(b[key]))
}
