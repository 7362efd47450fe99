import type { OwnListing } from '#domain/market/listings.schema.ts'
import { DELIVERIES } from '#domain/market/listings.ts'
import { call } from '#web/client.ts'
import { oneOf } from '#web/lib/form-data.ts'

/** An empty expiry means none. */
export type ListingState = { pause?: boolean; expiry?: string }

/** Changes some fields of a listing. The call wants all of them, so the others are sent as they are now. */
export const changeListing = async (id: string, change: ListingState): Promise<OwnListing> => {
  const known = await call('GET /api/products/:id', { params: { id } })
  const { auxPhone = '', expiry, delivery, ...listing } = known
  const { countInStock: countInStockSeen, places: placesSeen } = listing
  const body = {
    ...listing,
    countInStockSeen,
    placesSeen,
    auxPhone,
    expiry: expiry ?? '',
    delivery: oneOf(DELIVERIES, delivery),
    ...change,
  }
  return call('PUT /api/products/:id', { params: { id }, body })
}
