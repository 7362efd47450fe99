import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { ApiError } from '#web/client.ts'

let isRefreshing = false
let last: { href: string; data: unknown } | undefined

/** Loads the page's data again and again while something is under way. */
export const useRefresh = (isActive: boolean, ms: number): void => {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (!isActive || state !== 'idle') return
    const refresh = async () => {
      isRefreshing = true
      await revalidate().finally(() => {
        isRefreshing = false
      })
    }
    const timer = setTimeout(refresh, ms)
    return () => clearTimeout(timer)
  }, [isActive, ms, revalidate, state])
}

const isUnavailable = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500)

/** For loaders of pages with `useRefresh`: if the server does not answer a refresh, the page keeps its last data. */
export const orLastData = async <T>({ href }: URL, result: Promise<T>): Promise<T> => {
  try {
    const data = await result
    last = { href, data }
    return data
  } catch (error) {
    if (isRefreshing && isUnavailable(error) && last?.href === href) return last.data as T
    throw error
  }
}
