import { Link } from 'react-router'
import type { FeedbackPage } from '#domain/exchange/feedback.schema.ts'
import { Comment, Comments } from '#web/ui/data/comment.tsx'
import { Pagination } from '#web/ui/data/pagination.tsx'
import { Stars } from '#web/ui/data/stars.tsx'
import { EmptyState } from '#web/ui/state/empty-state.tsx'
import styles from './member-feedback.module.css'

type Props = { shown: FeedbackPage; page: number; pathOf: (page: number) => string }

const Nothing = ({ shown: { count }, pathOf }: Pick<Props, 'shown' | 'pathOf'>) =>
  count > 0 ? (
    <EmptyState title="I pareri finiscono prima">
      <Link to={pathOf(1)}>Torna alla prima pagina</Link>
    </EmptyState>
  ) : (
    <EmptyState title="Ancora nessun parere">
      Dopo uno scambio ciascuno può dire com’è andata con l’altra persona: si leggerà qui.
    </EmptyState>
  )

/** What people who exchanged something with a member say about the person. */
export const MemberFeedback = ({ shown, page, pathOf }: Props) => (
  <section className={styles.section} id="pareri" aria-labelledby="pareri-titolo">
    <h2 id="pareri-titolo" className={styles.title}>
      Cosa dicono le persone {shown.count > 0 && <Stars rating={shown.rating} count={shown.count} of="feedback" />}
    </h2>
    {shown.feedback.length > 0 ? (
      <Comments>
        {shown.feedback.map((each) => (
          <Comment
            key={each._id}
            of={each}
            author={each.from.name}
            to={each.from._id ? `/seller/${each.from._id}` : undefined}
            at={each.at}
          />
        ))}
      </Comments>
    ) : (
      <Nothing shown={shown} pathOf={pathOf} />
    )}
    <Pagination page={page} pages={shown.pages} pathOf={pathOf} label="Pagine dei pareri" />
  </section>
)
