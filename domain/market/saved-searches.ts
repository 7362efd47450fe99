import { formatPrice, fromHundredths } from '#domain/base/money.ts'
import type { ListingQuery } from '#domain/market/listings.schema.ts'
import { DEFAULT_KM, KIND_LABELS } from '#domain/market/listings.ts'

/** What narrows a list of GET /api/products. */
export type Filter = Exclude<keyof ListingQuery, 'p' | 'pageSize' | 'order'>
/** The filters of a search as parameters; unset ones are left out. */
export type SearchParameters = Partial<Record<Filter, string>>

/** Keys are always in the same sequence, so that equal searches give the same text. */
export const searchParameters = (query: ListingQuery): SearchParameters => {
  const texts: Record<Filter, string | false | undefined> = {
    name: query.name,
    section: query.section,
    category: query.category,
    seller: query.seller,
    min: query.min > 0 && String(fromHundredths(query.min)),
    max: query.max > 0 && String(fromHundredths(query.max)),
    rating: query.rating > 0 && String(query.rating),
    free: query.free && '1',
    picture: query.picture && '1',
    exact: query.name && query.exact && '1',
    near: query.near,
    km: query.near && query.km !== undefined && String(query.km),
  }
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text))
}

const val = (amount: string): string => formatPrice({ val: Number(amount) })

const priceRangeText = ({ min, max }: SearchParameters): string | undefined => {
  if (min && max) return `da ${val(min)} a ${val(max)}`
  if (min) return `da ${val(min)}`
  return max && `fino a ${val(max)}`
}

/** A search in words: "bici · Vendo · entro 25 km da Ivrea (TO)". */
export const describeSearch = (search: SearchParameters): string =>
  [
    search.exact ? `«${search.name}» come scritto` : search.name,
    search.section && KIND_LABELS[search.section as keyof typeof KIND_LABELS],
    search.category && `in ${search.category}`,
    search.seller && 'di un solo offerente',
    priceRangeText(search),
    search.rating && `almeno ${search.rating === '1' ? 'una stella' : `${search.rating} stelle`}`,
    search.free && 'solo gratis',
    search.picture && 'con foto',
    search.near && `entro ${search.km ?? DEFAULT_KM} km da ${search.near}`,
  ]
    .filter(Boolean)
    .join(' · ')
