import { Link } from 'react-router'
import type { Listing } from '#domain/market/listings.schema.ts'
import { setFavourite, useFavourites } from '#web/features/market/listings/favourites/favourites.ts'
import { signInPath } from '#web/lib/page/redirect-target.ts'
import { useUserInfo } from '#web/lib/session/session.ts'
import { useHydrated } from '#web/lib/use-hydrated.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Alert } from '#web/ui/state/alert.tsx'
import { useAction } from '#web/ui/state/use-action.ts'
import styles from './sold-out.module.css'

/** For a listing of which nothing is left. As a favourite of a member it is told when it is back; a visitor has to sign in for that. */
export const SoldOut = ({ listing }: { listing: Listing }) => {
  const condition = listing.section === 'avviso' ? 'se si libera un posto' : 'se torna'
  const isMember = useUserInfo() !== null
  const isFavourite = useFavourites().includes(listing._id)
  const hydrated = useHydrated()
  const { busy, outcome, run } = useAction(() => setFavourite(listing._id, !isFavourite))
  const confirmation = isMember ? (
    `È tra i tuoi preferiti: ${condition} ti avvisiamo.`
  ) : (
    <>
      È tra i tuoi preferiti. Per saperlo {condition}, <Link to={signInPath(`/product/${listing._id}`)}>accedi</Link>.
    </>
  )
  return (
    <div className={styles.box}>
      <Button
        kind="outlined"
        className={styles.button}
        aria-pressed={isFavourite}
        disabled={!hydrated}
        onClick={() => void run()}
      >
        <Icon name="bell" size={20} />
        Avvisami {condition}
      </Button>
      <p className={styles.outcome} role="status">
        {isFavourite && !busy && confirmation}
      </p>
      {outcome.failure && <Alert>{outcome.failure}</Alert>}
    </div>
  )
}
