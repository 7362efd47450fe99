import type { ListingCard } from '#domain/market/listings.schema.ts'
import { SECTIONS, type Section } from '#domain/market/listings.ts'

export type NumberedListing = ListingCard & { number: number }
type Category = { name: string; listings: NumberedListing[] }
export type Chapter = { section: Section; categories: Category[] }
export type PlaceEntry = { name: string; numbers: string }

const ITALIAN = new Intl.Collator('it', { sensitivity: 'base', numeric: true })
const placeOf = ({ municipality, city }: ListingCard): string => municipality || city
const keyOf = (text: string): string => text.toLocaleLowerCase('it')

const groupBy = <T>(items: readonly T[], keyOfItem: (item: T) => string): T[][] => {
  const groups = new Map<string, T[]>()
  for (const item of items) groups.set(keyOfItem(item), [...(groups.get(keyOfItem(item)) ?? []), item])
  return [...groups.values()]
}

/** By kind, category and comune; numbered in this order, so that an index can refer to them on paper of any size. */
export const toChapters = (listings: readonly ListingCard[]): Chapter[] => {
  let number = 0
  const inOrder = (one: ListingCard, other: ListingCard) =>
    ITALIAN.compare(one.category, other.category) ||
    ITALIAN.compare(placeOf(one), placeOf(other)) ||
    ITALIAN.compare(one.name, other.name)
  return SECTIONS.map((section) => {
    const own = listings.filter((listing) => listing.section === section).toSorted(inOrder)
    const numbered = own.map((listing) => ({ ...listing, number: ++number }))
    const categories = groupBy(numbered, ({ category }) => keyOf(category)).map((entries) => ({
      name: entries[0]?.category ?? '',
      listings: entries,
    }))
    return { section, categories }
  }).filter(({ categories }) => categories.length > 0)
}

/** "1–3, 7": numbers in ascending order, with ranges. */
export const asRanges = (numbers: readonly number[]): string => {
  const ranges: [number, number][] = []
  for (const number of numbers) {
    const last = ranges.at(-1)
    if (last && last[1] === number - 1) last[1] = number
    else ranges.push([number, number])
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(', ')
}

/** The numbers of the listings of each comune, in alphabetical order. */
export const byPlace = (chapters: readonly Chapter[]): PlaceEntry[] => {
  const listings = chapters.flatMap(({ categories }) => categories.flatMap((category) => category.listings))
  return groupBy(
    listings.filter((listing) => placeOf(listing) !== ''),
    (listing) => keyOf(placeOf(listing)),
  )
    .map((own) => ({ name: own[0] ? placeOf(own[0]) : '', numbers: asRanges(own.map(({ number }) => number)) }))
    .toSorted((one, other) => ITALIAN.compare(one.name, other.name))
}
