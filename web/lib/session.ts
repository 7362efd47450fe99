import { useEffect } from 'react'
import type { UserInfo } from '#domain/members.schema.ts'
import { browserStore, useBrowserStore } from '#web/lib/browser-store.ts'

export const SIGNED_OUT_EVENT = 'piazza:signed-out'

const userInfo = browserStore<UserInfo | null>('localStorage', 'userInfo', null)

/** Who is looking, in words for the `data-viewer` attribute; pages style themselves by it before React is there. */
export const viewerRoles = (user: Partial<UserInfo> | null): string => {
  if (!user?.token) return 'visitor'
  const roles = ['member']
  if (user.verified && user.isSeller) roles.push('seller')
  if (user.isAdmin) roles.push('admin')
  return roles.join(' ')
}

const markViewer = (user: UserInfo | null) => {
  document.documentElement.dataset.viewer = viewerRoles(user)
}

export const useUserInfo = (): UserInfo | null => {
  const user = useBrowserStore(userInfo, null)
  return user?.token ? user : null
}

/** Keeps the mark on <html> true when one signs in or out, here or in another tab. */
export const useViewerMark = (): void => {
  useEffect(() => {
    const mark = () => markViewer(userInfo.read())
    mark()
    return userInfo.subscribe(mark)
  }, [])
}

/** Who is signed in, for what runs outside of React. */
export const findUserInfo = (): UserInfo | null => {
  const user = userInfo.read()
  return user?.token ? user : null
}

export const keepUserInfo = (user: UserInfo): void => userInfo.write(user)

// A whole new page follows, so that nothing of the member's stays in memory.
const leaveTo = (next: string) => {
  window.dispatchEvent(new Event(SIGNED_OUT_EVENT))
  window.location.assign(next)
}

/** Ends all that this browser knows of the member, who may not be the only one to use it. */
export const signOut = (next = '/signin'): void => {
  window.localStorage.clear()
  leaveTo(next)
}

/** The server knows the session no more. What the member was writing waits for them to come back. */
export const forgetSession = (next: string): void => {
  for (const key of ['userInfo', 'cartItems', 'shippingAddress', 'checkout']) window.localStorage.removeItem(key)
  leaveTo(next)
}
