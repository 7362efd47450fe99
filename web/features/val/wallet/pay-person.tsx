import { useCallback, useEffect, useState } from 'react'
import type { Proof } from '#domain/accounts/passkeys.schema.ts'
import { IDEMPOTENCY_HEADER } from '#domain/base/idempotency.ts'
import { formatPrice, formatVal, fromHundredths, type Hundredths } from '#domain/base/money.ts'
import { amountText } from '#domain/val/pay-links.ts'
import type { Recipient, TransferResult } from '#domain/val/transfers.schema.ts'
import type { WalletView } from '#domain/val/wallet.schema.ts'
import { ApiError, call, callInBackground } from '#web/client.ts'
import { PaymentConfirmation } from '#web/features/val/wallet/payment-confirmation.tsx'
import { endAttempt, keyForTransfer } from '#web/features/val/wallet/transfer-attempt.ts'
import { refreshBalance } from '#web/lib/balance.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { AmountField, amountIn } from '#web/ui/form/amount-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { NoteField } from '#web/ui/form/note-field.tsx'
import { Receipt } from '#web/ui/layout/receipt.tsx'
import { Alert } from '#web/ui/state/alert.tsx'
import { Loaded } from '#web/ui/state/loaded.tsx'
import { Spinner } from '#web/ui/state/spinner.tsx'
import styles from './wallet.module.css'

const POLL_MS = 3_000

type Draft = { amount: Hundredths; note: string }

const send = async (username: string, { amount, note }: Draft, proof: Proof): Promise<TransferResult> => {
  const headers = { [IDEMPOTENCY_HEADER]: keyForTransfer(JSON.stringify([username, amount, note])) }
  const body = { to: username, amount: fromHundredths(amount), note, ...proof }
  const sent = await call('POST /api/wallet/transfers', { headers, body })
  // The server has stored it: the next payment gets a new key, even with the same content.
  endAttempt()
  return sent
}

const hasFailed = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 422

type SentProps = { sent: TransferResult; recipient: Recipient; onUpdate: (sent: TransferResult) => void }

/** The receipt; polls the status of the transfer until it is confirmed or has failed. */
const Sent = ({ sent, recipient, onUpdate }: SentProps) => {
  const [failure, setFailure] = useState('')
  const isPending = sent.status === 'pending' && !failure
  useEffect(() => {
    if (!isPending) return void refreshBalance()
    // Other errors, such as a lost connection, do not mean that the transfer has failed.
    const ask = () =>
      callInBackground('GET /api/wallet/transfers/:id', { params: { id: sent._id } }).then(onUpdate, (error) => {
        if (hasFailed(error)) setFailure(error.message)
      })
    const timer = setInterval(ask, POLL_MS)
    return () => clearInterval(timer)
  }, [isPending, sent, onUpdate])
  if (failure)
    return (
      <>
        <Alert>Il trasferimento non è riuscito. {failure}</Alert>
        <ButtonLink to="/portafoglio">Vai al portafoglio</ButtonLink>
      </>
    )
  return (
    <>
      {isPending && <Spinner label="La rete sta confermando il trasferimento…" />}
      <Receipt
        title={isPending ? 'Trasferimento in corso di conferma' : 'Trasferimento confermato'}
        amount={formatPrice({ val: sent.amount })}
        to={recipient.name}
      />
      {isPending && <p>Puoi già continuare: il trasferimento si completerà da solo, una volta sola.</p>}
      <ButtonLink to="/portafoglio">Vai al portafoglio</ButtonLink>
    </>
  )
}

type Props = {
  recipient: Recipient
  link: { amount: Hundredths | undefined; note: string; isWrong: boolean }
  wallet: Promise<WalletView>
  onRetry: () => void
}

/** Amount and note, prefilled from a link if there is one; nothing is paid before a confirmation. */
export const PayPerson = ({ recipient, link, wallet, onRetry }: Props) => {
  const [draft, setDraft] = useState<Draft>()
  const [sent, setSent] = useState<TransferResult>()
  const update = useCallback((result: TransferResult) => setSent(result), [])
  if (sent) return <Sent sent={sent} recipient={recipient} onUpdate={update} />
  const ask = async (data: FormData) =>
    setDraft({ amount: amountIn(data), note: String(data.get('note') ?? '').trim() })
  return (
    <>
      {link.isWrong && <Alert tone="notice">L’importo del link non è valido: scrivilo tu.</Alert>}
      <div className={styles.mine}>
        Il tuo saldo:{' '}
        <Loaded data={wallet} onRetry={onRetry} skeletonLines={1}>
          {({ balance }) => (
            <data value={balance} className="figures">
              {formatVal(balance)}
            </data>
          )}
        </Loaded>
      </div>
      <Form label="Paga una persona" onSubmit={ask} submit="Paga">
        <AmountField defaultValue={link.amount ? amountText(fromHundredths(link.amount)) : ''} />
        <NoteField defaultValue={link.note} />
      </Form>
      <Dialog title="Conferma il pagamento" open={draft !== undefined} onClose={() => setDraft(undefined)}>
        {draft && (
          <PaymentConfirmation
            amount={fromHundredths(draft.amount)}
            to={recipient}
            note={draft.note}
            onPay={async (proof) => setSent(await send(recipient.username, draft, proof))}
            onBack={() => setDraft(undefined)}
          />
        )}
      </Dialog>
    </>
  )
}
