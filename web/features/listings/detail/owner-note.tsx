import type { ListingCard } from '#domain/listings.schema.ts'
import { hiddenReason } from '#web/features/listings/detail/hidden-reason.ts'
import { useUserInfo } from '#web/lib/session.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import styles from './owner-note.module.css'

/** For the owner and admins: a link to edit the listing, and whether it is public. */
export const OwnerNote = ({ listing }: { listing: ListingCard }) => {
  const user = useUserInfo()
  const isOwn = user?._id === listing.seller._id
  if (!isOwn && !user?.isAdmin) return null
  const hidden = hiddenReason(listing)
  return (
    <div className={`${styles.note} on-screen`}>
      <p>
        {hidden && <strong className={styles.state}>{hidden}</strong>}
        {hidden ? 'Gli altri ora non lo vedono.' : isOwn ? 'È un tuo annuncio.' : 'Puoi modificarlo.'}
      </p>
      <div className={styles.ways}>
        {!hidden && (
          <Button kind="plain" onClick={() => window.print()}>
            Stampa per la bacheca
          </Button>
        )}
        <ButtonLink to={`/product/${listing._id}/edit`} kind="outlined">
          Modifica
        </ButtonLink>
      </div>
    </div>
  )
}
