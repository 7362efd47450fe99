import { redirect } from 'react-router'
import { MESSAGES } from '#domain/errors.ts'
import type { UserInfo } from '#domain/members.schema.ts'
import { ApiError, type Ask, askServer } from '#web/lib/api.ts'
import { signInPath } from '#web/lib/redirect-target.ts'
import { findUserInfo, forgetSession } from '#web/lib/session.ts'

const pathOf = (url: URL) => `${url.pathname}${url.search}`

/** For a member's page: who is signed in, or off to the sign-in page. */
export const requireMember = (url: URL): UserInfo => {
  const user = findUserInfo()
  if (!user) throw redirect(signInPath(pathOf(url)))
  return user
}

/** For a seller's page; somebody else is told, at the sign-in page, that it takes another account. */
export const requireSeller = (url: URL): UserInfo => {
  const user = requireMember(url)
  if (!user.verified || !user.isSeller) throw redirect(`${signInPath(pathOf(url))}&riservata`)
  return user
}

/** For an admin's page, in the same way. */
export const requireAdmin = (url: URL): UserInfo => {
  const user = requireMember(url)
  if (!user.isAdmin) throw redirect(`${signInPath(pathOf(url))}&riservata`)
  return user
}

const hasEnded = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401 && error.message === MESSAGES.signedOut

/** The server no longer knows the session: it ends here too, with the way back. What waits for an answer waits on. */
export const endSession = (): Promise<never> => {
  forgetSession(signInPath(pathOf(new URL(window.location.href))))
  return new Promise(() => {})
}

/** Asks as the member who is signed in. If the session has ended, so does what the browser keeps of it. */
export const askAsMember = async (path: string, ask: Ask = {}): Promise<Response> => {
  try {
    return await askServer(path, { ...ask, token: findUserInfo()?.token })
  } catch (error) {
    if (!hasEnded(error)) throw error
    return endSession()
  }
}

export const getAsMember = async <T>(path: string, signal?: AbortSignal): Promise<T> =>
  (await askAsMember(path, { signal })).json()

export const sendAsMember = async <T>(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<T> =>
  (await askAsMember(path, { method, body })).json()

/** Hands the browser a file that only the member may fetch. */
export const downloadAsMember = async (path: string, name: string): Promise<void> => {
  const file = URL.createObjectURL(await (await askAsMember(path)).blob())
  const link = document.createElement('a')
  link.href = file
  link.download = name
  link.click()
  URL.revokeObjectURL(file)
}
