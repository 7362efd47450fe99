import { useEffect, useState } from 'react'
import type { ListingStatistics } from '#domain/market/listings.schema.ts'
import { callInBackground } from '#web/client.ts'

/** How often a listing was seen and asked for; undefined until, and unless, the server answers. */
export const useStatistics = (id: string): ListingStatistics | undefined => {
  const [figures, setFigures] = useState<ListingStatistics>()
  useEffect(() => {
    const abort = new AbortController()
    callInBackground('GET /api/products/:id/statistics', { params: { id }, signal: abort.signal }).then(
      setFigures,
      () => undefined,
    )
    return () => abort.abort()
  }, [id])
  return figures
}
