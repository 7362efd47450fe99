import { useState } from 'react'
import { type ClientLoaderFunctionArgs, Link, type MetaFunction, useLoaderData, useParams } from 'react-router'
import type { FreshnessAnswer } from '#domain/market/freshness.ts'
import { callAsVisitor } from '#web/client.ts'
import { privateMeta } from '#web/lib/page/page-meta.ts'
import { orRouteError } from '#web/lib/page/route-error.ts'
import { LoadError } from '#web/shell/load-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/layout/sheet.tsx'
import { Alert } from '#web/ui/state/alert.tsx'
import { LoadingStatus, Skeleton } from '#web/ui/state/skeleton.tsx'
import { useAction } from '#web/ui/state/use-action.ts'
import styles from './ancora-valido.$code.module.css'

const TITLE = 'È ancora valido?'

export const meta: MetaFunction = () => privateMeta(TITLE)

export const clientLoader = ({ params: { code = '' } }: ClientLoaderFunctionArgs) =>
  orRouteError(callAsVisitor('GET /api/freshness/:code', { params: { code } }))

export const HydrateFallback = () => (
  <Sheet title={TITLE}>
    <LoadingStatus />
    <Skeleton shape="field" count={3} />
  </Sheet>
)

export const ErrorBoundary = () => <LoadError title={TITLE} />

const STATE_TEXTS = {
  shown: 'Questo annuncio è fermo da tre mesi. È ancora valido?',
  paused: 'Questo annuncio è in pausa: gli altri non lo vedono. È ancora valido?',
  ended: 'Questo annuncio è già concluso. Grazie!',
}

/** Opened from a mail. The answer is a button, because some mail programs open every link. */
export default function AncoraValido() {
  const { code = '' } = useParams()
  const { _id, name, state } = useLoaderData<typeof clientLoader>()
  const [done, setDone] = useState<FreshnessAnswer>()
  const { busy, outcome, run } = useAction(async (answer: FreshnessAnswer) => {
    const { message } = await callAsVisitor('POST /api/freshness/:code', { params: { code }, body: { answer } })
    setDone(answer)
    return message
  })
  const mayAnswer = !done && state !== 'ended'
  return (
    <Sheet title={TITLE}>
      <p className={styles.name}>«{name}»</p>
      {!done && <p>{STATE_TEXTS[state]}</p>}
      {outcome.failure && <Alert>{outcome.failure}</Alert>}
      {outcome.success && <Alert tone="success">{outcome.success}</Alert>}
      {mayAnswer && (
        <div className={styles.answers}>
          <Button disabled={busy} onClick={() => void run('yes')}>
            Sì, è ancora valido
          </Button>
          <Button kind="outlined" disabled={busy} onClick={() => void run('done')}>
            Concluso
          </Button>
          {state === 'shown' && (
            <Button kind="outlined" disabled={busy} onClick={() => void run('pause')}>
              Metti in pausa
            </Button>
          )}
        </div>
      )}
      <p>
        {done === 'yes' ? (
          <Link to={`/product/${_id}`}>Vedi l’annuncio</Link>
        ) : (
          <Link to="/productlist/seller">Vai ai tuoi annunci</Link>
        )}
      </p>
    </Sheet>
  )
}
