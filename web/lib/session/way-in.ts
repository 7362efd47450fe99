import { useEffect, useSyncExternalStore } from 'react'
import { browserStore, useBrowserStore } from '#web/lib/browser-store.ts'
import { WAY_IN } from '#web/lib/session/session.ts'

const LISTING_PATH = /^\/product\/([0-9a-f-]{36})(?:#|$)/
// As long as the link in the mail of the registration.
const KEPT_MS = 7 * 24 * 60 * 60 * 1000

/** What made somebody register: the page to end on, and what they wanted to do there, such as "Scrivi a Rosa". */
export type WayIn = { path: string; goal: string }

// In localStorage, because the link in the mail opens another tab.
const wayIn = browserStore<(WayIn & { at: number }) | null>('localStorage', WAY_IN, null)

const ifKept = (stored: (WayIn & { at: number }) | null): WayIn | null =>
  stored && Date.now() - stored.at < KEPT_MS ? stored : null

export const useWayIn = (): WayIn | null => ifKept(useBrowserStore(wayIn, null))
export const findWayIn = (): WayIn | null => ifKept(wayIn.read())
export const startWayIn = (to: WayIn): void => wayIn.write({ ...to, at: Date.now() })
export const endWayIn = (): void => wayIn.clear()

let told: WayIn | null = null
const listeners = new Set<() => void>()
const tell = (next: WayIn | null): void => {
  told = next
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** While the page tells a way in, the header's links to register and sign in begin it too. */
export const useTellWayIn = ({ path, goal }: WayIn): void =>
  useEffect(() => {
    tell({ path, goal })
    return () => tell(null)
  }, [path, goal])

/** The way in that the page tells. */
export const useToldWayIn = (): WayIn | null =>
  useSyncExternalStore(
    subscribe,
    () => told,
    () => null,
  )

/** The page of a listing with its message box open. */
export const contactPath = (listingId: string): string => `/product/${listingId}#contatta`

/** The listing to return to, for the link in the mail: another browser may open it. */
export const listingIn = (path: string | null | undefined): string | undefined => LISTING_PATH.exec(path ?? '')?.[1]
