import { useSyncExternalStore } from 'react'

export type BrowserStore<T> = {
  read(): T
  write(value: T): void
  clear(): void
  subscribe(listener: () => void): () => void
}

type Area = 'localStorage' | 'sessionStorage'

/** A JSON value in the browser's storage with change notifications, also from other tabs. Invalid or blocked storage reads as empty. */
export const browserStore = <T>(area: Area, key: string, empty: T): BrowserStore<T> => {
  const listeners = new Set<() => void>()
  let lastText: string | null = null
  let lastValue = empty

  const text = (): string | null => {
    try {
      return window[area].getItem(key)
    } catch {
      return null
    }
  }
  const read = (): T => {
    const now = text()
    if (now === lastText) return lastValue
    lastText = now
    try {
      lastValue = now === null ? empty : JSON.parse(now)
    } catch {
      lastValue = empty
    }
    return lastValue
  }
  const store = (change: (storage: Storage) => void) => {
    try {
      change(window[area])
    } catch {
      // Storage may be full or blocked; the value is then not remembered.
    }
    for (const listener of listeners) listener()
  }

  return {
    read,
    write: (value) => store((storage) => storage.setItem(key, JSON.stringify(value))),
    clear: () => store((storage) => storage.removeItem(key)),
    subscribe: (listener) => {
      listeners.add(listener)
      window.addEventListener('storage', listener)
      return () => {
        listeners.delete(listener)
        window.removeEventListener('storage', listener)
      }
    },
  }
}

/** The stored value, or `onServer` on the server and during hydration. */
export const useBrowserStore = <T>(store: BrowserStore<T>, onServer: T): T =>
  useSyncExternalStore(store.subscribe, store.read, () => onServer)
