import styles from './count-badge.module.css'

const MAX = 99

/** A number in the corner of an icon; the icon's label must contain it too. The parent needs `position: relative`. */
export const CountBadge = ({ count }: { count: number }) =>
  count > 0 ? (
    <span className={styles.badge} aria-hidden="true">
      {count > MAX ? `${MAX}+` : count}
    </span>
  ) : null
