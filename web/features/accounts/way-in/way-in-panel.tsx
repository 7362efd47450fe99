import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { MESSAGES } from '#domain/base/errors.ts'
import { ResendVerification } from '#web/features/accounts/sessions/resend-verification.tsx'
import { WayInSteps } from '#web/features/accounts/way-in/way-in-steps.tsx'
import { useBrowserStore } from '#web/lib/browser-store.ts'
import { registerPath, signInPath } from '#web/lib/page/redirect-target.ts'
import { registration } from '#web/lib/session/registration.ts'
import { useUserInfo } from '#web/lib/session/session.ts'
import { startWayIn, useTellWayIn, type WayIn } from '#web/lib/session/way-in.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Alert } from '#web/ui/state/alert.tsx'
import styles from './way-in-panel.module.css'

/** Where the address is corrected. */
const SECURITY_PATH = '/profilo/sicurezza'

const Panel = ({ audience, children }: { audience: string; children: ReactNode }) => (
  <div className={`${styles.panel} ${audience}`}>{children}</div>
)

/** For somebody who has registered in this browser and has not signed in yet. Scrolled into view right after: their way goes on here. */
const OpenTheMail = ({ email, path, goal, remember }: WayIn & { email: string; remember: () => void }) => {
  const place = useRef<HTMLDivElement>(null)
  const { state } = useLocation()
  useEffect(() => {
    if (state?.registered) place.current?.scrollIntoView({ block: 'center' })
  }, [state])
  return (
    <div ref={place} className={styles.waiting} data-mail-awaited="">
      <WayInSteps at="account" goal={goal} />
      <p>
        Apri il messaggio che ti abbiamo mandato a <strong>{email}</strong>: il link che contiene verifica il tuo
        account.
      </p>
      <ResendVerification email={email} path={path} />
      <p className={styles.other}>
        Non lo trovi? Guarda tra lo spam. Hai già aperto il link?{' '}
        <Link to={signInPath(path)} state={{ email }} onClick={remember}>
          Accedi
        </Link>
        . L’indirizzo è sbagliato?{' '}
        <Link to={signInPath(SECURITY_PATH)} state={{ email }} onClick={remember}>
          Accedi e correggilo
        </Link>
        .
      </p>
    </div>
  )
}

/**
 * For viewers who may not contact anybody yet: the three steps, and the next one to take. The HTML is the same for everyone;
 * CSS shows the part for the viewer's roles.
 */
export const WayInPanel = ({ path, goal }: WayIn) => {
  const mayPublish = useUserInfo()?.isSeller !== false
  const registered = useBrowserStore(registration, null)
  const remember = () => startWayIn({ path, goal })
  useTellWayIn({ path, goal })
  return (
    <>
      <Panel audience="for-visitors">
        {registered ? (
          <OpenTheMail email={registered.email} path={path} goal={goal} remember={remember} />
        ) : (
          <>
            <p>In piazza ognuno mette qualcosa: prima di scrivere si pubblica un proprio annuncio.</p>
            <WayInSteps at="account" goal={goal} />
            <div className={styles.ways}>
              <ButtonLink to={registerPath(path)} onClick={remember}>
                Registrati
              </ButtonLink>
              <span>
                Hai già un account?{' '}
                <Link to={signInPath(path)} onClick={remember}>
                  Accedi
                </Link>
              </span>
            </div>
          </>
        )}
      </Panel>
      <Panel audience="for-unverified">
        <WayInSteps at="account" goal={goal} />
        <p>{MESSAGES.unverified}</p>
        <ResendVerification path={path} />
        <p className={styles.other}>
          Non lo trovi? Guarda tra lo spam, e <Link to={SECURITY_PATH}>controlla che l’indirizzo sia giusto</Link>.
        </p>
      </Panel>
      <Panel audience="for-newcomers">
        {mayPublish ? (
          <>
            <WayInSteps at="listing" goal={goal} />
            <div>
              <ButtonLink to="/pubblica" onClick={remember}>
                Pubblica un tuo annuncio
              </ButtonLink>
            </div>
          </>
        ) : (
          <Alert tone="notice">{MESSAGES.publishingClosed}</Alert>
        )}
      </Panel>
    </>
  )
}
