import type { DecisionView } from '#domain/association/reports.schema.ts'
import { MAX_FACTS, MAX_GROUND, type Outcome } from '#domain/association/reports.ts'
import { call } from '#web/client.ts'
import { textsIn } from '#web/lib/form-data.ts'
import { Field, SelectField } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'

type Props = { decision: DecisionView; onSent: () => void }

export const ReviewForm = ({ decision: { _id: id, kind }, onSent }: Props) => {
  const send = async (data: FormData) => {
    const { outcome, ...texts } = textsIn(data, 'outcome', 'facts', 'ground')
    const body = { ...texts, outcome: outcome as Outcome }
    await call('POST /api/decisions/:id/review', { params: { id }, body })
    onSent()
  }
  return (
    <Form onSubmit={send} submit="Decidi il ricorso" busy="Salvo…" label="Decisione sul ricorso">
      <SelectField label="Esito" name="outcome" required defaultValue="">
        <option value="" disabled>
          Scegli
        </option>
        <option value="upheld">Conferma la decisione</option>
        <option value="reversed">
          Annulla la decisione: {kind === 'order' ? 'i VAL tornano a chi li aveva ricevuti' : 'tutto torna come prima'}
        </option>
      </SelectField>
      <TextAreaField label="Fatti" name="facts" required rows={3} maxLength={MAX_FACTS} />
      <Field label="Regola" name="ground" required maxLength={MAX_GROUND} />
    </Form>
  )
}
