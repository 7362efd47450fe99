import { type ReactNode, useEffect, useState } from 'react'
import { useParams } from 'react-router'
import type { Listing } from '#domain/listings.schema.ts'
import { call } from '#web/client.ts'
import { ListingSheet } from '#web/features/listings/detail/listing-sheet.tsx'
import { OwnerNote } from '#web/features/listings/detail/owner-note.tsx'
import { useUserInfo } from '#web/lib/session.ts'

/**
 * Pages are rendered for visitors, so drafts, paused and expired listings are "not found". A signed-in member's browser
 * requests the listing again with its token: the owner gets it, other members keep the error page.
 */
export const OwnView = ({ otherwise }: { otherwise: ReactNode }) => {
  const { id = '' } = useParams()
  const user = useUserInfo()
  const memberId = user?._id
  const [listing, setListing] = useState<Listing>()

  useEffect(() => {
    if (!memberId) return
    const abort = new AbortController()
    call('GET /api/products/:id', { params: { id }, signal: abort.signal }).then(setListing, () => undefined)
    return () => abort.abort()
  }, [id, memberId])

  useEffect(() => {
    if (listing) document.title = `${listing.name} · Piazza`
  }, [listing])

  if (!listing || listing._id !== id) return otherwise
  return (
    <>
      <OwnerNote listing={listing} />
      <ListingSheet listing={listing} contact={null} />
    </>
  )
}
