import { Link } from 'react-router'
import { useFavourites } from '#web/features/market/listings/favourites/favourites.ts'
import { Icon } from '#web/ui/icon.tsx'
import styles from './favourites-link.module.css'

/** A link to the favourites, if there are any. */
export const FavouritesLink = () => {
  const count = useFavourites().length
  if (count === 0) return null
  return (
    <Link to="/preferiti" className={styles.link}>
      <Icon name="heart" size={18} />
      Preferiti ({count})
    </Link>
  )
}
