import { Link } from 'react-router'
import { pictureSources } from '#domain/market/uploads.ts'
import { useSite } from '#web/lib/site.ts'
import styles from './brand.module.css'

const Arches = () => (
  <svg width="34" height="34" viewBox="0 0 34 34" aria-hidden="true" focusable="false">
    <path className={styles.ground} d="M3 31V14a14 14 0 0 1 28 0v17z" />
    <path className={styles.arch} d="M8 31V15a4 4 0 0 1 8 0v16zM18 31V15a4 4 0 0 1 8 0v16z" />
    <path className={styles.sun} d="M17 4.5a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4z" />
  </svg>
)

/** The association's logo, or the site's own. */
export const Brand = () => {
  const logo = useSite()?.logo
  return (
    <Link to="/" className={styles.brand} aria-label="Piazza, vai alla vetrina">
      {logo ? <img className={styles.logo} {...pictureSources(logo)} sizes="44px" height={34} alt="" /> : <Arches />}
      <span className={styles.name}>Piazza</span>
    </Link>
  )
}
