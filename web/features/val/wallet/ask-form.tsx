import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { dative } from '#domain/accounts/names.ts'
import { formatPrice, fromHundredths } from '#domain/base/money.ts'
import { call } from '#web/client.ts'
import { PayeeField } from '#web/features/val/wallet/payee-field.tsx'
import { textsIn } from '#web/lib/form-data.ts'
import { useAttempt } from '#web/lib/use-attempt.ts'
import { AmountField, amountIn } from '#web/ui/form/amount-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { NoteField } from '#web/ui/form/note-field.tsx'
import { Alert } from '#web/ui/state/alert.tsx'

/** Asks a member for VAL; cleared once the request is sent. */
export const AskForm = () => {
  const { revalidate } = useRevalidator()
  const [sent, setSent] = useState({ count: 0, text: '' })
  const attempt = useAttempt()
  const ask = async (data: FormData) => {
    setSent(({ count }) => ({ count, text: '' }))
    const { from, note } = textsIn(data, 'from', 'note')
    const amount = fromHundredths(amountIn(data))
    const body = { from, amount, note }
    const headers = attempt.headersFor(JSON.stringify(body))
    const request = await call('POST /api/wallet/requests', { body, headers })
    attempt.end()
    const text = `Hai chiesto ${formatPrice({ val: amount })} ${dative(request.fromName)}: ha una settimana per rispondere.`
    setSent(({ count }) => ({ count: count + 1, text }))
    await revalidate()
  }
  return (
    <>
      {sent.text && <Alert tone="success">{sent.text}</Alert>}
      <Form key={sent.count} label="Chiedi VAL a una persona" onSubmit={ask} submit="Chiedi" busy="Invio…">
        <PayeeField name="from" />
        <AmountField />
        <NoteField />
      </Form>
    </>
  )
}
