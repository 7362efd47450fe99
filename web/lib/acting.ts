import type { UserInfo } from '#domain/members.schema.ts'
import { browserStore, useBrowserStore } from '#web/lib/browser-store.ts'
import { findUserInfo, memberKey, startSession, UNSAVED_LISTINGS } from '#web/lib/session.ts'

/** For whom the desk acts in this browser, and the volunteer's own session to return to. */
export type Acting = { member: string; until: string; own: UserInfo }

const acting = browserStore<Acting | null>('localStorage', 'sportello', null)

export const useActing = (): Acting | null => useBrowserStore(acting, null)
export const isActing = (): boolean => acting.read() !== null

export const startActing = ({ until, user }: { until: string; user: UserInfo }): void => {
  const own = findUserInfo()
  if (!own) return
  acting.write({ member: user.username, until, own })
  startSession(user)
}

/** Back to the volunteer's own session, with a whole page load so that nothing of the member stays in memory. */
export const stopActing = (): void => {
  const current = acting.read()
  window.localStorage.removeItem(memberKey(UNSAVED_LISTINGS))
  acting.write(null)
  if (current) startSession(current.own)
  window.location.assign('/sportello')
}
