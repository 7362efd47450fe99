import { type ReactNode, useEffect, useState } from 'react'
import { useParams } from 'react-router'
import type { Listing } from '#domain/listings.schema.ts'
import { ListingSheet } from '#web/features/listings/detail/listing-sheet.tsx'
import { OwnerNote } from '#web/features/listings/detail/owner-note.tsx'
import { getAsMember } from '#web/lib/member-api.ts'
import { useUserInfo } from '#web/lib/session.ts'

/**
 * The server's page does not know who is looking, so for drafts, paused and expired listings it says that there is nothing.
 * Whoever is signed in asks again as themselves; its owner gets the listing, anybody else what the page already says.
 */
export const OwnView = ({ otherwise }: { otherwise: ReactNode }) => {
  const { id = '' } = useParams()
  const user = useUserInfo()
  const memberId = user?._id
  const [listing, setListing] = useState<Listing>()

  useEffect(() => {
    if (!memberId) return
    const abort = new AbortController()
    getAsMember<Listing>(`/api/products/${encodeURIComponent(id)}`, abort.signal).then(setListing, () => undefined)
    return () => abort.abort()
  }, [id, memberId])

  useEffect(() => {
    if (listing) document.title = `${listing.name} · Piazza`
  }, [listing])

  if (!listing || listing._id !== id) return otherwise
  return (
    <>
      <OwnerNote listing={listing} />
      <ListingSheet listing={listing} contact={<span />} />
    </>
  )
}
