import { useId } from 'react'
import { Link } from 'react-router'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import styles from './hub.module.css'

export type HubLink = {
  to: string
  icon: IconName
  label: string
  note: string
  /** What there is; emphasized if it waits for the member. */
  news?: { text: string; isWaiting?: boolean } | undefined
}

const Line = ({ to, icon, label, note, news }: HubLink) => (
  <li>
    <Link to={to} className={styles.line}>
      <Icon name={icon} />
      <span className={styles.content}>
        <span className={styles.words}>
          <span className={styles.label}>{label}</span> <span className={styles.note}>{note}</span>
        </span>{' '}
        {news && (
          <span className={styles.news} data-waiting-for-me={news.isWaiting || undefined}>
            {news.text}
          </span>
        )}
      </span>
      <Icon name="right" size={18} />
    </Link>
  </li>
)

/** Links to the parts of the profile, one line each. */
export const HubLinks = ({ title, links, className }: { title: string; links: HubLink[]; className?: string }) => {
  const id = useId()
  return (
    <nav aria-labelledby={id} className={className}>
      <h2 id={id} className={styles.heading}>
        {title}
      </h2>
      <ul className={styles.lines}>
        {links.map((link) => (
          <Line key={link.to} {...link} />
        ))}
      </ul>
    </nav>
  )
}
