import { useNavigate } from 'react-router'
import type { UserInfo } from '#domain/accounts/members.schema.ts'
import type { OwnListing } from '#domain/market/listings.schema.ts'
import { isDraft } from '#domain/market/listings.ts'
import { call } from '#web/client.ts'
import { hiddenReason } from '#web/features/market/listings/detail/hidden-reason.ts'
import { forgetCategories } from '#web/features/market/listings/edit/categories.ts'
import { changeOf, type ListingValues } from '#web/features/market/listings/edit/listing-values.ts'
import { rememberTags } from '#web/features/market/listings/edit/remembered-tags.ts'
import { firstListing } from '#web/lib/session/first-listing.ts'
import { findUserInfo, storeUserInfo } from '#web/lib/session/session.ts'
import { endWayIn, findWayIn } from '#web/lib/session/way-in.ts'

const savedMessage = (listing: OwnListing): string =>
  hiddenReason(listing) ? `«${listing.name}» è salvato e non si vede in vetrina.` : `«${listing.name}» è in vetrina.`

/**
 * With the first published listing a member may contact sellers; this call records it and returns the new session. Returns
 * whether it was the first.
 */
const upgrade = async (listing: OwnListing, user: UserInfo | null): Promise<boolean> => {
  if (!user || user.hasAd || user._id !== listing.seller._id || isDraft(listing.name)) return false
  storeUserInfo(await call('PUT /api/users/upgrade/:userId', { params: { userId: user._id } }))
  return true
}

/** Saves a listing and opens the list of own listings, or of all listings if it is another member's; after a member's first, what the member came for. `beforeLeaving` runs after saving, before the navigation. */
export const useSaveListing = (id: string, beforeLeaving: () => void) => {
  const navigate = useNavigate()
  return async (values: ListingValues): Promise<void> => {
    const listing = await call('PUT /api/products/:id', { params: { id }, body: changeOf(values) })
    rememberTags(values.tags)
    forgetCategories()
    beforeLeaving()
    const user = findUserInfo()
    const isFirst = await upgrade(listing, user)
    const list = user?._id === listing.seller._id ? '/productlist/seller' : '/productlist'
    if (!isFirst || hiddenReason(listing)) return navigate(list, { state: { message: savedMessage(listing) } })
    firstListing.write({ memberId: listing.seller._id, name: listing.name, comune: listing.comune })
    const path = findWayIn()?.path ?? list
    endWayIn()
    await navigate(path)
  }
}
