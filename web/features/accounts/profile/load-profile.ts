import type { FullMember } from '#domain/accounts/members.schema.ts'
import { orRouteError } from '#web/lib/page/route-error.ts'
import { getFullMember } from '#web/lib/session/full-member.ts'
import { requireMember } from '#web/lib/session/require-member.ts'
import { findUserInfo, storeUserInfo } from '#web/lib/session/session.ts'

/** For loaders of the profile's pages: the signed-in member's record. Also stores the roles, which may have changed. */
export const loadProfile = async (url: URL): Promise<FullMember> => {
  const { _id: memberId, token } = requireMember(url)
  const member = await orRouteError(getFullMember(memberId))
  const { _id, username, verified, isSeller, isAdmin, hasAd, role } = member
  const special = role === 'moderator' || role === 'desk' ? { role } : {}
  // Another member may have signed in in another tab.
  if (findUserInfo()?.token === token)
    storeUserInfo({ _id, username, token, verified, isSeller, isAdmin, hasAd, ...special })
  return member
}
