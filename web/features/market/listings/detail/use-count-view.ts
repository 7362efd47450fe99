import { useEffect } from 'react'
import type { Listing } from '#domain/market/listings.schema.ts'
import { callAsVisitor } from '#web/client.ts'
import { browserStore } from '#web/lib/browser-store.ts'
import { findUserInfo } from '#web/lib/session/session.ts'

const MOST_REMEMBERED = 200
const seen = browserStore<string[]>('sessionStorage', 'annunciVisti', [])

/** Counts a view for the owner's statistics, once per visit; views by the owner do not count. */
export const useCountView = ({ _id: id, seller }: Listing): void => {
  useEffect(() => {
    const before = seen.read()
    if (before.includes(id) || findUserInfo()?._id === seller._id) return
    seen.write([id, ...before].slice(0, MOST_REMEMBERED))
    // Failures are ignored: the statistics need not be exact.
    callAsVisitor('POST /api/products/:id/views', { params: { id } }).catch(() => undefined)
  }, [id, seller._id])
}
