import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { formatTime } from '#domain/base/dates.ts'
import { formatPrice, fromHundredths, type Hundredths } from '#domain/base/money.ts'
import type { Movement, WalletView } from '#domain/val/wallet.schema.ts'
import { PayCode } from '#web/features/val/wallet/pay-code.tsx'
import { type Before, readBefore, useIncoming } from '#web/features/val/wallet/use-incoming.ts'
import { refreshBalance } from '#web/lib/balance.ts'
import { Button } from '#web/ui/button.tsx'
import { AmountField, amountIn } from '#web/ui/form/amount-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { NoteField } from '#web/ui/form/note-field.tsx'
import { Alert } from '#web/ui/state/alert.tsx'
import styles from './till.module.css'

type Sum = { amount: Hundredths; note: string; before: Before }
type Own = { username: string; publicUrl: string; wallet: Promise<WalletView> }

const valOf = (amount: Hundredths): string => formatPrice({ val: fromHundredths(amount) })

/** `isMore` if the sum itself has arrived. */
const arrivedText = (val: number, isMore: boolean): string =>
  `${val === 1 ? 'È arrivato' : 'Sono arrivati'} ${isMore ? 'anche ' : ''}${formatPrice({ val })}`

const Paid = ({ movement: { amount, title, date } }: { movement: Movement }) => (
  <div className={styles.paid} role="status">
    <p className={styles.done}>Pagato</p>
    <p className={`${styles.sum} figures`}>{formatPrice({ val: amount })}</p>
    <p>
      {title}, alle <time dateTime={date}>{formatTime(date)}</time>
    </p>
  </div>
)

type WaitingProps = Own & { sum: Sum; onEnd: () => void }

/** The QR code of a sum, until VAL of that sum arrive; shows who paid. */
const Waiting = ({ sum: { amount, note, before }, onEnd, ...own }: WaitingProps) => {
  const { revalidate } = useRevalidator()
  const { arrived, isBlind } = useIncoming(before)
  const paid = arrived.find((movement) => movement.amount === fromHundredths(amount))
  const others = arrived.filter((movement) => movement !== paid)
  const count = arrived.length
  useEffect(() => {
    if (count > 0) void refreshBalance()
  }, [count])
  return (
    <>
      {paid ? (
        <Paid movement={paid} />
      ) : (
        <>
          <p className={`${styles.sum} figures`}>{valOf(amount)}</p>
          {note && <p className={styles.note}>{note}</p>}
          <p className={styles.waiting} role="status">
            Aspetto il pagamento…
          </p>
          <PayCode {...own} amount={amount} note={note} onRetry={revalidate} />
          {isBlind && (
            <Alert tone="notice">
              Adesso non riesco a vedere i pagamenti che arrivano. Riprovo da solo: intanto non dare per fatto il
              pagamento.
            </Alert>
          )}
        </>
      )}
      {others.map(({ amount: val, title, date }) => (
        <Alert key={`${date} ${val} ${title}`} tone="notice">
          {arrivedText(val, paid !== undefined)}: {title}, alle {formatTime(date)}.
        </Alert>
      ))}
      <Button kind={paid ? 'filled' : 'outlined'} onClick={onEnd}>
        {paid ? 'Nuovo incasso' : 'Cambia la somma'}
      </Button>
    </>
  )
}

/** For a counter: a sum, its QR code, and live who paid. */
export const Till = (own: Own) => {
  const [sum, setSum] = useState<Sum>()
  const begin = async (data: FormData) => {
    const amount = amountIn(data)
    setSum({ amount, note: String(data.get('note') ?? '').trim(), before: await readBefore() })
  }
  return (
    <div className={styles.till}>
      {sum ? (
        <Waiting {...own} sum={sum} onEnd={() => setSum(undefined)} />
      ) : (
        <Form label="Incassa" onSubmit={begin} submit="Mostra il codice" busy="Preparo…">
          <AmountField />
          <NoteField />
        </Form>
      )}
    </div>
  )
}
