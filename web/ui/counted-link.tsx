import { Link } from 'react-router'
import { CountBadge } from '#web/ui/count-badge.tsx'
import { Icon, type IconName } from '#web/ui/icon.tsx'

type Props = {
  to: string
  icon: IconName
  label: string
  count: number
  /** What the number counts, for screen readers. */
  counted: string
  className: string | undefined
}

/** An icon with a number in its corner. */
export const CountedLink = ({ to, icon, label, count, counted, className }: Props) => (
  <Link to={to} className={className}>
    <Icon name={icon} size={24} />
    <span className="visually-hidden">{count > 0 ? `${label}, ${count} ${counted}` : label}</span>
    <CountBadge count={count} />
  </Link>
)
