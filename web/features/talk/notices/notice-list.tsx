import { Link } from 'react-router'
import { formatDate, formatTime } from '#domain/base/dates.ts'
import type { NoticeView } from '#domain/talk/notices.schema.ts'
import styles from './notices.module.css'

export const NoticeList = ({ notices }: { notices: NoticeView[] }) => (
  <ul className={styles.list}>
    {notices.map(({ _id, text, link, at, seen }) => (
      <li key={_id}>
        <Link to={link} className={`${styles.notice} ${seen ? '' : styles.unseen}`}>
          <span>
            {!seen && <span className="visually-hidden">Nuova: </span>}
            {text}
          </span>
          <time className={styles.time} dateTime={at}>
            {formatDate(at)} {formatTime(at)}
          </time>
        </Link>
      </li>
    ))}
  </ul>
)
