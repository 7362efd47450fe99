import { nextText, ORDER_TEXTS, stepsOf } from '#domain/exchange/order-texts.ts'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { isOpen } from '#domain/exchange/orders.ts'
import { CloseRequest } from '#web/features/exchange/orders/close-request.tsx'
import { useOrderViewer } from '#web/features/exchange/orders/order-viewer.ts'
import { StepButton } from '#web/features/exchange/orders/step-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Alert } from '#web/ui/state/alert.tsx'
import styles from './order.module.css'

const UNDO = 'Ho sbagliato: togli il segno'

/** The steps of the request, whose turn it is, and the buttons of the viewer. */
export const OrderProgress = ({ order }: { order: OrderView }) => {
  const next = nextText(order, useOrderViewer()?.id)
  const steps = stepsOf(order)
  const current = isOpen(order) ? steps.findIndex(({ at }) => !at) : -1
  return (
    <Panel id="passi" title="A che punto è">
      <ol className={styles.steps}>
        {steps.map(({ name, at }, index) => (
          <li key={name} className={at ? styles.done : undefined} aria-current={index === current ? 'step' : undefined}>
            <span className={styles.mark}>{at && <Icon name="check" size={16} />}</span>
            {name}
          </li>
        ))}
      </ol>
      {order.cancelReason && <p className={styles.reason}>Il motivo: {order.cancelReason}</p>}
      {next && <Alert tone="notice">{next}</Alert>}
      <div className={`${styles.actions} on-screen`}>
        <StepButton order={order} step="pay">
          Pagamento ricevuto
        </StepButton>
        <StepButton order={order} step="deliver">
          {ORDER_TEXTS[order.kind].receive}
        </StepButton>
        <StepButton order={order} step="conclude" kind={order.kind === 'avviso' ? 'outlined' : 'filled'}>
          Concludi
        </StepButton>
        <StepButton order={order} step="undoPay" kind="outlined">
          {UNDO}
        </StepButton>
        <StepButton order={order} step="undoDeliver" kind="outlined">
          {UNDO}
        </StepButton>
        <CloseRequest order={order} />
      </div>
    </Panel>
  )
}
