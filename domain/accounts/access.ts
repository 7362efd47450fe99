import type { Suspension } from '#domain/accounts/suspension.ts'
import type { Audience } from '#domain/base/call.schema.ts'

export const ROLES = ['member', 'moderator', 'desk', 'admin'] as const
export type Role = (typeof ROLES)[number]

export const ROLE_NAMES: Record<Role, string> = {
  member: 'Persona iscritta',
  moderator: 'Moderazione',
  desk: 'Sportello',
  admin: 'Amministrazione',
}

// The member who made the request. Roles are read from the database on each call, never taken from the token.
export type Member = {
  /** Id of the session; signing out ends it. */
  session: string
  id: string
  username: string
  /** The name that other members see. */
  shownName: string
  verified: boolean
  isSeller: boolean
  role: Role
  /** Whether the role is admin. */
  isAdmin: boolean
  /** Null unless the member is suspended now. */
  suspension: Suspension | null
  /** The volunteer of the desk who acts for this member, and until when. */
  actor?: { id: string; shownName: string; until: Date }
  /** Has published a listing, now or earlier; required to contact sellers. */
  hasAd: boolean
}
export type Viewer = Member | null

export const isModerator = (viewer: Viewer): boolean =>
  viewer !== null && viewer.suspension === null && (viewer.isAdmin || viewer.role === 'moderator')

const isDesk = (viewer: Member): boolean => viewer.suspension === null && (viewer.isAdmin || viewer.role === 'desk')

export const admits = (audience: Audience, viewer: Viewer): boolean => {
  if (audience === 'public') return true
  if (!viewer) return false
  switch (audience) {
    case 'member':
      return true
    case 'verified':
      return viewer.verified
    case 'moderator':
      return isModerator(viewer)
    case 'desk':
      return isDesk(viewer)
    case 'admin':
      return viewer.isAdmin
  }
}

type Visibility = { sellerId: string; isPublic: boolean }

/** The owner and admins also see listings that are not public; server/market/listings/service.ts makes further exceptions. */
export const canSeeListing = (listing: Visibility, viewer: Viewer): boolean =>
  listing.isPublic || (viewer !== null && (viewer.isAdmin || viewer.id === listing.sellerId))

/** Applies to deletion too. */
export const canChangeListing = (listing: { sellerId: string }, viewer: Viewer): boolean =>
  viewer?.verified === true && (viewer.isAdmin || viewer.id === listing.sellerId)

export const canReview = (listing: { sellerId: string }, viewer: Viewer): boolean =>
  viewer?.verified === true && viewer.id !== listing.sellerId

/** Whether a list of this seller's listings (of all listings, if undefined) may contain unpublished ones. */
export const canListUnpublished = (sellerId: string | undefined, viewer: Viewer): boolean =>
  viewer !== null && (viewer.isAdmin || viewer.id === sellerId)

export const isSelf = (member: { id: string }, viewer: Viewer): boolean => viewer !== null && viewer.id === member.id

/** The full member record, personal data included. A volunteer who acts for the member does not see it. */
export const canSeeMember = (member: { id: string }, viewer: Viewer): boolean =>
  !viewer?.actor && (isSelf(member, viewer) || viewer?.isAdmin === true)
