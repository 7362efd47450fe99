import { Link, type MetaFunction, useSearchParams } from 'react-router'
import { ResendVerification } from '#web/features/accounts/sessions/resend-verification.tsx'
import { WayInSteps } from '#web/features/accounts/way-in/way-in-steps.tsx'
import { useCartCount } from '#web/features/exchange/cart/cart-count.ts'
import { useBrowserStore } from '#web/lib/browser-store.ts'
import { privateMeta } from '#web/lib/page/page-meta.ts'
import { redirectTarget, signInPath } from '#web/lib/page/redirect-target.ts'
import { registration } from '#web/lib/session/registration.ts'
import { useUserInfo } from '#web/lib/session/session.ts'
import { Sheet } from '#web/ui/layout/sheet.tsx'

export const meta: MetaFunction = () => privateMeta('Controlla la posta')

/** Shown after registration, and to unverified members instead of pages for verified ones. */
export default function Verification() {
  const registered = useBrowserStore(registration, null)
  const isSignedIn = useUserInfo() !== null
  const [params] = useSearchParams()
  const target = redirectTarget(params.get('redirect'), registered?.redirect ?? '/')
  const inCart = useCartCount()
  return (
    <Sheet title="Controlla la posta">
      <WayInSteps at="account" />
      <p>
        Ti abbiamo inviato un’e-mail
        {registered && (
          <>
            {' '}
            a <strong>{registered.email}</strong>
          </>
        )}
        : aprila e <strong>clicca sul link</strong> per verificare il tuo account.
      </p>
      {inCart > 0 && <p>Quello che hai scelto resta nel carrello: lo ritrovi dopo l’accesso.</p>}
      {registered ? (
        <>
          <p>
            Non la trovi? Guarda tra lo spam, o fattela inviare di nuovo. Se l’indirizzo è sbagliato,{' '}
            <Link to={signInPath('/profilo/sicurezza')} state={{ email: registered.email }}>
              accedi e correggilo
            </Link>
            .
          </p>
          <ResendVerification email={registered.email} path={registered.redirect} />
        </>
      ) : isSignedIn ? (
        <>
          <p>Non la trovi? Guarda tra lo spam, o fattela inviare di nuovo.</p>
          <ResendVerification path={target} />
        </>
      ) : (
        <p>Non la trovi? Guarda tra lo spam, o accedi e fattela inviare di nuovo dal profilo.</p>
      )}
      <p>
        Hai già aperto il link?{' '}
        {isSignedIn ? (
          <Link to={target}>Continua</Link>
        ) : (
          <Link to={signInPath(target)} state={{ email: registered?.email }}>
            Accedi
          </Link>
        )}
      </p>
    </Sheet>
  )
}
