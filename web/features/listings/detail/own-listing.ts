import { MESSAGES } from '#domain/errors.ts'
import type { ListingDetail, OwnListing } from '#domain/listings.schema.ts'
import { ApiError, call } from '#web/client.ts'

const isOwn = (listing: ListingDetail): listing is OwnListing => listing.auxPhone !== undefined

/** A listing with the fields that only its owner and admins get; fails with 403 for other members. */
export const getOwnListing = async (id: string): Promise<OwnListing> => {
  const listing = await call('GET /api/products/:id', { params: { id } })
  if (!isOwn(listing)) throw new ApiError(403, MESSAGES.forbidden)
  return listing
}
