import { formatPrice, fromHundredths } from '#domain/base/money.ts'
import type { ListingQuery } from '#domain/market/listings.schema.ts'
import { DEFAULT_KM, KIND_LABELS } from '#domain/market/listings.ts'

/** The parameters of GET /api/products that filter the listings; unset ones are left out. */
export type SearchParameters = Partial<
  Record<
    | 'name'
    | 'section'
    | 'category'
    | 'seller'
    | 'min'
    | 'max'
    | 'rating'
    | 'free'
    | 'picture'
    | 'exact'
    | 'near'
    | 'km',
    string
  >
>

/** Without page and sort order; keys are always in the same sequence, so that equal searches give the same text. */
export const searchParameters = (query: ListingQuery): SearchParameters => ({
  ...(query.name && { name: query.name }),
  ...(query.section && { section: query.section }),
  ...(query.category && { category: query.category }),
  ...(query.seller && { seller: query.seller }),
  ...(query.min > 0 && { min: String(fromHundredths(query.min)) }),
  ...(query.max > 0 && { max: String(fromHundredths(query.max)) }),
  ...(query.rating > 0 && { rating: String(query.rating) }),
  ...(query.free && { free: '1' }),
  ...(query.picture && { picture: '1' }),
  ...(query.name && query.exact && { exact: '1' }),
  ...(query.near && { near: query.near }),
  ...(query.near && query.km && { km: String(query.km) }),
})

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
