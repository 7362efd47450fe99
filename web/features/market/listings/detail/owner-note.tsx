import type { ListingCard } from '#domain/market/listings.schema.ts'
import { hiddenReason } from '#web/features/market/listings/detail/hidden-reason.ts'
import { useUserInfo } from '#web/lib/session/session.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import styles from './owner-note.module.css'

/** For admins, about a listing of somebody else: whether it is public, and a link to edit it. */
export const OwnerNote = ({ listing }: { listing: ListingCard }) => {
  const user = useUserInfo()
  if (!user?.isAdmin || user._id === listing.seller._id) return null
  const hidden = hiddenReason(listing)
  return (
    <div className={`${styles.note} on-screen`}>
      <p>
        {hidden && <strong className={styles.state}>{hidden}</strong>}
        {hidden ? 'Gli altri ora non lo vedono.' : 'Amministri la piazza: puoi modificare questo annuncio.'}
      </p>
      <ButtonLink to={`/product/${listing._id}/edit`} kind="outlined">
        Modifica
      </ButtonLink>
    </div>
  )
}
