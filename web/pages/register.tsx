import { type ReactNode, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { MAX_CF, MAX_REFERERS_AT_REGISTER, MAX_SELLER_NAME, MAX_USERNAME } from '#domain/accounts/members.ts'
import { isTaxCode, TAX_CODE_INVALID } from '#domain/accounts/tax-code.ts'
import { callAsVisitor } from '#web/client.ts'
import { GroupsField } from '#web/features/accounts/profile/groups-field.tsx'
import { NewPasswordFields, passwordMismatch } from '#web/features/accounts/profile/new-password-fields.tsx'
import { taxCodeIn, textsIn } from '#web/lib/form-data.ts'
import { indexedMeta } from '#web/lib/page/page-meta.ts'
import { redirectTarget, signInPath } from '#web/lib/page/redirect-target.ts'
import { registration } from '#web/lib/session/registration.ts'
import { CheckField } from '#web/ui/form/check-field.tsx'
import { EmailField } from '#web/ui/form/email-field.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { PhoneField } from '#web/ui/form/phone-field.tsx'
import columns from '#web/ui/layout/columns.module.css'
import { Sheet } from '#web/ui/layout/sheet.tsx'
import styles from './register.module.css'

export const meta = indexedMeta({
  title: 'Registrati',
  description: 'Unisciti a Piazza: bastano un nome utente, un’e-mail e una password.',
  path: '/register',
})

const check = (data: FormData) => ({
  ...passwordMismatch(data),
  ...(data.get('email') !== data.get('confirmEmail') && { confirmEmail: 'I due indirizzi e-mail non coincidono.' }),
  ...(!isTaxCode(taxCodeIn(data)) && { cf: TAX_CODE_INVALID }),
})

const toRegistration = (data: FormData, groups: string[]) => ({
  ...textsIn(data, 'email', 'password', 'sellername', 'phone'),
  cf: taxCodeIn(data),
  username: String(data.get('username')).toUpperCase(),
  referer: groups,
  newsletter: data.has('newsletter'),
})

const Account = () => (
  <>
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
    <div className={columns.pair}>
      <EmailField label="E-mail" name="email" autoComplete="email" />
      <EmailField label="Conferma e-mail" name="confirmEmail" autoComplete="off" />
      <NewPasswordFields label="Password" />
    </div>
  </>
)

const Extras = ({ children }: { children: ReactNode }) => (
  <details className={styles.extras}>
    <summary>Altri dati, se vuoi</summary>
    <div className={styles.inside}>
      <Field
        label="Nome da offerente"
        name="sellername"
        optional
        maxLength={MAX_SELLER_NAME}
        autoComplete="organization"
        hint="Il nome della tua bottega o attività."
      />
      <div className={columns.pair}>
        <PhoneField label="Telefono" name="phone" optional autoComplete="tel" />
        <Field
          label="Codice fiscale"
          name="cf"
          optional
          maxLength={MAX_CF}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className={styles.capitals}
        />
      </div>
      {children}
    </div>
  </details>
)

export default function Register() {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const target = redirectTarget(params.get('redirect'), '/')
  const [groups, setGroups] = useState<string[]>([])

  const register = async (data: FormData) => {
    const body = toRegistration(data, groups)
    await callAsVisitor('POST /api/users/register', { body })
    registration.write({ email: body.email, redirect: target === '/' ? null : target })
    await navigate('/verification')
  }
  return (
    <Sheet title="Registrati" lead="Bastano un nome utente, un’e-mail e una password.">
      <Form check={check} onSubmit={register} submit="Registrati">
        <Account />
        <Extras>
          <GroupsField groups={groups} onChange={setGroups} max={MAX_REFERERS_AT_REGISTER} optional />
        </Extras>
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
