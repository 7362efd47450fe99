import { useEffect, useSyncExternalStore } from 'react'
import type { UnseenSummary } from '#domain/talk/notices.schema.ts'
import { callInBackground } from '#web/client.ts'
import { useLive } from '#web/lib/live.ts'
import { isActing } from '#web/lib/session/acting.ts'
import { findUserInfo, useUserInfo } from '#web/lib/session/session.ts'

const NONE: UnseenSummary = { notices: [], unseen: 0, messages: 0 }
// Debounces, because one event is often followed by another, such as a message by its notice.
const COLLECT_MS = 50

const listeners = new Set<() => void>()
let known = NONE
let latest = 0
let timer: ReturnType<typeof setTimeout> | undefined

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

const load = async (): Promise<void> => {
  const request = ++latest
  const loaded = findUserInfo() ? await callInBackground('GET /api/notices/unseen').catch(() => undefined) : NONE
  if (!loaded || request !== latest) return
  // Without the stream the numbers would not be updated while the desk acts.
  known = isActing() ? { ...NONE, suspension: loaded.suspension } : loaded
  for (const listener of listeners) listener()
}

const loadSoon = (): void => {
  clearTimeout(timer)
  timer = setTimeout(() => void load(), COLLECT_MS)
}

/** Notices and messages that the member has not seen yet. */
export const useUnseen = (): UnseenSummary =>
  useSyncExternalStore(
    subscribe,
    () => known,
    () => NONE,
  )

/** Loads the summary at sign-in and after every event of the stream; used once, in the shell. */
export const useUnseenUpdates = (): void => {
  const id = useUserInfo()?._id
  // biome-ignore lint/correctness/useExhaustiveDependencies: another member has other notices
  useEffect(loadSoon, [id])
  useLive(loadSoon)
}
