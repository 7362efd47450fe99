import { useCallback, useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { ApiError } from '#web/client.ts'

// A counter, because a refresh can start while another one is running.
let refreshes = 0
let last: { page: string; data: unknown } | undefined

/** Loads the page's data again; if the server does not respond, a page with `orLastData` keeps its data. */
export const useQuietRefresh = (): (() => Promise<void>) => {
  const { revalidate } = useRevalidator()
  return useCallback(async () => {
    refreshes++
    await revalidate().finally(() => {
      refreshes--
    })
  }, [revalidate])
}

/** Polls the page's data while `isActive`. */
export const useRefresh = (isActive: boolean, ms: number): void => {
  const refresh = useQuietRefresh()
  const { state } = useRevalidator()
  useEffect(() => {
    if (!isActive || state !== 'idle') return
    const timer = setTimeout(refresh, ms)
    return () => clearTimeout(timer)
  }, [isActive, ms, refresh, state])
}

const isUnavailable = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500)

/** For loaders of pages with a refresh: returns the last data if the server does not respond to the refresh. */
export const orLastData = async <T>({ pathname, search }: URL, result: Promise<T>): Promise<T> => {
  // Without the hash: a link within the page loads nothing.
  const page = `${pathname}${search}`
  try {
    const data = await result
    last = { page, data }
    return data
  } catch (error) {
    if (refreshes > 0 && isUnavailable(error) && last?.page === page) return last.data as T
    throw error
  }
}
