import type { UserInfo } from '#domain/accounts/members.schema.ts'
import { refreshRoles } from '#web/client.ts'
import { redirectTo, signInPath, verificationPath } from '#web/lib/page/redirect-target.ts'
import { findUserInfo } from '#web/lib/session/session.ts'

const pathOf = ({ pathname, search }: URL) => `${pathname}${search}`

/** For loaders of a member's page: the signed-in member, or a redirect to the sign-in page. */
export const requireMember = (url: URL): UserInfo => {
  const user = findUserInfo()
  if (!user) throw redirectTo(signInPath(pathOf(url)))
  return user
}

const askForOtherAccount = (path: string) => `${signInPath(path)}&riservata`

/** Reads the roles again if the stored ones do not suffice. If they still do not, the page says what is missing. */
const requireRole = async (
  url: URL,
  hasRole: (user: UserInfo) => boolean,
  missingPath = askForOtherAccount,
): Promise<UserInfo> => {
  const stored = requireMember(url)
  const user = hasRole(stored) ? stored : await refreshRoles()
  if (!user || !hasRole(user)) throw redirectTo(missingPath(pathOf(url)))
  return user
}

export const requireVerified = (url: URL): Promise<UserInfo> =>
  requireRole(url, (user) => user.verified, verificationPath)
export const requireModerator = (url: URL): Promise<UserInfo> =>
  requireRole(url, (user) => user.isAdmin || user.role === 'moderator')
export const requireDesk = (url: URL): Promise<UserInfo> =>
  requireRole(url, (user) => user.isAdmin || user.role === 'desk')
export const requireAdmin = (url: URL): Promise<UserInfo> => requireRole(url, (user) => user.isAdmin)
