import type { ReactNode } from 'react'
import { KINDS, soldOutText } from '#domain/market/kinds.ts'
import type { Listing } from '#domain/market/listings.schema.ts'
import { OwnerPanel } from '#web/features/market/listings/detail/owner-panel.tsx'
import { SoldOut } from '#web/features/market/listings/detail/sold-out.tsx'
import { useUserInfo } from '#web/lib/session/session.ts'

type Props = {
  listing: Listing
  form: ReactNode
  /** What the viewer has to do before contacting the owner. */
  wayIn: ReactNode
}

/** The contact form, or what comes before it. A sold-out listing cannot be requested by anyone. */
export const ContactPanel = ({ listing, form, wayIn }: Props) => {
  const isOwn = useUserInfo()?._id === listing.seller._id
  // Who has found what they sought does not seek it again.
  const canReturn = KINDS[listing.section].stock !== 'wanted'
  if (isOwn) return <OwnerPanel listing={listing} />
  return (
    <>
      {soldOutText(listing) ? canReturn && <SoldOut listing={listing} /> : wayIn}
      <div className="for-contacts">{form}</div>
    </>
  )
}
