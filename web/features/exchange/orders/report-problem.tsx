import { partyName, STEP_LABELS } from '#domain/exchange/order-texts.ts'
import { MAX_PROBLEM, otherParty } from '#domain/exchange/orders.ts'
import { call } from '#web/client.ts'
import { useOrderViewer } from '#web/features/exchange/orders/order-viewer.ts'
import { StepDialog, type StepProps } from '#web/features/exchange/orders/step-dialog.tsx'
import { textsIn } from '#web/lib/form-data.ts'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'

/** Asks the association to mediate. */
export const ReportProblem = ({ order, kind }: StepProps) => {
  const other = partyName(order, otherParty(order, useOrderViewer()?.id ?? ''))
  return (
    <StepDialog
      button={STEP_LABELS.problem}
      kind={kind}
      title={STEP_LABELS.problem}
      text={`Se tra voi non si risolve, l’associazione vi aiuta: legge questa richiesta con i vostri messaggi e vi scrive. Intanto le scadenze sono ferme. Avvisiamo ${other}.`}
      label="Segnalazione di un problema"
      submit="Chiedi aiuto all’associazione"
      busy="Invio…"
      step={(data) => call('POST /api/orders/:id/problem', { params: { id: order._id }, body: textsIn(data, 'text') })}
    >
      <TextAreaField
        label="Che cosa non va"
        name="text"
        required
        maxLength={MAX_PROBLEM}
        hint={`Lo leggono l’associazione e ${other}.`}
        rows={4}
      />
    </StepDialog>
  )
}
