import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { formatPrice, fromHundredths } from '#domain/base/money.ts'
import { call } from '#web/client.ts'
import { textsIn } from '#web/lib/form-data.ts'
import { useAttempt } from '#web/lib/use-attempt.ts'
import { AmountField, amountIn } from '#web/ui/form/amount-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { NoteField } from '#web/ui/form/note-field.tsx'
import { PersonField } from '#web/ui/form/person-field.tsx'
import { Alert } from '#web/ui/state/alert.tsx'

/** Gives VAL to one member; cleared after success. */
export const GiftForm = () => {
  const { revalidate } = useRevalidator()
  const [done, setDone] = useState({ count: 0, text: '' })
  const attempt = useAttempt()
  const give = async (data: FormData) => {
    setDone(({ count }) => ({ count, text: '' }))
    const { to, note } = textsIn(data, 'to', 'note')
    const body = { to: to.trim(), amount: fromHundredths(amountIn(data)), note: note.trim() }
    const headers = attempt.headersFor(JSON.stringify(body))
    const result = await call('POST /api/treasury/gifts', { body, headers })
    attempt.end()
    const val = formatPrice({ val: result.amount })
    const text =
      result.status === 'confirmed' ? `Hai dato ${val} a ${result.to}.` : `${result.to} sta per ricevere ${val}.`
    setDone(({ count }) => ({ count: count + 1, text }))
    await revalidate()
  }
  return (
    <>
      {done.text && <Alert tone="success">{done.text}</Alert>}
      <Form key={done.count} label="Dai VAL a una persona" onSubmit={give} submit="Dai i VAL" busy="Invio…">
        <PersonField name="to" />
        <AmountField />
        <NoteField />
      </Form>
    </>
  )
}
