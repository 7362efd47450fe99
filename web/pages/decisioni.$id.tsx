import { type ClientLoaderFunctionArgs, Link, type MetaFunction, useLoaderData, useRevalidator } from 'react-router'
import type { DecisionView } from '#domain/association/reports.schema.ts'
import { aboutThing, actionText, type DecisionKind, firstUpper, type Outcome } from '#domain/association/reports.ts'
import { formatTime, ofDate } from '#domain/base/dates.ts'
import { call } from '#web/client.ts'
import { ObjectionForm } from '#web/features/association/reports/objection-form.tsx'
import styles from '#web/features/association/reports/reports.module.css'
import { ReviewForm } from '#web/features/association/reports/review-form.tsx'
import { privateMeta } from '#web/lib/page/page-meta.ts'
import { orRouteError } from '#web/lib/page/route-error.ts'
import { requireMember } from '#web/lib/session/require-member.ts'
import { useUserInfo } from '#web/lib/session/session.ts'
import { LoadError } from '#web/shell/load-error.tsx'
import { Facts } from '#web/ui/data/facts.tsx'
import { Sheet, SheetSkeleton } from '#web/ui/layout/sheet.tsx'

const TITLE = 'Decisione'

export const meta: MetaFunction = () => privateMeta(TITLE)

export const clientLoader = ({ url, params: { id = '' } }: ClientLoaderFunctionArgs) => {
  requireMember(url)
  return orRouteError(call('GET /api/decisions/:id', { params: { id } }))
}

export const HydrateFallback = () => <SheetSkeleton title={TITLE} fields={5} />

export const ErrorBoundary = () => <LoadError title={TITLE} />

const originOf = ({ kind, reported }: DecisionView): string => {
  if (kind === 'order') return 'Da un problema aperto nella richiesta'
  return reported ? 'Da una segnalazione' : 'Da una nostra iniziativa'
}

const outcomeOf = (kind: DecisionKind, outcome: Outcome): string => {
  if (outcome === 'upheld') return 'Respinto: la decisione resta'
  return kind === 'order'
    ? 'Accolto: la decisione è annullata, e i VAL tornano a chi li aveva ricevuti'
    : 'Accolto: la decisione è annullata'
}

/** No link for messages: only the two members of a conversation can open it. */
const pageOf = ({ kind, path }: DecisionView) => {
  if (kind === 'message') return []
  const link = (
    <Link key="path" to={path}>
      Apri la pagina
    </Link>
  )
  return [['Che cosa riguarda', link] as const]
}

const Objection = ({ decision, revalidate }: { decision: DecisionView; revalidate: () => void }) => {
  const user = useUserInfo()
  const { objection, review, author, action, kind, _id } = decision
  const isAuthor = author !== null && author._id === user?._id
  return (
    <>
      {objection && (
        <Facts
          className={styles.facts}
          facts={[
            [`Ricorso ${ofDate(objection.at)}`, objection.text],
            ...(review
              ? ([
                  ['Esito', outcomeOf(kind, review.outcome)],
                  ['Fatti', review.facts],
                  ...(review.ground ? ([['Regola', review.ground]] as const) : []),
                ] as const)
              : ([['Esito', isAuthor ? 'In esame: ti scriviamo appena è deciso.' : 'Da decidere']] as const)),
          ]}
        />
      )}
      {isAuthor && action !== 'none' && !objection && <ObjectionForm id={_id} onSent={revalidate} />}
      {user?.isAdmin && !isAuthor && objection && !review && <ReviewForm decision={decision} onSent={revalidate} />}
    </>
  )
}

export default function Decision() {
  const decision = useLoaderData<typeof clientLoader>()
  const { revalidate } = useRevalidator()
  const { kind, title, action, until, facts, ground, basis, at } = decision
  return (
    <Sheet title={TITLE} lead={`${firstUpper(ofDate(at))} alle ${formatTime(at)}, ${aboutThing(kind, title)}.`}>
      <Facts
        className={styles.facts}
        facts={[
          ['Provvedimento', firstUpper(actionText(action, kind, until))],
          ['Ambito', kind === 'order' ? 'Solo questa richiesta' : 'Tutta la piazza, in ogni Paese'],
          ['Fatti e circostanze', facts],
          ['Da dove nasce', originOf(decision)],
          ['Mezzi automatizzati', 'Nessuno: ha deciso una persona'],
          [basis === 'law' ? 'Base giuridica' : 'Clausola delle condizioni', ground],
          ...pageOf(decision),
        ]}
      />
      <Objection decision={decision} revalidate={revalidate} />
      <p>
        Puoi anche rivolgerti a un organismo di risoluzione extragiudiziale delle controversie o al giudice. Le regole
        sono nelle <Link to="/condizioni">condizioni d’uso</Link>.
      </p>
    </Sheet>
  )
}
