import { useMemo, useState } from 'react'
import { dative } from '#domain/accounts/names.ts'
import { MESSAGES } from '#domain/base/errors.ts'
import { formatPrice, formatVal } from '#domain/base/money.ts'
import { type CartItem, cartTotals } from '#domain/exchange/cart.ts'
import type { PaymentResult } from '#domain/val/transfers.schema.ts'
import { call } from '#web/client.ts'
import { useTransfer } from '#web/features/exchange/cart/use-transfer.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ExpenseForm } from '#web/ui/form/expense-form.tsx'
import { Receipt } from '#web/ui/layout/receipt.tsx'
import { Alert } from '#web/ui/state/alert.tsx'
import { Loaded } from '#web/ui/state/loaded.tsx'
import { Outcome } from '#web/ui/state/outcome.tsx'
import { Spinner } from '#web/ui/state/spinner.tsx'
import styles from './transfer.module.css'

const readWallet = () => call('GET /api/wallet')

const Sent = ({ receipt, seller }: { receipt: PaymentResult; seller: string }) => {
  const isPending = receipt.status === 'pending'
  return (
    <>
      {isPending && <Spinner label="La rete sta confermando il trasferimento…" />}
      <Receipt
        title={isPending ? 'Trasferimento in corso di conferma' : 'Trasferimento confermato'}
        amount={formatPrice({ val: receipt.amount })}
        to={seller}
      />
      {isPending && <p>Puoi già continuare: il trasferimento si completerà da solo, una volta sola.</p>}
      <ButtonLink to="/placeorder">Continua</ButtonLink>
    </>
  )
}

type SendingProps = {
  total: number
  balance: number
  seller: CartItem['seller']
  transfer: ReturnType<typeof useTransfer>
}

const Sending = ({ total, balance, seller, transfer: { otherReceipt, failure, pay } }: SendingProps) => {
  const isEnough = balance >= total
  return (
    <>
      {otherReceipt && (
        <Alert tone="notice">
          {`Hai già trasferito ${formatPrice({ val: otherReceipt.amount })} per un carrello diverso da questo: questo sarebbe un trasferimento in più.`}
        </Alert>
      )}
      {!isEnough && <Alert tone="notice">{MESSAGES.insufficientBalance}</Alert>}
      <Outcome failure={failure} />
      {failure && <p>Puoi riprovare senza timore: non pagherai due volte.</p>}
      {isEnough && (
        <ExpenseForm
          expense={{ payee: seller._id, amount: total }}
          onPay={pay}
          label="Trasferimento"
          submit={`${failure ? 'Riprova a trasferire' : 'Trasferisci'} ${formatPrice({ val: total })} ${dative(seller.seller.name)}`}
          busy="Trasferisco i VAL: può volerci qualche secondo…"
        />
      )}
    </>
  )
}

const OtherWaysToPay = ({ onOtherCoin }: { onOtherCoin: () => void }) => (
  <div className={styles.ways}>
    <p>Preferisci pagare di persona o più tardi?</p>
    <ButtonLink to="/placeorder" kind="plain">
      Continua senza trasferire
    </ButtonLink>
    <Button kind="plain" onClick={onOtherCoin}>
      Cambia moneta
    </Button>
  </div>
)

type Props = { items: CartItem[]; onOtherCoin: () => void }

/** The payment in VAL: balance, transfer and receipt. */
export const Transfer = ({ items, onOtherCoin }: Props) => {
  const [wallet, setWallet] = useState(readWallet)
  // Every read of the stored items creates new objects; memoized by content, because effects of useTransfer depend on them.
  const serialized = JSON.stringify(items)
  const stableItems = useMemo<CartItem[]>(() => JSON.parse(serialized), [serialized])
  const transfer = useTransfer(wallet, stableItems)
  const seller = items[0]?.seller
  if (!seller) return null
  const total = cartTotals(items).totalPriceVal
  if (transfer.receipt) return <Sent receipt={transfer.receipt} seller={seller.seller.name} />
  return (
    <>
      <div>
        <h2 className={styles.heading}>Il tuo saldo</h2>
        <Loaded data={wallet} onRetry={() => setWallet(readWallet())} skeletonLines={1}>
          {({ balance }) => (
            <div className={styles.stage}>
              <p className={`${styles.balance} figures`}>
                <data value={balance}>{formatVal(balance)}</data>
              </p>
              <Sending total={total} balance={balance} seller={seller} transfer={transfer} />
            </div>
          )}
        </Loaded>
      </div>
      <OtherWaysToPay onOtherCoin={onOtherCoin} />
    </>
  )
}
