import { useEffect } from 'react'
import type { UserInfo } from '#domain/accounts/members.schema.ts'
import { browserStore, useBrowserStore } from '#web/lib/browser-store.ts'
import { cancelPasskeyOffer } from '#web/lib/session/passkey-offer.ts'

/** Unsaved changes of listings, by member. */
export const UNSAVED_LISTINGS = 'modificheAnnunci'

/** Favourite listings and the id of their member. */
export const FAVOURITES = 'preferiti'

/** What somebody came for; see way-in.ts. */
export const WAY_IN = 'obiettivo'

/** Good steps of requests that this browser has told. */
export const TOLD_MOMENTS = 'momenti'

const userInfo = browserStore<UserInfo | null>('localStorage', 'userInfo', null)

/** A verified member who has published a listing. */
export const mayContact = (user: UserInfo): boolean => user.verified && user.hasAd

/** The viewer's roles as the value of `data-viewer` on <html>, by which CSS shows and hides parts before hydration. */
export const viewerRoles = (user: Partial<UserInfo> | null): string => {
  if (!user?.token) return 'visitor'
  const roles = ['member']
  if (user.verified) roles.push('verified')
  if (user.verified && user.isSeller) roles.push('seller')
  if (user.verified && user.hasAd) roles.push('contact')
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

/** Calls the listener when the stored session changes, also in another tab. */
export const subscribeToSession = userInfo.subscribe

const REQUEST_KEYS = ['cartItems', 'shippingAddress', 'checkout', WAY_IN]

const removeFromStorage = (keys: string[]): void => {
  for (const key of keys) window.localStorage.removeItem(key)
}

/** A storage key per member, for browsers that several members use. */
export const memberKey = (name: string, memberId = findUserInfo()?._id ?? ''): string => `${name}:${memberId}`

/**
 * Removes the session, cart, favourites and unsaved changes of the member, then loads a whole page so that nothing stays in
 * memory. Unsaved changes of other members in this browser stay.
 */
export const signOut = (next = '/signin'): void => {
  const keys = [
    'userInfo',
    'sportello',
    'registrazione',
    TOLD_MOMENTS,
    FAVOURITES,
    memberKey(UNSAVED_LISTINGS),
    ...REQUEST_KEYS,
  ]
  removeFromStorage(keys)
  cancelPasskeyOffer()
  window.location.assign(next)
}

/** Stores the session of a member who signed in. Removes the open request of a different member who was signed in before. */
export const startSession = (user: UserInfo): { isOtherMember: boolean } => {
  const before = userInfo.read()
  const isOtherMember = before !== null && before._id !== user._id
  if (isOtherMember) removeFromStorage(REQUEST_KEYS)
  storeUserInfo(user)
  return { isOtherMember }
}

/** Stores the session of the sign-in dialog. If another member signed in, reloads the page and returns false. */
export const renewSession = (user: UserInfo): boolean => {
  const { isOtherMember } = startSession(user)
  if (isOtherMember) window.location.reload()
  return !isOtherMember
}
