import { MAX_NOTE } from '#domain/val/transfers.ts'
import { Field } from '#web/ui/form/field.tsx'

type Props = { value?: string; defaultValue?: string; onChange?: (text: string) => void }

export const NoteField = ({ onChange, ...input }: Props) => (
  <Field
    label="Per che cosa"
    name="note"
    maxLength={MAX_NOTE}
    autoComplete="off"
    optional
    {...input}
    {...(onChange ? { onChange: (event) => onChange(event.currentTarget.value) } : {})}
  />
)
