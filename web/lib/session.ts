import { useEffect } from 'react'
import type { UserInfo } from '#domain/members.schema.ts'
import { browserStore, useBrowserStore } from '#web/lib/browser-store.ts'

const userInfo = browserStore<UserInfo | null>('localStorage', 'userInfo', null)

/** The viewer's roles as the value of `data-viewer` on <html>, by which CSS shows and hides parts before hydration. */
export const viewerRoles = (user: Partial<UserInfo> | null): string => {
  if (!user?.token) return 'visitor'
  const roles = ['member']
  if (user.verified && user.isSeller) roles.push('seller')
  if (user.isAdmin) roles.push('admin')
  return roles.join(' ')
}

const setViewerAttribute = (user: UserInfo | null) => {
  document.documentElement.dataset.viewer = viewerRoles(user)
}

export const useUserInfo = (): UserInfo | null => {
  const user = useBrowserStore(userInfo, null)
  return user?.token ? user : null
}

/** Updates `data-viewer` on sign-in and sign-out, also in another tab. */
export const useViewerAttribute = (): void => {
  useEffect(() => {
    const update = () => setViewerAttribute(userInfo.read())
    update()
    return userInfo.subscribe(update)
  }, [])
}

/** The signed-in member, for code outside of React components. */
export const findUserInfo = (): UserInfo | null => {
  const user = userInfo.read()
  return user?.token ? user : null
}

export const storeUserInfo = (user: UserInfo): void => userInfo.write(user)

/** Clears localStorage, then loads a whole page so that nothing stays in memory. */
export const signOut = (next = '/signin'): void => {
  window.localStorage.clear()
  window.location.assign(next)
}

/** Stores the session of the sign-in dialog. If another member signed in, clears localStorage, reloads and returns false. */
export const renewSession = (user: UserInfo): boolean => {
  const isSameMember = userInfo.read()?._id === user._id
  if (!isSameMember) window.localStorage.clear()
  storeUserInfo(user)
  if (!isSameMember) window.location.reload()
  return isSameMember
}
