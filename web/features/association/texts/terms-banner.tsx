import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { TermsState } from '#domain/association/page-texts.schema.ts'
import { call, callInBackground } from '#web/client.ts'
import { isActing } from '#web/lib/session/acting.ts'
import { useUserInfo } from '#web/lib/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Alert } from '#web/ui/state/alert.tsx'
import { useAction } from '#web/ui/state/use-action.ts'
import styles from './terms-banner.module.css'

/** Asks members to accept the terms again after they changed. */
export const TermsBanner = () => {
  const memberId = useUserInfo()?._id
  const [terms, setTerms] = useState<TermsState>()
  useEffect(() => {
    setTerms(undefined)
    if (memberId && !isActing())
      callInBackground('GET /api/terms')
        .then(setTerms)
        .catch(() => undefined)
  }, [memberId])
  const { busy, outcome, run } = useAction(async (version: number) => {
    await call('POST /api/terms', { body: { version } })
    setTerms(undefined)
  })
  if (!terms || terms.accepted >= terms.version) return null
  return (
    <aside className={styles.banner} aria-label="Condizioni d’uso">
      <p>
        Le <Link to="/condizioni">condizioni d’uso</Link> sono cambiate. Leggile: per continuare a usare la piazza ti
        chiediamo di accettarle.
      </p>
      <Button onClick={() => run(terms.version)} disabled={busy}>
        Accetta
      </Button>
      {outcome.failure && <Alert>{outcome.failure}</Alert>}
    </aside>
  )
}
