// Who is looking. Roles are read from the database at each call, never from what a browser says.
export type Member = {
  id: string
  username: string
  verified: boolean
  isSeller: boolean
  isAdmin: boolean
  hasAd: boolean
}
export type Viewer = Member | null

/** Who may make a call at all; what they may do with one row is for the `can…` predicates. */
export type Audience = 'public' | 'member' | 'verified' | 'admin'

export const admits = (audience: Audience, viewer: Viewer): boolean => {
  if (audience === 'public') return true
  if (!viewer) return false
  if (audience === 'member') return true
  return audience === 'admin' ? viewer.isAdmin : viewer.verified
}

type Shelved = { sellerId: string; isPublic: boolean }

/** Drafts, paused and expired listings are for their owner and for admins. */
export const canSeeListing = (listing: Shelved, viewer: Viewer): boolean =>
  listing.isPublic || (viewer !== null && (viewer.isAdmin || viewer.id === listing.sellerId))

/** A listing is changed and deleted by its owner, once verified, and by admins. */
export const canChangeListing = (listing: { sellerId: string }, viewer: Viewer): boolean =>
  viewer?.verified === true && (viewer.isAdmin || viewer.id === listing.sellerId)

/** Anyone verified reviews what others offer, never what is their own. */
export const canReview = (listing: { sellerId: string }, viewer: Viewer): boolean =>
  viewer?.verified === true && viewer.id !== listing.sellerId

/** Whose unpublished listings a list may hold: one's own, and for an admin everyone's. */
export const canListUnpublished = (sellerId: string | undefined, viewer: Viewer): boolean =>
  viewer !== null && (viewer.isAdmin || viewer.id === sellerId)

export const isOneself = (member: { id: string }, viewer: Viewer): boolean => viewer !== null && viewer.id === member.id

/** A member's whole record is for them and for admins. */
export const canSeeMember = (member: { id: string }, viewer: Viewer): boolean =>
  isOneself(member, viewer) || viewer?.isAdmin === true
