import { useState } from 'react'
import { nameWithUsername } from '#domain/accounts/names.ts'
import type { Proof } from '#domain/accounts/passkeys.schema.ts'
import { formatPrice } from '#domain/base/money.ts'
import { TRANSFER_MESSAGES } from '#domain/val/transfers.ts'
import { ApiError } from '#web/client.ts'
import { useProof } from '#web/lib/session/use-proof.ts'
import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { ProofForm } from '#web/ui/form/proof-form.tsx'
import { Alert } from '#web/ui/state/alert.tsx'

type Props = {
  /** In VAL. */
  amount: number
  to: { username: string; name: string }
  note: string
  onPay: (proof: Proof) => Promise<void>
  onBack: () => void
}

const isProofNeeded = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 403 && error.message === TRANSFER_MESSAGES.passwordNeeded

/** Asks for confirmation before VAL are sent to a member; also for a passkey or the password if the server requires it. */
export const PaymentConfirmation = ({ amount, to, note, onPay, onBack }: Props) => {
  const [needsProof, setNeedsProof] = useState(false)
  const proof = useProof(needsProof)
  const val = formatPrice({ val: amount })
  const pay = () =>
    onPay({}).catch((error) => {
      if (!isProofNeeded(error)) throw error
      setNeedsProof(true)
    })
  const payWithProof = async (data: FormData) =>
    onPay(await proof.prove({ purpose: 'payment', to: to.username, amount }, data))
  const form = {
    label: 'Conferma il pagamento',
    submit: `Paga ${val}`,
    busy: 'Pago…',
    aside: (
      <Button kind="plain" onClick={onBack}>
        Torna indietro
      </Button>
    ),
  }
  return (
    <>
      <p>
        Mandi <strong className="figures">{val}</strong> a <strong>{nameWithUsername(to.name, to.username)}</strong>
        {note && ` per «${note}»`}. I VAL passano subito e non tornano indietro da soli.
      </p>
      {needsProof ? (
        <>
          <Alert tone="notice">{TRANSFER_MESSAGES.passwordNeeded}</Alert>
          <ProofForm {...form} method={proof.method} onPassword={proof.choosePassword} onSubmit={payWithProof} />
        </>
      ) : (
        <Form {...form} onSubmit={pay}>
          {null}
        </Form>
      )}
    </>
  )
}
