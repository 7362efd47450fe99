import type { UserInfo } from '#domain/accounts/members.schema.ts'
import { browserStore, useBrowserStore } from '#web/lib/browser-store.ts'
import { findUserInfo, memberKey, startSession, UNSAVED_LISTINGS } from '#web/lib/session/session.ts'

/** The member for whom the desk acts in this browser, and the volunteer's own session to return to. */
export type Acting = { memberId: string; member: string; until: string; own: UserInfo }

const acting = browserStore<Acting | null>('localStorage', 'sportello', null)

export const useActing = (): Acting | null => useBrowserStore(acting, null)
export const isActing = (): boolean => acting.read() !== null

/** The volunteer's own session while acting. */
export const findOwnSession = (): UserInfo | null => acting.read()?.own ?? null

export const startActing = ({ until, user }: { until: string; user: UserInfo }): void => {
  const own = findUserInfo()
  if (!own) return
  acting.write({ memberId: user._id, member: user.username, until, own })
  startSession(user)
}

/** Returns to the volunteer's own session, unless another tab has done so. `ActingBanner` then leaves the member's page. */
export const stopActing = (): void => {
  const current = acting.read()
  if (!current) return
  window.localStorage.removeItem(memberKey(UNSAVED_LISTINGS, current.memberId))
  acting.write(null)
  startSession(current.own)
}
