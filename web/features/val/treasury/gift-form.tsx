import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { dative, nameWithUsername } from '#domain/accounts/names.ts'
import { formatPrice, formatVal, fromHundredths } from '#domain/base/money.ts'
import type { GiftRecipient, GiftResult, Treasury } from '#domain/val/treasury.schema.ts'
import { call } from '#web/client.ts'
import { SECOND_YES, TypedConfirmation } from '#web/features/val/treasury/typed-confirmation.tsx'
import { textsIn } from '#web/lib/form-data.ts'
import { useAttempt } from '#web/lib/use-attempt.ts'
import { AmountField, amountIn } from '#web/ui/form/amount-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { NoteField } from '#web/ui/form/note-field.tsx'
import { PersonField } from '#web/ui/form/person-field.tsx'
import { Alert } from '#web/ui/state/alert.tsx'

/** `amount` in VAL. */
type Draft = { to: GiftRecipient; amount: number; note: string }

const doneText = ({ status, amount }: GiftResult, name: string): string => {
  const val = formatPrice({ val: amount })
  if (status === 'proposed') return `${val} ${dative(name)} aspettano il sì di un’altra persona che amministra.`
  return status === 'confirmed' ? `Hai dato ${val} ${dative(name)}.` : `${name} sta per ricevere ${val}.`
}

/** Gives VAL to one member, whose name and balance are shown before; cleared after success. */
export const GiftForm = ({ typedAbove, aloneLeft }: Pick<Treasury, 'typedAbove' | 'aloneLeft'>) => {
  const { revalidate } = useRevalidator()
  const [draft, setDraft] = useState<Draft>()
  const [done, setDone] = useState({ count: 0, text: '' })
  const attempt = useAttempt()
  const ask = async (data: FormData) => {
    setDone(({ count }) => ({ count, text: '' }))
    const { to, note } = textsIn(data, 'to', 'note')
    const params = { username: to.trim() }
    const recipient = await call('GET /api/treasury/recipients/:username', { params })
    setDraft({ to: recipient, amount: fromHundredths(amountIn(data)), note: note.trim() })
  }
  const give = async () => {
    if (!draft) return
    const { to, amount, note } = draft
    const body = { to: to.username, amount, note, confirmation: amount }
    const result = await call('POST /api/treasury/gifts', {
      body,
      headers: attempt.headersFor(JSON.stringify(body)),
    })
    attempt.end()
    setDraft(undefined)
    setDone(({ count }) => ({ count: count + 1, text: doneText(result, to.name) }))
    await revalidate()
  }
  const amount = draft?.amount ?? 0
  const isProposal = aloneLeft !== null && amount > aloneLeft
  return (
    <>
      {done.text && <Alert tone="success">{done.text}</Alert>}
      <Form key={done.count} label="Dai VAL a una persona" onSubmit={ask} submit="Continua">
        <PersonField name="to" />
        <AmountField />
        <NoteField />
      </Form>
      <TypedConfirmation
        title={isProposal ? 'Proporre questo regalo?' : 'Dare questi VAL?'}
        open={draft !== undefined}
        onClose={() => setDraft(undefined)}
        expected={amount > typedAbove ? formatVal(amount) : undefined}
        label="Per confermare scrivi la somma"
        submit={`${isProposal ? 'Proponi' : 'Dai'} ${formatPrice({ val: amount })}`}
        busy="Invio…"
        act={give}
      >
        {draft && (
          <>
            <p>
              <strong>{formatVal(amount)}</strong> dalla tesoreria a{' '}
              <strong>{nameWithUsername(draft.to.name, draft.to.username)}</strong>
              {draft.note && ` per «${draft.note}»`}.
            </p>
            <p>
              {draft.to.balance === null
                ? 'Il suo saldo ora non si può leggere.'
                : `Ora ha ${formatVal(draft.to.balance)}, dopo ne avrà ${formatVal(draft.to.balance + amount)}.`}{' '}
              {isProposal ? SECOND_YES : 'Per un’ora si possono riprendere, se non li ha già usati.'}
            </p>
          </>
        )}
      </TypedConfirmation>
    </>
  )
}
