import { MAX_PASSWORD } from '#domain/accounts/members.ts'
import { PasswordField } from '#web/ui/form/password-field.tsx'

/** Required for a new password or e-mail. */
export const CurrentPasswordField = () => (
  <PasswordField
    label="Password attuale"
    name="currentPassword"
    required
    autoComplete="current-password"
    maxLength={MAX_PASSWORD}
  />
)
