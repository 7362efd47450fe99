import { type MetaFunction, useNavigate, useParams } from 'react-router'
import { ACCOUNT_MESSAGES, MAX_PASSWORD, MIN_PASSWORD } from '#domain/members.ts'
import { callAsVisitor } from '#web/client.ts'
import { privateMeta } from '#web/lib/page-meta.ts'
import { Form } from '#web/ui/form/form.tsx'
import { FormError } from '#web/ui/form/form-state.ts'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { Sheet } from '#web/ui/layout/sheet.tsx'

export const meta: MetaFunction = () => privateMeta('Scegli una nuova password')

export default function PasswordReset() {
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const replace = async (data: FormData) => {
    const password = String(data.get('password'))
    if (password !== data.get('confirmPassword'))
      throw new FormError('Password e conferma password devono essere uguali', 'confirmPassword')
    await callAsVisitor('POST /api/users/password-replacement', { body: { newData: password, id } })
    await navigate('/signin')
  }
  return (
    <Sheet
      title="Scegli una nuova password"
      lead="Dopo averla salvata dovrai accedere di nuovo su tutti i tuoi dispositivi."
    >
      <Form onSubmit={replace} submit="Salva la password" busy="Un momento…">
        <PasswordField
          label="Nuova password"
          name="password"
          required
          autoComplete="new-password"
          minLength={MIN_PASSWORD}
          maxLength={MAX_PASSWORD}
          tooShort={ACCOUNT_MESSAGES.passwordTooShort}
          hint={`Almeno ${MIN_PASSWORD} caratteri.`}
        />
        <PasswordField label="Conferma password" name="confirmPassword" required autoComplete="new-password" />
      </Form>
    </Sheet>
  )
}
