import { useNavigate } from 'react-router'
import { payPath } from '#domain/pay-links.ts'
import { PERSON_HINT } from '#web/features/wallet/person-hint.ts'
import { textsIn } from '#web/lib/form-data.ts'
import { AmountField, amountIn } from '#web/ui/form/amount-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { NoteField } from '#web/ui/form/note-field.tsx'
import { PersonField } from '#web/ui/form/person-field.tsx'

/** Whom to pay and how much; the next page shows the person and asks for confirmation. */
export const PayForm = () => {
  const navigate = useNavigate()
  const next = async (data: FormData) => {
    const { to, note } = textsIn(data, 'to', 'note')
    await navigate(payPath({ username: to.trim(), amount: amountIn(data), note: note.trim() }))
  }
  return (
    <Form label="Paga una persona" onSubmit={next} submit="Continua">
      <PersonField name="to" hint={PERSON_HINT} />
      <AmountField />
      <NoteField />
    </Form>
  )
}
