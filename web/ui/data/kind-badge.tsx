import { KINDS } from '#domain/market/kinds.ts'
import type { Section } from '#domain/market/listings.ts'
import { Icon } from '#web/ui/icon.tsx'
import { SECTION_ICONS } from '#web/ui/section-icons.ts'
import styles from './kind-badge.module.css'

/** The kind of a listing or a request, in its colour. */
export const KindBadge = ({ section }: { section: Section }) => (
  <span className={`${styles.badge} ${styles[section]}`}>
    <Icon name={SECTION_ICONS[section]} size={16} />
    {KINDS[section].label}
  </span>
)
