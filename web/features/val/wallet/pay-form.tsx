import { useNavigate } from 'react-router'
import { payPath } from '#domain/val/pay-links.ts'
import { ApiError, call } from '#web/client.ts'
import { PayeeField } from '#web/features/val/wallet/payee-field.tsx'
import { textsIn } from '#web/lib/form-data.ts'
import { AmountField, amountIn } from '#web/ui/form/amount-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { FormError } from '#web/ui/form/form-state.ts'
import { NoteField } from '#web/ui/form/note-field.tsx'

const showAtField = (error: unknown): never => {
  throw error instanceof ApiError && error.status === 404 ? new FormError(error.message, 'to') : error
}

/** Recipient and amount; the next page shows the recipient and asks for confirmation. */
export const PayForm = () => {
  const navigate = useNavigate()
  const next = async (data: FormData) => {
    const { to, note } = textsIn(data, 'to', 'note')
    const [username, amount] = [to.trim(), amountIn(data)]
    // Checked here, because on the next page an unknown recipient would be an error page without this form.
    await call('GET /api/wallet/recipients/:username', { params: { username } }).catch(showAtField)
    await navigate(payPath({ username, amount, note: note.trim() }))
  }
  return (
    <Form label="Paga una persona" onSubmit={next} submit="Continua">
      <PayeeField name="to" />
      <AmountField />
      <NoteField />
    </Form>
  )
}
