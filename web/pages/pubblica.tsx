import { useEffect } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { MESSAGES } from '#domain/base/errors.ts'
import { soughtTitle } from '#domain/market/sought.ts'
import { ResendVerification } from '#web/features/accounts/sessions/resend-verification.tsx'
import { openDraft } from '#web/features/market/listings/manage/open-draft.ts'
import { indexedMeta } from '#web/lib/page/page-meta.ts'
import { registerPath, signInPath } from '#web/lib/page/redirect-target.ts'
import { useUserInfo } from '#web/lib/session/session.ts'
import { useFirstListingText } from '#web/lib/site.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { WithAmounts } from '#web/ui/data/with-amounts.tsx'
import { Sheet } from '#web/ui/layout/sheet.tsx'
import { Alert } from '#web/ui/state/alert.tsx'
import { Outcome } from '#web/ui/state/outcome.tsx'
import { useAction } from '#web/ui/state/use-action.ts'
import styles from './pubblica.module.css'

const TITLE = 'Pubblica un annuncio'
const PATH = '/pubblica'

export const meta = indexedMeta({
  title: TITLE,
  description: 'Come si pubblica un annuncio in Piazza: che cosa serve, quanto ci vuole, che cosa ricevi.',
  path: PATH,
})

/** Shows visitors what they need before publishing. After signing in they return with the words of their search. */
const Steps = () => {
  const here = `${PATH}${useLocation().search}`
  return (
    <div className={`${styles.part} for-visitors`}>
      <p>Offri, cerca, dona, proponi o annuncia un evento. Bastano tre passi:</p>
      <ol className={styles.steps}>
        <li>crea un account gratuito, con nome utente, e-mail e password;</li>
        <li>conferma l’e-mail con il link che ti mandiamo;</li>
        <li>scrivi l’annuncio: una foto, un titolo e due minuti.</li>
      </ol>
      <p>
        <WithAmounts>{useFirstListingText()}</WithAmounts>
      </p>
      <div className={styles.ways}>
        <ButtonLink to={registerPath(here)}>Registrati</ButtonLink>
        <span>
          Hai già un account? <Link to={signInPath(here)}>Accedi</Link>
        </span>
      </div>
    </div>
  )
}

const Unverified = () => (
  <div className={`${styles.part} for-unverified`}>
    <p>{MESSAGES.unverified}</p>
    <ResendVerification />
  </div>
)

/** A «Cerco» prefilled from a search. */
const prefilledBy = (sought: string, params: URLSearchParams) => ({
  section: 'cerco',
  name: sought && soughtTitle(sought),
  ...(params.has('category') && { category: params.get('category') }),
  ...(params.has('max') && { priceVal: params.get('max')?.replace('.', ',') }),
})

/** Opens the editor at once. */
const Opening = () => {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const sought = params.get('cerco')
  const { busy, outcome, run } = useAction(async () => {
    // Opened from a search that found nothing: prefills a «Cerco» with it.
    const state = sought === null ? undefined : { prefilled: prefilledBy(sought, params) }
    await navigate(await openDraft(sought !== null), { replace: true, state })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    void run()
  }, [])
  return (
    <div className={styles.part}>
      <Outcome {...outcome} />
      <Button onClick={run} disabled={busy}>
        {busy ? 'Preparo l’annuncio…' : 'Crea l’annuncio'}
      </Button>
    </div>
  )
}

export default function Publish() {
  const user = useUserInfo()
  return (
    <Sheet title={TITLE}>
      <Steps />
      <Unverified />
      {user?.verified && (user.isSeller ? <Opening /> : <Alert tone="notice">{MESSAGES.publishingClosed}</Alert>)}
    </Sheet>
  )
}
