import { useEffect } from 'react'
import { browserStore, useBrowserStore } from '#web/lib/browser-store.ts'

/** What the server answers at sign-in and the browser keeps. */
export type UserInfo = {
  _id: string
  username: string
  token: string
  verified: boolean
  isSeller: boolean
  isAdmin: boolean
  hasAd: boolean
}

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

export const signOut = (): void => {
  for (const key of ['userInfo', 'cartItems', 'shippingAddress']) window.localStorage.removeItem(key)
  window.dispatchEvent(new Event(SIGNED_OUT_EVENT))
  window.location.assign('/signin')
}
