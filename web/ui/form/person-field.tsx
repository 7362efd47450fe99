import { MAX_RECIPIENT } from '#domain/val/transfers.ts'
import { Field } from '#web/ui/form/field.tsx'

/** A member, by username or by the wallet's address on the chain. */
export const PersonField = ({ name, hint }: { name: 'to' | 'from'; hint?: string }) => (
  <Field
    label="Nome utente"
    name={name}
    maxLength={MAX_RECIPIENT}
    required
    pattern=".*\S.*"
    autoComplete="off"
    autoCapitalize="none"
    spellCheck={false}
    hint={hint}
  />
)
