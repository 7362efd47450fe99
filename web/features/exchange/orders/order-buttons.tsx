import { useState } from 'react'
import { type ButtonStep, buttonsOf } from '#domain/exchange/order-page-texts.ts'
import { mainStep } from '#domain/exchange/order-texts.ts'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { CloseRequest } from '#web/features/exchange/orders/close-request.tsx'
import { ConfirmPayment } from '#web/features/exchange/orders/confirm-payment.tsx'
import { useOrderViewer } from '#web/features/exchange/orders/order-viewer.ts'
import { ProposeSum } from '#web/features/exchange/orders/propose-sum.tsx'
import { ReportProblem } from '#web/features/exchange/orders/report-problem.tsx'
import { StepButton } from '#web/features/exchange/orders/step-button.tsx'
import type { StepProps } from '#web/features/exchange/orders/step-dialog.tsx'
import { TransferLater } from '#web/features/exchange/orders/transfer-later.tsx'
import { Outcome } from '#web/ui/state/outcome.tsx'
import styles from './order-buttons.module.css'

/** Steps that move a request on, even if another one is expected first. */
const AHEAD: ButtonStep[] = ['accept', 'transfer', 'pay', 'deliver', 'handover', 'conclude']

const kindOf = (step: ButtonStep, main: ButtonStep | undefined, { state }: OrderView): StepProps['kind'] => {
  if (step === main) return 'filled'
  return AHEAD.includes(step) && state !== 'sent' ? 'outlined' : 'plain'
}

type Props = StepProps & { step: ButtonStep; onFailure: (message: string | undefined) => void }

const Step = ({ step, onFailure, ...props }: Props) => {
  switch (step) {
    case 'transfer':
      return <TransferLater {...props} />
    case 'pay':
      return <ConfirmPayment {...props} />
    case 'propose':
      return <ProposeSum {...props} />
    case 'cancel':
      return <CloseRequest {...props} />
    case 'problem':
      return <ReportProblem {...props} />
    default:
      return <StepButton step={step} onFailure={onFailure} {...props} />
  }
}

/** The buttons of the viewer: the expected step first and filled, then the others. */
export const OrderButtons = ({ order }: { order: OrderView }) => {
  const viewer = useOrderViewer()
  const [failure, setFailure] = useState<string>()
  const main = mainStep(order, viewer)
  const steps = buttonsOf(order, viewer).toSorted((one, other) => Number(other === main) - Number(one === main))
  const buttons = steps.map((step) => {
    const kind = kindOf(step, main, order)
    return { kind, button: <Step key={step} step={step} order={order} kind={kind} onFailure={setFailure} /> }
  })
  const shown = (isPlain: boolean) =>
    buttons.flatMap(({ kind, button }) => ((kind === 'plain') === isPlain ? [button] : []))
  return (
    <div className={`${styles.groups} on-screen`}>
      <Outcome failure={failure} />
      <div className={styles.buttons}>{shown(false)}</div>
      <div className={`${styles.buttons} ${styles.plain}`}>{shown(true)}</div>
    </div>
  )
}
