import { Field } from '#web/ui/form/field.tsx'

/** A username or an account. */
export const PersonField = ({ name }: { name: 'to' | 'from' }) => (
  <Field
    label="Nome utente"
    name={name}
    maxLength={100}
    required
    autoComplete="off"
    autoCapitalize="none"
    spellCheck={false}
    hint="Lo trovi sulla sua pagina o nel suo codice QR."
  />
)
