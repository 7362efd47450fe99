import { useEffect } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import type { UserInfo } from '#domain/accounts/members.schema.ts'
import { PasskeySignIn } from '#web/features/accounts/sessions/passkey-sign-in.tsx'
import { SignInForm } from '#web/features/accounts/sessions/sign-in-form.tsx'
import { useBrowserStore } from '#web/lib/browser-store.ts'
import { indexedMeta } from '#web/lib/page/page-meta.ts'
import { redirectTarget, registerPath } from '#web/lib/page/redirect-target.ts'
import { planPasskeyOffer } from '#web/lib/session/passkey-offer.ts'
import { registration } from '#web/lib/session/registration.ts'
import { findUserInfo, startSession } from '#web/lib/session/session.ts'
import { Sheet } from '#web/ui/layout/sheet.tsx'
import { Alert } from '#web/ui/state/alert.tsx'
import styles from './signin.module.css'

export const meta = indexedMeta({
  title: 'Accedi',
  description: 'Entra in Piazza per pubblicare annunci e contattare chi offre.',
  path: '/signin',
})

export default function SignIn() {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const target = redirectTarget(params.get('redirect'), '/')
  // Set by the pages of mailed links: the form is shown even if this browser is signed in, perhaps as another member.
  const confirmed: { email?: string } | null = useLocation().state
  // The first sign-in is no return.
  const isNew = useBrowserStore(registration, null) !== null || confirmed !== null
  // Signed in, but the requested page needs another account.
  const reserved = params.has('riservata')

  // The cart always links here; a signed-in member is redirected at once.
  useEffect(() => {
    if (findUserInfo() && !reserved && !confirmed) navigate(target, { replace: true })
  }, [navigate, target, reserved, confirmed])

  const storeAndContinue = async (user: UserInfo) => {
    startSession(user)
    registration.clear()
    await navigate(target, { replace: true })
  }

  const offerPasskeyAndContinue = async (user: UserInfo) => {
    planPasskeyOffer()
    await storeAndContinue(user)
  }

  return (
    <Sheet title="Accedi" lead={isNew ? undefined : 'È bello rivederti in Piazza.'}>
      {reserved && <Alert tone="notice">Questa pagina è riservata: accedi con un account che può aprirla.</Alert>}
      <SignInForm onSignedIn={offerPasskeyAndContinue} email={confirmed?.email} />
      <PasskeySignIn onSignedIn={storeAndContinue} />
      <ul className={styles.ways}>
        <li>
          Sei qui per la prima volta? <Link to={registerPath(params.get('redirect') ?? '/')}>Registrati</Link>
        </li>
        <li>
          <Link to="/password-recovery">Hai dimenticato la password?</Link>
        </li>
      </ul>
    </Sheet>
  )
}
