import { useCallback, useEffect, useState } from 'react'
import type { Movement } from '#domain/val/wallet.schema.ts'
import { call, callInBackground } from '#web/client.ts'
import { useLive } from '#web/lib/live.ts'

// Besides the event stream, which a proxy may hold back and the desk may not read.
const POLL_MS = 3_000

// Not the title: it changes when the request of a payment is made after it.
const keyOf = ({ date, amount, username }: Movement): string => [date, amount, username].join('|')

/** The keys of the VAL that had arrived before. */
export type Before = ReadonlySet<string>

export const readBefore = async (): Promise<Before> => {
  const { movements } = await call('GET /api/wallet/statement', { query: { kind: 'in' } })
  return new Set(movements.map(keyOf))
}

/** The VAL that have arrived since, newest first, while the page is visible; `isBlind` while they cannot be read. */
export const useIncoming = (before: Before) => {
  const [arrived, setArrived] = useState<Movement[]>([])
  const [isBlind, setIsBlind] = useState(false)
  const read = useCallback(async () => {
    if (document.visibilityState === 'hidden') return
    try {
      const { movements } = await callInBackground('GET /api/wallet/statement', { query: { kind: 'in' } })
      setArrived(movements.filter((movement) => !before.has(keyOf(movement))))
      setIsBlind(false)
    } catch {
      setIsBlind(true)
    }
  }, [before])
  useEffect(() => {
    const timer = setInterval(() => void read(), POLL_MS)
    return () => clearInterval(timer)
  }, [read])
  useLive(() => void read())
  return { arrived, isBlind }
}
