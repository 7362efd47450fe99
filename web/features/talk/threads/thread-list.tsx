import { Link } from 'react-router'
import { nameAmong } from '#domain/accounts/names.ts'
import { formatDate, formatTime } from '#domain/base/dates.ts'
import type { ThreadList as Threads } from '#domain/talk/threads.schema.ts'
import { threadPath } from '#domain/talk/threads.ts'
import { useUserInfo } from '#web/lib/session/session.ts'
import styles from './threads.module.css'

export const ThreadList = ({ threads }: { threads: Threads['threads'] }) => {
  const own = useUserInfo()?._id
  return (
    <ul className={styles.list}>
      {threads.map(({ _id, title, unread, last, with: other }) => (
        <li key={_id}>
          <Link to={threadPath(_id)} className={`${styles.entry} ${unread > 0 ? styles.unread : ''}`}>
            <span className={styles.top}>
              <span>
                {nameAmong(
                  other,
                  threads.map((thread) => thread.with),
                )}
                {unread > 0 && <span className="visually-hidden">, {unread} da leggere</span>}
              </span>
              <time className={styles.time} dateTime={last.at}>
                {formatDate(last.at)} {formatTime(last.at)}
              </time>
            </span>
            <span className={styles.about}>{title}</span>
            <span className={styles.preview}>
              {last.from === own && 'Tu: '}
              {last.text}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
