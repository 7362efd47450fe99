import { useNavigate } from 'react-router'
import { payPath } from '#domain/pay-links.ts'
import { AmountField, amountIn } from '#web/features/wallet/amount-field.tsx'
import { NoteField } from '#web/features/wallet/note-field.tsx'
import { PersonField } from '#web/features/wallet/person-field.tsx'
import { textsIn } from '#web/lib/form-data.ts'
import { Form } from '#web/ui/form/form.tsx'

/** Whom to pay and how much; the next page shows the person and asks for confirmation. */
export const PayForm = () => {
  const navigate = useNavigate()
  const next = async (data: FormData) => {
    const { to, note } = textsIn(data, 'to', 'note')
    await navigate(payPath({ username: to.trim(), amount: amountIn(data), note: note.trim() }))
  }
  return (
    <Form label="Paga una persona" onSubmit={next} submit="Continua" busy="Un momento…">
      <PersonField name="to" />
      <AmountField />
      <NoteField />
    </Form>
  )
}
