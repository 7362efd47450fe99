import { Link } from 'react-router'
import { KINDS } from '#domain/kinds.ts'
import type { Listing } from '#domain/listings.schema.ts'
import { LOGO_PLACEHOLDER } from '#domain/pictures.ts'
import { Stars } from '#web/ui/data/stars.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Logo } from '#web/ui/logo.tsx'
import styles from './seller-block.module.css'

export const SellerBlock = ({ listing: { seller, section } }: { listing: Listing }) => (
  <Link to={`/seller/${seller._id}`} className={styles.seller}>
    <Logo src={seller.seller.logo} placeholder={LOGO_PLACEHOLDER} size={56} />
    <span className={styles.who}>
      <span className={styles.role}>{KINDS[section].ownerLabel}</span>
      <span className={styles.name}>{seller.seller.name || seller.username}</span>
      <Stars rating={seller.seller.rating} count={seller.seller.numReviews} />
    </span>
    <Icon name="right" />
  </Link>
)
