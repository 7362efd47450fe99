import { useEffect, useState } from 'react'
import { browserStore } from '#web/lib/browser-store.ts'
import { TOLD_MOMENTS } from '#web/lib/session/session.ts'

const MOST_KEPT = 60
const SEPARATOR = '|'
const told = browserStore<string[]>('localStorage', TOLD_MOMENTS, [])

/** Which of these good moments this browser has not told before; from now on they are told. */
export const useUntold = (moments: readonly string[]): { untold: readonly string[]; close: () => void } => {
  const [untold, setUntold] = useState<readonly string[]>([])
  const joined = moments.join(SEPARATOR)
  useEffect(() => {
    const fresh = joined.split(SEPARATOR).filter((moment) => moment && !told.read().includes(moment))
    if (fresh.length === 0) return
    told.write([...told.read(), ...fresh].slice(-MOST_KEPT))
    setUntold(fresh)
  }, [joined])
  return { untold, close: () => setUntold([]) }
}
