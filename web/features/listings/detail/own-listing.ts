import { MESSAGES } from '#domain/errors.ts'
import type { Listing, OwnListing } from '#domain/listings.schema.ts'
import type { FullMember } from '#domain/members.schema.ts'
import { ApiError } from '#web/lib/api.ts'
import { endSession, getAsMember } from '#web/lib/member-api.ts'
import { findUserInfo } from '#web/lib/session.ts'

const isWhole = (listing: Listing): listing is OwnListing => 'auxPhone' in listing

// With a token that no longer holds one is a stranger to the server, also to one's own record.
const isStillSignedIn = async (): Promise<boolean> => {
  try {
    const { email } = await getAsMember<Partial<FullMember>>(`/api/users/${findUserInfo()?._id}`)
    return email !== undefined
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return false
    throw error
  }
}

/** A listing with all that only its owner and admins see; whoever is neither is refused. */
export const getOwnListing = async (id: string): Promise<OwnListing> => {
  const asked = await getAsMember<Listing>(`/api/products/${encodeURIComponent(id)}`).catch((error) => error)
  if (!(asked instanceof Error) && isWhole(asked)) return asked
  if (!(await isStillSignedIn())) return endSession()
  throw asked instanceof Error ? asked : new ApiError(403, MESSAGES.forbidden)
}
