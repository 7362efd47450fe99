import { Link } from 'react-router'
import type { PublicMember } from '#domain/accounts/members.schema.ts'
import { LOGO_PLACEHOLDER } from '#domain/market/uploads.ts'
import { Stars } from '#web/ui/data/stars.tsx'
import { Logo } from '#web/ui/logo.tsx'
import styles from './top-sellers.module.css'

/** The best-rated sellers, best first. */
export const TopSellers = ({ members }: { members: PublicMember[] }) => (
  <section className={styles.top} aria-labelledby="piu-apprezzati">
    <h2 id="piu-apprezzati" className={styles.title}>
      I più apprezzati
    </h2>
    <ol className={styles.list}>
      {members.map(({ _id, username, seller }) => (
        <li key={_id} className={styles.seller}>
          <Logo src={seller.logo} placeholder={LOGO_PLACEHOLDER} size={48} />
          <div>
            <Link to={`/seller/${_id}`} className={styles.name} prefetch="intent">
              {seller.name || username}
            </Link>
            <Stars rating={seller.rating} count={seller.numReviews} of="exchange" />
          </div>
        </li>
      ))}
    </ol>
  </section>
)
