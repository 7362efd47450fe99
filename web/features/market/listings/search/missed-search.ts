import { useEffect } from 'react'
import { callInBackground } from '#web/client.ts'
import { queryOf, type SearchFilters, searchPath } from '#web/features/market/listings/search/search-path.ts'

/** Reports to the server a search for words that found nothing, so that the association sees what is missing. */
export const useMissedSearch = (filters: SearchFilters): void => {
  const path = searchPath(filters)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each search
  useEffect(() => {
    if (!filters.name) return
    callInBackground('POST /api/searches/missed', { body: { query: queryOf(filters) } }).catch(() => undefined)
  }, [path])
}
