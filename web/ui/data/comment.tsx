import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatDate } from '#domain/base/dates.ts'
import { Stars } from '#web/ui/data/stars.tsx'
import styles from './comment.module.css'

type Comment = { _id: string; rating: number; comment: string }
type Props = {
  of: Comment
  author: string
  /** The author's page, if there is one. */
  to?: string | undefined
  at: string
  /** Shown above the text. */
  note?: ReactNode
  /** Shown below the text. */
  children?: ReactNode
}

export const Comments = ({ children }: { children: ReactNode }) => <ul className={styles.list}>{children}</ul>

/** Stars and text that a member wrote about a listing or a person. */
export const Comment = ({ of: { _id, rating, comment }, author, to, at, note, children }: Props) => (
  <li className={styles.comment}>
    <p className={styles.top}>
      <strong>{to ? <Link to={to}>{author}</Link> : author}</strong>
      <Stars rating={rating} />
      <time dateTime={at}>{formatDate(at)}</time>
    </p>
    {note}
    <p className={styles.text}>{comment}</p>
    {children}
    <Link
      to={`/segnala?tipo=review&id=${_id}`}
      className={`${styles.report} on-screen`}
      rel="nofollow"
      aria-label={`Segnala la recensione di ${author}`}
    >
      Segnala
    </Link>
  </li>
)
