import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { formatVal, fromHundredths, type Hundredths } from '#domain/base/money.ts'
import { call } from '#web/client.ts'
import { TypedConfirmation } from '#web/features/val/treasury/typed-confirmation.tsx'
import { useAttempt } from '#web/lib/use-attempt.ts'
import { AmountField, amountIn } from '#web/ui/form/amount-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Alert } from '#web/ui/state/alert.tsx'

/** Creates VAL in the treasury, confirmed by typing the amount again. */
export const MintForm = () => {
  const { revalidate } = useRevalidator()
  const attempt = useAttempt()
  const [amount, setAmount] = useState<Hundredths>()
  const [done, setDone] = useState<string>()
  const val = formatVal(fromHundredths(amount ?? 0))
  const ask = async (data: FormData) => {
    setDone(undefined)
    setAmount(amountIn(data))
  }
  const mint = async () => {
    const sum = fromHundredths(amount ?? 0)
    const body = { amount: sum, confirmation: sum }
    const { status } = await call('POST /api/treasury/mint', { body, headers: attempt.headersFor(String(amount)) })
    attempt.end()
    setAmount(undefined)
    setDone(
      status === 'confirmed'
        ? `Hai creato ${val} nella tesoreria.`
        : `${val} stanno per arrivare in tesoreria: la rete è lenta, non serve rifarlo.`,
    )
    await revalidate()
  }
  return (
    <>
      {done && <Alert tone="success">{done}</Alert>}
      <Form label="Crea VAL" onSubmit={ask} submit="Crea VAL">
        <AmountField label="Quanti VAL" />
      </Form>
      <TypedConfirmation
        title="Creare nuovi VAL?"
        open={amount !== undefined}
        onClose={() => setAmount(undefined)}
        expected={val}
        label="Per confermare scrivi l’importo"
        submit="Crea"
        busy="Creo…"
        act={mint}
      >
        <p>
          <strong>{val}</strong> nuovi arrivano in tesoreria. I VAL di tutti valgono un po’ meno: fallo solo se
          l’associazione lo ha deciso.
        </p>
      </TypedConfirmation>
    </>
  )
}
