import { useEffect, useState } from 'react'
import type { ListingStatistics } from '#domain/market/listings.schema.ts'
import { callInBackground } from '#web/client.ts'

/** Numbers of views and requests of a listing; undefined until the server responds, or if it fails. */
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
