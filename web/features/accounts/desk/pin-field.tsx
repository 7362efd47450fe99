import { PIN_DIGITS, PIN_PATTERN } from '#domain/accounts/desk.ts'
import { PasswordField } from '#web/ui/form/password-field.tsx'

/** A new PIN, which the person chooses and types. */
export const PinField = () => (
  <PasswordField
    label={`PIN di ${PIN_DIGITS} cifre`}
    name="pin"
    required
    inputMode="numeric"
    pattern={PIN_PATTERN}
    maxLength={PIN_DIGITS}
    autoComplete="new-password"
    hint="Lo sceglie e lo scrive la persona: niente cifre ripetute o in fila, date o anni."
  />
)
