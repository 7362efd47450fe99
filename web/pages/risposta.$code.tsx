import { useState } from 'react'
import {
  type ClientLoaderFunctionArgs,
  Link,
  type MetaFunction,
  useLoaderData,
  useParams,
  useRevalidator,
} from 'react-router'
import { formatPrice } from '#domain/base/money.ts'
import type { ReplyQuestion } from '#domain/talk/inbound.schema.ts'
import { callAsVisitor } from '#web/client.ts'
import { privateMeta } from '#web/lib/page/page-meta.ts'
import { orRouteError } from '#web/lib/page/route-error.ts'
import { LoadError } from '#web/shell/load-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/layout/sheet.tsx'
import { Alert } from '#web/ui/state/alert.tsx'
import { LoadingStatus, Skeleton } from '#web/ui/state/skeleton.tsx'
import { useAction } from '#web/ui/state/use-action.ts'
import styles from './risposta.$code.module.css'

const TITLE = 'Conferma la risposta'

export const meta: MetaFunction = () => privateMeta(TITLE)

export const clientLoader = ({ params: { code = '' } }: ClientLoaderFunctionArgs) =>
  orRouteError(callAsVisitor('GET /api/replies/:code', { params: { code } }))

export const HydrateFallback = () => (
  <Sheet title={TITLE}>
    <LoadingStatus />
    <Skeleton shape="field" count={3} />
  </Sheet>
)

export const ErrorBoundary = () => <LoadError title={TITLE} />

const sumOf = ({ terms }: ReplyQuestion): string =>
  terms && terms.val + terms.euro > 0 ? ` a ${formatPrice(terms)}` : ''

const QUESTIONS: Record<ReplyQuestion['act'], (question: ReplyQuestion) => string> = {
  accept: (question) =>
    `Hai risposto «sì» a ${question.to} per «${question.title}». Se confermi, la richiesta è accettata${sumOf(question)}.`,
  close: ({ to, title }) =>
    `Hai risposto «no» a ${to} per «${title}». Se confermi, la richiesta è chiusa e ${to} lo saprà.`,
  send: ({ to, title, sender }) =>
    `È arrivata una risposta a ${to} su «${title}»${sender ? ` da ${sender}, che non è il tuo indirizzo` : ''}. Se confermi, ${to} la riceve a tuo nome.`,
}
const BUTTONS: Record<ReplyQuestion['act'], string> = {
  accept: 'Sì, accetta la richiesta',
  close: 'No, chiudi la richiesta',
  send: 'È mia: inviala',
}

/** Opened from a mail. Confirming is a button, because some mail programs open every link. */
export default function ReplyConfirmation() {
  const { code = '' } = useParams()
  const question = useLoaderData<typeof clientLoader>()
  const { revalidate } = useRevalidator()
  const [done, setDone] = useState(false)
  const { act, sender, text, terms, link } = question
  const { busy, outcome, run } = useAction(async () => {
    try {
      const { message } = await callAsVisitor('POST /api/replies/:code', { params: { code }, body: { terms } })
      setDone(true)
      return message
    } catch (error) {
      // Shows the terms as they are now.
      if (act === 'accept') void revalidate()
      throw error
    }
  })
  return (
    <Sheet title={TITLE}>
      {!done && <p>{QUESTIONS[act](question)}</p>}
      {act === 'send' && <blockquote className={styles.text}>{text}</blockquote>}
      {outcome.failure && <Alert>{outcome.failure}</Alert>}
      {outcome.success && <Alert tone="success">{outcome.success}</Alert>}
      {!done && (
        <Button disabled={busy} onClick={() => void run()}>
          {busy ? 'Confermo…' : BUTTONS[act]}
        </Button>
      )}
      {!done && (act === 'send' || sender) && (
        <p>Se non l’hai scritta tu, non fare nulla: dopo sette giorni è cancellata.</p>
      )}
      <p>
        <Link to={link}>{act === 'send' ? 'Apri la conversazione' : 'Apri la richiesta'}</Link>
      </p>
    </Sheet>
  )
}
