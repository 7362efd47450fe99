import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { AMOUNT_PATTERN, formatPrice, fromHundredths, readAmount } from '#domain/money.ts'
import { MAX_NOTE } from '#domain/transfers.ts'
import { call } from '#web/client.ts'
import { textsIn } from '#web/lib/form-data.ts'
import { useAttempt } from '#web/lib/use-attempt.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { FormError } from '#web/ui/form/form-state.ts'
import { Alert } from '#web/ui/state/alert.tsx'

const INVALID = 'Scrivi un importo maggiore di zero, con due decimali al massimo: 12,50.'

/** Gives VAL to one member; emptied once it is done. */
export const GiveForm = () => {
  const { revalidate } = useRevalidator()
  const [done, setDone] = useState({ count: 0, text: '' })
  const attempt = useAttempt()
  const give = async (data: FormData) => {
    const { to, amount: typed, note } = textsIn(data, 'to', 'amount', 'note')
    const hundredths = readAmount(typed)
    if (!hundredths) throw new FormError(INVALID, 'amount')
    const body = { to: to.trim(), amount: fromHundredths(hundredths), note: note.trim() }
    const headers = attempt.headersFor(JSON.stringify(body))
    const result = await call('POST /api/treasury/gifts', { body, headers })
    attempt.end()
    const val = formatPrice({ val: result.amount })
    const text =
      result.status === 'confirmed' ? `Hai dato ${val} a ${result.to}.` : `${val} stanno arrivando a ${result.to}.`
    setDone(({ count }) => ({ count: count + 1, text }))
    await revalidate()
  }
  return (
    <>
      {done.text && <Alert tone="success">{done.text}</Alert>}
      <Form key={done.count} label="Dai VAL a una persona" onSubmit={give} submit="Dai i VAL" busy="Invio…">
        <Field
          label="Nome utente"
          name="to"
          maxLength={100}
          required
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Field
          label="Importo in VAL"
          name="amount"
          inputMode="decimal"
          placeholder="0,00"
          pattern={AMOUNT_PATTERN}
          title={INVALID}
          required
          autoComplete="off"
        />
        <Field label="Per che cosa" name="note" maxLength={MAX_NOTE} autoComplete="off" optional />
      </Form>
    </>
  )
}
