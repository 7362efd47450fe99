import { ACCOUNT_MESSAGES, MAX_PASSWORD, MIN_PASSWORD } from '#domain/accounts/members.ts'
import type { FieldErrors } from '#domain/base/errors.ts'
import { PasswordField } from '#web/ui/form/password-field.tsx'

export const passwordMismatch = (data: FormData): FieldErrors =>
  data.get('password') === data.get('confirmPassword') ? {} : { confirmPassword: 'Le due password non coincidono.' }

/** The fields `password` and `confirmPassword`. */
export const NewPasswordFields = ({ label = 'Nuova password', hint }: { label?: string; hint?: string }) => (
  <>
    <PasswordField
      label={label}
      name="password"
      required
      autoComplete="new-password"
      minLength={MIN_PASSWORD}
      maxLength={MAX_PASSWORD}
      tooShort={ACCOUNT_MESSAGES.passwordTooShort}
      hint={hint}
    />
    <PasswordField label="Conferma password" name="confirmPassword" required autoComplete="new-password" />
  </>
)
