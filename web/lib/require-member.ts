import { redirect } from 'react-router'
import type { UserInfo } from '#domain/members.schema.ts'
import { signInPath } from '#web/lib/redirect-target.ts'
import { findUserInfo } from '#web/lib/session.ts'

const pathOf = ({ pathname, search }: URL) => `${pathname}${search}`

/** For loaders of a member's page: the signed-in member, or a redirect to the sign-in page. */
export const requireMember = (url: URL): UserInfo => {
  const user = findUserInfo()
  if (!user) throw redirect(signInPath(pathOf(url)))
  return user
}

// The sign-in page then says that this page needs another account.
const requireRole = (url: URL, hasRole: (user: UserInfo) => boolean): UserInfo => {
  const user = requireMember(url)
  if (!hasRole(user)) throw redirect(`${signInPath(pathOf(url))}&riservata`)
  return user
}

export const requireSeller = (url: URL): UserInfo => requireRole(url, (user) => user.verified && user.isSeller)
export const requireAdmin = (url: URL): UserInfo => requireRole(url, (user) => user.isAdmin)
