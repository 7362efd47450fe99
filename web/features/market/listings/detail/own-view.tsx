import { type ReactNode, useEffect, useState } from 'react'
import { useParams, useRevalidator } from 'react-router'
import { MESSAGES } from '#domain/base/errors.ts'
import { EVENT_MESSAGES } from '#domain/market/events.ts'
import type { Listing } from '#domain/market/listings.schema.ts'
import { callInBackground } from '#web/client.ts'
import { ListingSheet } from '#web/features/market/listings/detail/listing-sheet.tsx'
import { OwnerNote } from '#web/features/market/listings/detail/owner-note.tsx'
import { OwnerPanel } from '#web/features/market/listings/detail/owner-panel.tsx'
import { useUserInfo } from '#web/lib/session/session.ts'
import { Alert } from '#web/ui/state/alert.tsx'

const NotActive = ({ listing }: { listing: Listing }) => {
  const isOver = listing.endsAt !== null && Date.parse(listing.endsAt) <= Date.now()
  return <Alert tone="notice">{isOver ? EVENT_MESSAGES.over : MESSAGES.listingPaused}</Alert>
}

/**
 * Pages are rendered for visitors: drafts are "not found", and paused and expired listings show only their state. The
 * browser of a signed-in member requests the listing again with the token. It is returned to the owner, to admins, and to
 * members who have finished a request about it and may review it; other members keep the visitors' page.
 */
export const OwnView = ({ otherwise }: { otherwise: ReactNode }) => {
  const { id = '' } = useParams()
  const user = useUserInfo()
  const memberId = user?._id
  const [listing, setListing] = useState<Listing>()
  // Loads the listing again after a review was sent.
  const isIdle = useRevalidator().state === 'idle'

  useEffect(() => {
    if (!memberId || !isIdle) return
    const abort = new AbortController()
    callInBackground('GET /api/products/:id', { params: { id }, signal: abort.signal }).then(
      setListing,
      () => undefined,
    )
    return () => abort.abort()
  }, [id, memberId, isIdle])

  useEffect(() => {
    if (listing) document.title = `${listing.name} · Piazza`
  }, [listing])

  if (!listing || listing._id !== id) return otherwise
  const isOwn = listing.seller._id === memberId
  const others = user?.isAdmin ? null : <NotActive listing={listing} />
  return (
    <>
      <OwnerNote listing={listing} />
      <ListingSheet listing={listing} contact={isOwn ? <OwnerPanel listing={listing} /> : others} />
    </>
  )
}
