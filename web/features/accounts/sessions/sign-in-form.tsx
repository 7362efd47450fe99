import type { ReactNode } from 'react'
import type { UserInfo } from '#domain/accounts/members.schema.ts'
import { callAsVisitor } from '#web/client.ts'
import { textsIn } from '#web/lib/form-data.ts'
import { EmailField } from '#web/ui/form/email-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'

type Props = { onSignedIn: (user: UserInfo) => unknown; email?: string; aside?: ReactNode }

export const SignInForm = ({ onSignedIn, email, aside }: Props) => {
  const signIn = async (data: FormData) => {
    await onSignedIn(await callAsVisitor('POST /api/users/signin', { body: textsIn(data, 'email', 'password') }))
  }
  return (
    <Form onSubmit={signIn} submit="Accedi" aside={aside}>
      <EmailField label="E-mail" name="email" defaultValue={email} autoComplete="username" />
      <PasswordField label="Password" name="password" required autoComplete="current-password" />
    </Form>
  )
}
