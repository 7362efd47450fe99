import { Link } from 'react-router'
import { formatDate, formatTime } from '#domain/base/dates.ts'
import type { MessageView } from '#domain/talk/threads.schema.ts'
import { splitLinks } from '#domain/talk/threads.ts'
import styles from './threads.module.css'

/** Links are shown as text: they could lead anywhere. */
const MessageText = ({ text }: { text: string }) => {
  const parts = splitLinks(text).map((part, index) => ({ ...part, index }))
  return (
    <>
      <p className={styles.text}>
        {parts.map(({ index, text: words, isLink }) => (
          <span key={index} className={isLink ? styles.link : undefined}>
            {words}
          </span>
        ))}
      </p>
      {parts.some(({ isLink }) => isLink) && (
        <p className={styles.warning}>
          Contiene un indirizzo esterno: aprilo solo se ti fidi, e non scrivere lì la tua password.
        </p>
      )}
    </>
  )
}

type Props = {
  messages: MessageView[]
  /** The member whose messages are on the right. */
  own: string | undefined
  nameOf: (sender: string) => string
  /** For readers who are no party: with the names, and without a way to report. */
  readOnly?: boolean
}

export const MessageList = ({ messages, own, nameOf, readOnly = false }: Props) => (
  <ol className={styles.messages}>
    {messages.map(({ _id, from, text, at }, index) => {
      const before = messages[index - 1]
      const isNewDay = !before || formatDate(before.at) !== formatDate(at)
      return (
        <li key={_id} className={`${styles.message} ${from === own ? styles.own : ''}`}>
          {isNewDay && <span className={styles.day}>{formatDate(at)}</span>}
          <div className={styles.bubble}>
            {readOnly ? (
              <p className={styles.sender}>{nameOf(from)}</p>
            ) : (
              <span className="visually-hidden">{from === own ? 'Tu' : nameOf(from)}: </span>
            )}
            <MessageText text={text} />
            <p className={styles.foot}>
              <time className={styles.time} dateTime={at}>
                {formatTime(at)}
              </time>
              {from !== own && !readOnly && (
                <Link
                  to={`/segnala?tipo=message&id=${_id}`}
                  className={styles.report}
                  aria-label={`Segnala il messaggio delle ${formatTime(at)}`}
                >
                  Segnala
                </Link>
              )}
            </p>
          </div>
        </li>
      )
    })}
  </ol>
)
