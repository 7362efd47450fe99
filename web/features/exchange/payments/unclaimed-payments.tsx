import { useNavigate, useRevalidator } from 'react-router'
import { dative } from '#domain/accounts/names.ts'
import type { Proof } from '#domain/accounts/passkeys.schema.ts'
import { theDate } from '#domain/base/dates.ts'
import { formatPrice } from '#domain/base/money.ts'
import type { UnclaimedPayment } from '#domain/exchange/orders.schema.ts'
import { DEFAULT_PAYMENT_METHOD } from '#domain/exchange/orders.ts'
import { call } from '#web/client.ts'
import { refreshBalance } from '#web/lib/balance.ts'
import { useUserInfo } from '#web/lib/session/session.ts'
import { useAttempt } from '#web/lib/use-attempt.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import { ExpenseForm } from '#web/ui/form/expense-form.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import styles from './unclaimed-payments.module.css'

const Return = ({ payment, isOwn }: { payment: UnclaimedPayment; isOwn: boolean }) => {
  const { revalidate } = useRevalidator()
  const giveBack = async (proof: Proof) => {
    await call('POST /api/payments/:id/return', { params: { id: payment._id }, body: proof })
    void refreshBalance()
    await revalidate()
  }
  return (
    <ExpenseForm
      expense={{ payee: payment.payer._id, amount: payment.amount }}
      isOwnWallet={isOwn}
      onPay={giveBack}
      label="Restituzione"
      submit={`Restituisci ${formatPrice({ val: payment.amount })} ${dative(payment.payer.name)}`}
      busy="Restituisco…"
    />
  )
}

const Send = ({ payment }: { payment: UnclaimedPayment }) => {
  const navigate = useNavigate()
  const attempt = useAttempt()
  const send = async () => {
    const orderItems = payment.items.flatMap(({ product, qty }) => (product ? [{ product, qty }] : []))
    const body = { orderItems, paymentMethod: DEFAULT_PAYMENT_METHOD }
    const { order } = await call('POST /api/orders', { headers: attempt.headersFor(payment._id), body })
    await navigate(`/order/${order._id}`)
  }
  return (
    <ActionButton act={send} busy="Invio…">
      Invia la richiesta
    </ActionButton>
  )
}

/** Payments without a request: the payer can send it, the payee or an admin can return the VAL. */
export const UnclaimedPayments = ({ payments }: { payments: UnclaimedPayment[] }) => {
  const user = useUserInfo()
  if (payments.length === 0) return null
  return (
    <Panel
      id="senza-richiesta"
      title="Pagamenti senza richiesta"
      lead="Per questi trasferimenti non c’è una richiesta: chi ha pagato può inviarla, chi ha ricevuto può restituire i VAL."
    >
      <ul className={styles.list}>
        {payments.map((payment) => (
          <li key={payment._id} className={styles.payment}>
            <p>
              <strong className="figures">{formatPrice({ val: payment.amount })}</strong> da {payment.payer.name} a{' '}
              {payment.payee.name}, {theDate(payment.at)}:{' '}
              {payment.items.map(({ name, qty }) => `${qty} × ${name}`).join(', ')}
            </p>
            {payment.payer._id === user?._id && <Send payment={payment} />}
            {(payment.payee._id === user?._id || user?.isAdmin) && (
              <Return payment={payment} isOwn={payment.payee._id === user._id} />
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
