import { useState } from 'react'
import type { ReportView } from '#domain/association/reports.schema.ts'
import {
  actionsFor,
  type Basis,
  MAX_FACTS,
  MAX_GROUND,
  type ReportAction,
  type ReportKind,
} from '#domain/association/reports.ts'
import { call } from '#web/client.ts'
import { textsIn } from '#web/lib/form-data.ts'
import { DateField } from '#web/ui/form/date-field.tsx'
import { Field, SelectField } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'

const ACTION_NAMES: Record<ReportAction, string> = {
  none: 'Nessun provvedimento',
  hide: 'Nascondi il contenuto: lo vede solo chi l’ha pubblicato',
  remove: 'Rimuovi il contenuto: non lo vede più nessuno',
  suspend: 'Sospendi l’account di chi l’ha pubblicato',
}

const actionName = (action: ReportAction, kind: ReportKind): string =>
  action === 'suspend' && kind === 'member' ? 'Sospendi l’account' : ACTION_NAMES[action]

type Props = { report: ReportView; onDecided: () => void }

/** Facts and ground become part of the statement of reasons that the author receives. */
export const DecisionForm = ({ report, onDecided }: Props) => {
  const [action, setAction] = useState<ReportAction>('none')
  const [until, setUntil] = useState('')
  const decide = async (data: FormData) => {
    const { basis, ...texts } = textsIn(data, 'facts', 'ground', 'basis')
    const body = { action, ...texts, basis: basis as Basis, ...(action === 'suspend' && until ? { until } : {}) }
    await call('POST /api/reports/:id/decision', { params: { id: report._id }, body })
    onDecided()
  }
  return (
    <Form
      onSubmit={decide}
      submit="Decidi"
      busy="Salvo…"
      label={`Decisione sulla segnalazione n. ${report.number}`}
      danger={action !== 'none'}
    >
      <SelectField
        label="Decisione"
        name="action"
        value={action}
        onChange={(event) => setAction(event.target.value as ReportAction)}
      >
        {actionsFor(report.kind).map((name) => (
          <option key={name} value={name}>
            {actionName(name, report.kind)}
          </option>
        ))}
      </SelectField>
      {action === 'suspend' && (
        <DateField
          label="Fino al"
          name="until"
          day={until}
          onChange={setUntil}
          optional
          hint="Vuoto: senza scadenza."
        />
      )}
      <TextAreaField
        label="Fatti"
        name="facts"
        required
        rows={3}
        maxLength={MAX_FACTS}
        hint="Che cosa hai visto: lo leggono la persona interessata e chi ha segnalato."
      />
      <SelectField label="La regola è" name="basis" defaultValue={report.reason === 'illegal' ? 'law' : 'terms'}>
        <option value="terms">una clausola delle condizioni d’uso</option>
        <option value="law">una norma di legge</option>
      </SelectField>
      <Field
        label="Regola"
        name="ground"
        required
        maxLength={MAX_GROUND}
        hint="Per esempio: Condizioni d’uso, «Che cosa non puoi fare», 2."
      />
    </Form>
  )
}
