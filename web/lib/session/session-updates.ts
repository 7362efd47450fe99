import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { refreshRoles } from '#web/client.ts'
import { findUserInfo, subscribeToSession, viewerRoles } from '#web/lib/session/session.ts'

const REFRESH_AFTER_MS = 15_000

/** Reads the roles again when the member comes back to this tab: a mail link may have been opened on another device. */
const useFreshRoles = (): void => {
  useEffect(() => {
    let last = 0
    const refresh = () => {
      if (document.visibilityState !== 'visible' || Date.now() - last < REFRESH_AFTER_MS) return
      last = Date.now()
      void refreshRoles()
    }
    document.addEventListener('visibilitychange', refresh)
    window.addEventListener('focus', refresh)
    return () => {
      document.removeEventListener('visibilitychange', refresh)
      window.removeEventListener('focus', refresh)
    }
  }, [])
}

/** Loads the page's data again when the roles change, also in another tab. */
const useRevalidationOnRoles = (): void => {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    let last = findUserInfo()
    return subscribeToSession(() => {
      const user = findUserInfo()
      const isChanged = user && user._id === last?._id && viewerRoles(user) !== viewerRoles(last)
      last = user
      if (isChanged) void revalidate()
    })
  }, [revalidate])
}

/** Keeps the page in sync with the member's roles. */
export const useSessionUpdates = (): void => {
  useFreshRoles()
  useRevalidationOnRoles()
}
