import { KIND_LABELS, kindLabel, type Section } from '#domain/market/listings.ts'
import { Icon } from '#web/ui/icon.tsx'
import { SECTION_ICONS } from '#web/ui/section-icons.ts'
import styles from './kind-badge.module.css'

/** The kind of a listing or a request, in its colour. */
export const KindBadge = ({ section }: { section: Section }) => (
  <span className={`${styles.badge} ${styles[section]}`}>
    <Icon name={SECTION_ICONS[section]} size={16} />
    {KIND_LABELS[section]}
  </span>
)

/** The kind of a listing and what it is about, without the colour's background: "Vendo · Servizio". */
export const KindLine = ({ listing }: { listing: { section: Section; isService: boolean } }) => (
  <p className={`${styles.line} ${styles[listing.section]}`}>
    <Icon name={SECTION_ICONS[listing.section]} size={16} />
    <span>
      {KIND_LABELS[listing.section]} · {kindLabel(listing)}
    </span>
  </p>
)
