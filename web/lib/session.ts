import { useEffect } from 'react'
import type { UserInfo } from '#domain/members.schema.ts'
import { browserStore, useBrowserStore } from '#web/lib/browser-store.ts'

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

/** Signs out and removes everything that this browser stores, then loads a whole new page so that nothing stays in memory. */
export const signOut = (next = '/signin'): void => {
  window.localStorage.clear()
  window.location.assign(next)
}

/** Stores the session after a sign-in over the current page. Returns false, and reloads, if it is another member's. */
export const renewSession = (user: UserInfo): boolean => {
  const isSameMember = userInfo.read()?._id === user._id
  if (!isSameMember) window.localStorage.clear()
  keepUserInfo(user)
  if (!isSameMember) window.location.reload()
  return isSameMember
}
