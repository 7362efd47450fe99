import { vi } from 'vitest'

const makeStorage = (): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> => {
  const values = new Map<string, string>()
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  }
}

/** A window with empty storage, for code of the browser; until `vi.unstubAllGlobals()`. */
export const stubWindow = (): void => {
  const ignore = () => undefined
  const [localStorage, sessionStorage] = [makeStorage(), makeStorage()]
  vi.stubGlobal('window', { localStorage, sessionStorage, addEventListener: ignore, removeEventListener: ignore })
}

/** A member's session as the browser stores it. */
export const sessionOf = (id: string) => ({
  _id: id,
  username: id.toUpperCase(),
  token: `token-${id}`,
  verified: true,
  isSeller: true,
  isAdmin: false,
  hasAd: true,
})
