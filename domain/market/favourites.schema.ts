import { z } from 'zod'
import { emptyAsMissing, pageNumber, wholeNumber } from '#domain/base/query-parameters.ts'
import { ListingCard } from '#domain/market/listings.schema.ts'
import { PAGE_SIZE } from '#domain/market/listings.ts'

export const FavouriteQuery = z.object({
  p: pageNumber,
  pageSize: emptyAsMissing(wholeNumber(1, 60).default(PAGE_SIZE)),
})
export type FavouriteQuery = z.infer<typeof FavouriteQuery>

/** Last added first. Listings that are paused or over keep their id but are not among the products. */
export const FavouritePage = z.object({
  ids: z.array(z.string()),
  products: z.array(ListingCard),
  page: z.number(),
  pages: z.number(),
})
export type FavouritePage = z.infer<typeof FavouritePage>
