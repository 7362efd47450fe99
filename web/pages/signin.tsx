import { useEffect } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { UserInfo } from '#domain/members.schema.ts'
import { postJson } from '#web/lib/api.ts'
import { foundMeta } from '#web/lib/page-meta.ts'
import { redirectTarget } from '#web/lib/redirect-target.ts'
import { findUserInfo, keepUserInfo } from '#web/lib/session.ts'
import { EmailField } from '#web/ui/form/email-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { Sheet } from '#web/ui/layout/sheet.tsx'
import { Alert } from '#web/ui/state/alert.tsx'
import styles from './signin.module.css'

export const meta = foundMeta({
  title: 'Accedi',
  description: 'Entra in Piazza per pubblicare annunci e contattare chi offre.',
  path: '/signin',
})

export default function SignIn() {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const target = redirectTarget(params.get('redirect'), '/')
  // Signed in, but not as somebody who may see the page that was asked for.
  const reserved = params.has('riservata')

  // The cart sends everybody through here; whoever is signed in already goes on.
  useEffect(() => {
    if (findUserInfo() && !reserved) navigate(target, { replace: true })
  }, [navigate, target, reserved])

  const signIn = async (data: FormData) => {
    const user = await postJson<UserInfo>('/api/users/signin', Object.fromEntries(data))
    keepUserInfo(user)
    await navigate(target, { replace: true })
  }

  const redirect = params.get('redirect')
  const registerPath = redirect ? `/register?redirect=${encodeURIComponent(redirect)}` : '/register'
  return (
    <Sheet title="Accedi" lead="È bello rivederti in Piazza.">
      {reserved && <Alert tone="notice">Questa pagina è riservata: accedi con un account che può aprirla.</Alert>}
      <Form onSubmit={signIn} submit="Accedi" busy="Un momento…">
        <EmailField label="E-mail" name="email" autoComplete="username" />
        <PasswordField label="Password" name="password" required autoComplete="current-password" />
      </Form>
      <ul className={styles.ways}>
        <li>
          Sei qui per la prima volta? <Link to={registerPath}>Registrati</Link>
        </li>
        <li>
          <Link to="/password-recovery">Hai dimenticato la password?</Link>
        </li>
      </ul>
    </Sheet>
  )
}
