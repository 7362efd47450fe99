import { Link } from 'react-router'
import { formatMonth } from '#domain/base/dates.ts'
import { KINDS } from '#domain/market/kinds.ts'
import type { Listing } from '#domain/market/listings.schema.ts'
import { LOGO_PLACEHOLDER } from '#domain/market/uploads.ts'
import { answerTimeText } from '#domain/talk/answer-time.ts'
import { Stars } from '#web/ui/data/stars.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Logo } from '#web/ui/logo.tsx'
import styles from './seller-block.module.css'

/** Public facts about an owner; `answerMinutes` is null with too few requests. */
export type OwnerFacts = { since: string; answerMinutes: number | null }

type Props = { listing: Listing; owner?: OwnerFacts }

export const SellerBlock = ({ listing: { seller, section, municipality }, owner }: Props) => {
  const facts = [
    municipality,
    owner && `in Piazza da ${formatMonth(owner.since)}`,
    owner?.answerMinutes != null && answerTimeText(owner.answerMinutes),
  ].filter(Boolean)
  return (
    <Link to={`/seller/${seller._id}`} className={styles.seller}>
      <Logo src={seller.seller.logo} placeholder={LOGO_PLACEHOLDER} size={56} />
      <span className={styles.who}>
        <span className={styles.role}>{KINDS[section].ownerLabel}</span>
        <span className={styles.name}>{seller.seller.name || seller.username}</span>
        {seller.seller.numReviews > 0 && (
          <Stars rating={seller.seller.rating} count={seller.seller.numReviews} of="exchange" />
        )}
        <span className={styles.facts}>{facts.join(' · ')}</span>
      </span>
      <Icon name="right" />
    </Link>
  )
}
