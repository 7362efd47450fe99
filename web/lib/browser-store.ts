import { useSyncExternalStore } from 'react'

export type BrowserStore<T> = {
  read(): T
  write(value: T): void
  clear(): void
  subscribe(listener: () => void): () => void
}

type Place = 'localStorage' | 'sessionStorage'

/** A JSON value in the browser's storage, followed by React and by other tabs. Broken or refused storage reads as empty. */
export const browserStore = <T>(place: Place, key: string, empty: T): BrowserStore<T> => {
  const listeners = new Set<() => void>()
  let lastText: string | null = null
  let lastValue = empty

  const text = (): string | null => {
    try {
      return window[place].getItem(key)
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
      change(window[place])
    } catch {
      // Storage may be full or forbidden; the page goes on without memory.
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

/** The stored value, or `onServer` while the page is still the server's. */
export const useBrowserStore = <T>(store: BrowserStore<T>, onServer: T): T =>
  useSyncExternalStore(store.subscribe, store.read, () => onServer)
