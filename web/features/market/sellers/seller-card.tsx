import { Link } from 'react-router'
import type { PublicMember } from '#domain/accounts/members.schema.ts'
import { LOGO_PLACEHOLDER } from '#domain/market/uploads.ts'
import { Logo } from '#web/ui/logo.tsx'
import styles from './seller-card.module.css'

/** The whole card is clickable; the name is the link. */
export const SellerCard = ({ member: { _id, username, seller } }: { member: PublicMember }) => (
  <article className={styles.card}>
    <div className={styles.top}>
      <Logo src={seller.logo} placeholder={LOGO_PLACEHOLDER} size={72} />
      <h2 className={styles.name}>
        <Link to={`/seller/${_id}`} prefetch="intent">
          {seller.name || username}
        </Link>
      </h2>
    </div>
    <p className={styles.description}>{seller.description}</p>
  </article>
)
