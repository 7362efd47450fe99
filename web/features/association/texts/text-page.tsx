import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { PageText } from '#domain/association/page-texts.schema.ts'
import { TEXT_PAGES } from '#domain/association/page-texts.ts'
import { ofDate } from '#domain/base/dates.ts'
import { WrittenText } from '#web/features/association/texts/written-text.tsx'
import { useUserInfo } from '#web/lib/session/session.ts'
import styles from './text-page.module.css'

export const TextPage = ({ text, children }: { text: PageText; children?: ReactNode }) => {
  const user = useUserInfo()
  return (
    <article className={styles.page}>
      <h1 className={styles.title}>{TEXT_PAGES[text.page].title}</h1>
      <p className={styles.version}>
        Versione {text.version}
        {text.at && ` ${ofDate(text.at)}`}
        {user?.isAdmin && (
          <>
            {' · '}
            <Link to={`/testi/${text.page}`}>Modifica</Link>
          </>
        )}
      </p>
      {children}
      <WrittenText text={text.text} />
    </article>
  )
}
