import { Link, type MetaFunction } from 'react-router'
import { ResendVerification } from '#web/features/accounts/sessions/resend-verification.tsx'
import { useCartCount } from '#web/features/exchange/cart/cart-count.ts'
import { useBrowserStore } from '#web/lib/browser-store.ts'
import { privateMeta } from '#web/lib/page/page-meta.ts'
import { registerPath, signInPath } from '#web/lib/page/redirect-target.ts'
import { registration } from '#web/lib/session/registration.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/layout/sheet.tsx'

export const meta: MetaFunction = () => privateMeta('Controlla la posta')

/** Shown after registration. */
export default function Verification() {
  const registered = useBrowserStore(registration, null)
  const inCart = useCartCount()
  return (
    <Sheet title="Controlla la posta">
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
      {registered ? (
        <>
          <p>
            Non la trovi? Guarda tra lo spam, o fattela inviare di nuovo. Se l’indirizzo è sbagliato,{' '}
            <Link to={registerPath(registered.redirect ?? '/')}>registrati con quello giusto</Link>.
          </p>
          <ResendVerification email={registered.email} />
          {inCart > 0 && <p>Quello che hai scelto resta nel carrello: lo ritrovi dopo l’accesso.</p>}
        </>
      ) : (
        <p>
          Non la trovi? Guarda tra lo spam. Se hai già un account puoi accedere e, dal profilo, fartela inviare di
          nuovo.
        </p>
      )}
      <p>
        <ButtonLink to={signInPath(registered?.redirect ?? '/')} state={{ email: registered?.email }}>
          Accedi
        </ButtonLink>
      </p>
    </Sheet>
  )
}
