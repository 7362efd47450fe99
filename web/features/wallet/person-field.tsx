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
    hint="È scritto sulla sua pagina, vicino a «Paga in VAL»."
  />
)
