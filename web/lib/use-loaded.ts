import { useCallback, useEffect, useState } from 'react'

/** The three states of something being fetched, in the shape that `Loaded` shows. */
export type Loading<T> = {
  isPending: boolean
  error: Error | null
  data: T | undefined
  refetch: () => unknown
}

/** Fetches once `wanted`, and again on `refetch`. */
export const useLoaded = <T>(fetcher: (signal: AbortSignal) => Promise<T>, wanted: boolean): Loading<T> => {
  const [round, setRound] = useState(0)
  const [outcome, setOutcome] = useState<{ data?: T; error?: Error }>({})

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round is a new attempt
  useEffect(() => {
    if (!wanted) return
    const abort = new AbortController()
    fetcher(abort.signal).then(
      (data) => setOutcome({ data }),
      (error) => abort.signal.aborted || setOutcome({ error }),
    )
    return () => abort.abort()
  }, [fetcher, wanted, round])

  const refetch = useCallback(() => {
    setOutcome({})
    setRound((n) => n + 1)
  }, [])
  return {
    isPending: outcome.data === undefined && outcome.error === undefined,
    error: outcome.error ?? null,
    data: outcome.data,
    refetch,
  }
}
