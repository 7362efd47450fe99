import { Link, useNavigate, useSearchParams } from 'react-router'
import { ACCOUNT_MESSAGES, MAX_PASSWORD, MAX_USERNAME, MIN_PASSWORD } from '#domain/accounts/members.ts'
import { callAsVisitor } from '#web/client.ts'
import { WayInSteps } from '#web/features/accounts/way-in/way-in-steps.tsx'
import { textsIn } from '#web/lib/form-data.ts'
import { indexedMeta } from '#web/lib/page/page-meta.ts'
import { redirectTarget, signInPath } from '#web/lib/page/redirect-target.ts'
import { JUST_REGISTERED, registration } from '#web/lib/session/registration.ts'
import { findWayIn, listingIn } from '#web/lib/session/way-in.ts'
import { CheckField } from '#web/ui/form/check-field.tsx'
import { EmailField } from '#web/ui/form/email-field.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { Sheet } from '#web/ui/layout/sheet.tsx'
import styles from './register.module.css'

export const meta = indexedMeta({
  title: 'Registrati',
  description: 'Unisciti a Piazza: bastano un nome utente, un’e-mail e una password.',
  path: '/register',
})

// What the call also takes, and the profile asks for when it is needed.
const LATER = { sellername: '', phone: '', cf: '', referer: [] }

export default function Register() {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const target = redirectTarget(params.get('redirect'), '/')

  const register = async (data: FormData) => {
    const body = {
      ...LATER,
      ...textsIn(data, 'email', 'password'),
      username: String(data.get('username')).toUpperCase(),
      newsletter: data.has('newsletter'),
      listing: listingIn(target) ?? listingIn(findWayIn()?.path),
    }
    await callAsVisitor('POST /api/users/register', { body })
    registration.write({ email: body.email, redirect: target === '/' ? null : target })
    await (target === '/' ? navigate('/verification') : navigate(target, { state: JUST_REGISTERED }))
  }
  return (
    <Sheet title="Registrati">
      <WayInSteps at="account" />
      <Form onSubmit={register} submit="Registrati">
        <Field
          label="Nome utente"
          name="username"
          required
          maxLength={MAX_USERNAME}
          autoComplete="username"
          autoCapitalize="characters"
          spellCheck={false}
          className={styles.capitals}
          hint="Lo vedranno gli altri, in maiuscolo."
        />
        <EmailField
          label="E-mail"
          name="email"
          autoComplete="email"
          hint="Controllala bene: ti mandiamo un link da aprire."
        />
        <PasswordField
          label="Password"
          name="password"
          required
          autoComplete="new-password"
          minLength={MIN_PASSWORD}
          maxLength={MAX_PASSWORD}
          tooShort={ACCOUNT_MESSAGES.passwordTooShort}
          hint={`Almeno ${MIN_PASSWORD} caratteri.`}
        />
        <CheckField
          name="newsletter"
          label="Voglio ricevere la newsletter"
          hint="Ti chiederemo di confermare con un’e-mail; puoi disiscriverti quando vuoi."
        />
        <p className={styles.terms}>
          Registrandoti accetti le <Link to="/condizioni">condizioni d’uso</Link> e confermi di aver letto l’
          <Link to="/privacy">informativa sulla privacy</Link>.
        </p>
      </Form>
      <p className={styles.other}>
        Hai già un account? <Link to={signInPath(target)}>Accedi</Link>
      </p>
    </Sheet>
  )
}
