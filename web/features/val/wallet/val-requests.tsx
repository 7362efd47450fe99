import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { nameWithUsername } from '#domain/accounts/names.ts'
import type { Proof } from '#domain/accounts/passkeys.schema.ts'
import { theDate, untilDate } from '#domain/base/dates.ts'
import { formatPrice } from '#domain/base/money.ts'
import type { ValRequestPage, ValRequestView } from '#domain/val/transfers.schema.ts'
import type { ValRequestState } from '#domain/val/transfers.ts'
import { call } from '#web/client.ts'
import { PaymentConfirmation } from '#web/features/val/wallet/payment-confirmation.tsx'
import { refreshBalance } from '#web/lib/balance.ts'
import { Button } from '#web/ui/button.tsx'
import { Pagination } from '#web/ui/data/pagination.tsx'
import { WithAmounts } from '#web/ui/data/with-amounts.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Loaded } from '#web/ui/state/loaded.tsx'
import { Outcome } from '#web/ui/state/outcome.tsx'
import { useAction } from '#web/ui/state/use-action.ts'
import styles from './val-requests.module.css'

const STATES: Record<Exclude<ValRequestState, 'open'>, string> = {
  paid: 'Pagati',
  declined: 'Rifiutati',
  ended: 'Chiusi',
}

const PayDialog = ({ request }: { request: ValRequestView }) => {
  const [open, setOpen] = useState(false)
  const { revalidate } = useRevalidator()
  const close = () => setOpen(false)
  const pay = async (proof: Proof) => {
    try {
      await call('POST /api/wallet/requests/:id/pay', { params: { id: request._id }, body: proof })
      close()
    } finally {
      await revalidate()
      void refreshBalance()
    }
  }
  const { amount, to, toName, note } = request
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <span>
          <WithAmounts>{`Paga ${formatPrice({ val: amount })}`}</WithAmounts>
        </span>
      </Button>
      <Dialog title="Conferma il pagamento" open={open} onClose={close}>
        <PaymentConfirmation
          amount={amount}
          to={{ username: to, name: toName }}
          note={note}
          onPay={pay}
          onBack={close}
        />
      </Dialog>
    </>
  )
}

const Answer = ({ request }: { request: ValRequestView }) => {
  const { revalidate } = useRevalidator()
  const decline = useAction(async () => {
    try {
      await call('POST /api/wallet/requests/:id/decline', { params: { id: request._id } })
    } finally {
      await revalidate()
    }
  })
  return (
    <>
      <div className={styles.answers}>
        <PayDialog request={request} />
        <Button kind="outlined" onClick={decline.run} disabled={decline.busy}>
          Rifiuta
        </Button>
      </div>
      <Outcome {...decline.outcome} />
    </>
  )
}

const Withdraw = ({ request }: { request: ValRequestView }) => {
  const { revalidate } = useRevalidator()
  const withdraw = useAction(async () => {
    try {
      await call('POST /api/wallet/requests/:id/withdraw', { params: { id: request._id } })
    } finally {
      await revalidate()
    }
  })
  return (
    <>
      <div className={styles.answers}>
        <Button kind="outlined" onClick={withdraw.run} disabled={withdraw.busy}>
          Ritira
        </Button>
      </div>
      <Outcome {...withdraw.outcome} />
    </>
  )
}

const stateText = ({ state, arriving, withdrawn, endsAt }: ValRequestView): string => {
  if (state === 'open') return `In attesa ${untilDate(endsAt)}`
  if (arriving) return 'In arrivo: la rete sta confermando il trasferimento'
  return withdrawn ? 'Ritirati' : STATES[state]
}

const Entry = ({ request, username }: { request: ValRequestView; username: string }) => {
  const isAsked = request.from === username
  const isOpen = request.state === 'open'
  return (
    <li className={styles.entry} data-open={isOpen}>
      <p className={styles.text}>
        {isAsked ? (
          <>
            <strong>{nameWithUsername(request.toName, request.to)}</strong> ti chiede
          </>
        ) : (
          <>
            Hai chiesto a <strong>{nameWithUsername(request.fromName, request.from)}</strong>
          </>
        )}{' '}
        <strong className={`${styles.amount} figures`}>{formatPrice({ val: request.amount })}</strong>
        {request.note && ` per «${request.note}»`}
      </p>
      <p className={styles.state}>
        Chiesti <time dateTime={request.createdAt}>{theDate(request.createdAt)}</time>
        {' · '}
        {stateText(request)}
      </p>
      {isOpen && (isAsked ? <Answer request={request} /> : <Withdraw request={request} />)}
    </li>
  )
}

type Props = { requests: Promise<ValRequestPage>; username: string; onRetry: () => void }

/** The VAL that the member is asked for, and asks others for. */
export const ValRequests = ({ requests, username, onRetry }: Props) => (
  <Loaded data={requests} onRetry={onRetry} skeletonLines={2}>
    {({ requests: found, page, pages }) =>
      found.length === 0 ? (
        <p>
          Nessuno, per ora: qui trovi i VAL che ti chiedono e quelli che chiedi tu.{' '}
          <Link to="#chiedi">Chiedi a qualcuno</Link>
        </p>
      ) : (
        <>
          <ul className={styles.list}>
            {found.map((request) => (
              <Entry key={request._id} request={request} username={username} />
            ))}
          </ul>
          <Pagination
            page={page}
            pages={pages}
            pathOf={(n) => `?richieste=${n}#richieste`}
            label="Pagine dei VAL chiesti"
          />
        </>
      )
    }
  </Loaded>
)
