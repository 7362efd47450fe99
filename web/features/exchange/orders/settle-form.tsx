import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Settlement } from '#domain/exchange/agreement.schema.ts'
import { outcomesOf } from '#domain/exchange/order-page-texts.ts'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { MAX_PROBLEM, type SettleOutcome } from '#domain/exchange/orders.ts'
import { canTakeStep } from '#domain/exchange/steps.ts'
import { call } from '#web/client.ts'
import { useOrderViewer } from '#web/features/exchange/orders/order-viewer.ts'
import { Confirmation } from '#web/ui/confirmation.tsx'
import { WithAmounts } from '#web/ui/data/with-amounts.tsx'
import { ChoiceField } from '#web/ui/form/choice-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { FormError } from '#web/ui/form/form-state.ts'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import styles from './order-standing.module.css'

/** Lets an admin who is no party settle an open problem. */
export const SettleForm = ({ order }: { order: OrderView }) => {
  const viewer = useOrderViewer()
  const { revalidate } = useRevalidator()
  const [outcome, setOutcome] = useState<SettleOutcome | ''>('')
  const [asked, setAsked] = useState<Settlement>()
  if (!canTakeStep('settle', order, viewer, new Date())) return null
  const choices = outcomesOf(order)
  const chosen = choices.find(({ value }) => value === outcome)
  const ask = async (data: FormData) => {
    if (outcome === '') throw new FormError('Scegli come finisce.')
    setAsked({ outcome, reason: String(data.get('reason') ?? '') })
  }
  const settle = async (settlement: Settlement) => {
    await call('POST /api/orders/:id/settle', { params: { id: order._id }, body: settlement })
    setAsked(undefined)
    await revalidate()
  }
  return (
    <Panel id="decidi" title="Decidi">
      <Form label="Decisione sul problema" onSubmit={ask} submit="Decidi">
        <ChoiceField legend="Come finisce" name="outcome" choices={choices} value={outcome} onChoose={setOutcome} />
        <TextAreaField
          label="Motivo"
          name="reason"
          required
          rows={4}
          maxLength={MAX_PROBLEM}
          hint="Lo leggono tutte e due le persone."
        />
      </Form>
      {asked && (
        <Confirmation
          title="Decidere così?"
          label="Conferma della decisione"
          open
          onClose={() => setAsked(undefined)}
          onConfirm={() => settle(asked)}
          submit="Conferma la decisione"
          busy="Salvo: può volerci qualche secondo…"
        >
          <p>
            <strong>
              <WithAmounts>{chosen?.label ?? ''}</WithAmounts>
            </strong>
          </p>
          <p>{chosen?.note}</p>
          <p className={styles.words}>Il motivo: {asked.reason}</p>
        </Confirmation>
      )}
    </Panel>
  )
}
