import { useState } from 'react'
import type { DecisionView } from '#domain/association/reports.schema.ts'
import { MAX_FACTS, MAX_GROUND, type Outcome } from '#domain/association/reports.ts'
import { call } from '#web/client.ts'
import { textsIn } from '#web/lib/form-data.ts'
import { Field, SelectField } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'

type Props = { decision: DecisionView; onSent: () => void }

/** Only an upheld decision needs a rule: taking one back is explained by the facts. */
export const ReviewForm = ({ decision: { _id: id, kind, ground }, onSent }: Props) => {
  const [outcome, setOutcome] = useState<Outcome | ''>('')
  const send = async (data: FormData) => {
    const { facts } = textsIn(data, 'facts')
    const body =
      outcome === 'upheld' ? { outcome, facts, ...textsIn(data, 'ground') } : { outcome: 'reversed' as const, facts }
    await call('POST /api/decisions/:id/review', { params: { id }, body })
    onSent()
  }
  return (
    <Form onSubmit={send} submit="Decidi il ricorso" busy="Salvo…" label="Decisione sul ricorso">
      <SelectField
        label="Esito"
        name="outcome"
        required
        value={outcome}
        onChange={(event) => setOutcome(event.currentTarget.value as Outcome)}
      >
        <option value="" disabled>
          Scegli
        </option>
        <option value="upheld">Conferma la decisione</option>
        <option value="reversed">
          Annulla la decisione: {kind === 'order' ? 'i VAL tornano a chi li aveva ricevuti' : 'tutto torna come prima'}
        </option>
      </SelectField>
      <TextAreaField
        label={outcome === 'reversed' ? 'Perché la annulli' : 'Fatti'}
        name="facts"
        required
        rows={3}
        maxLength={MAX_FACTS}
        hint="Lo legge la persona che ha fatto ricorso."
      />
      {outcome === 'upheld' && (
        <Field label="Regola" name="ground" defaultValue={ground} required maxLength={MAX_GROUND} />
      )}
    </Form>
  )
}
