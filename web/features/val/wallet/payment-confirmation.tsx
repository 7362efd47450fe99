import { nameWithUsername } from '#domain/accounts/names.ts'
import type { Proof } from '#domain/accounts/passkeys.schema.ts'
import { formatPrice } from '#domain/base/money.ts'
import { Button } from '#web/ui/button.tsx'
import { ExpenseForm } from '#web/ui/form/expense-form.tsx'

type Props = {
  /** In VAL. */
  amount: number
  to: { username: string; name: string }
  note: string
  onPay: (proof: Proof) => Promise<void>
  onBack: () => void
}

/** Asks for confirmation before VAL are sent to a member. */
export const PaymentConfirmation = ({ amount, to, note, onPay, onBack }: Props) => {
  const val = formatPrice({ val: amount })
  return (
    <>
      <p>
        Mandi <strong className="figures">{val}</strong> a <strong>{nameWithUsername(to.name, to.username)}</strong>
        {note && ` per «${note}»`}. I VAL passano subito e non tornano indietro da soli.
      </p>
      <ExpenseForm
        expense={{ to: to.username, amount }}
        onPay={onPay}
        label="Conferma il pagamento"
        submit={`Paga ${val}`}
        busy="Pago…"
        aside={
          <Button kind="plain" onClick={onBack}>
            Torna indietro
          </Button>
        }
      />
    </>
  )
}
