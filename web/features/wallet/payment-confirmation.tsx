import { formatPrice } from '#domain/money.ts'
import { usePasswordIfNeeded } from '#web/features/wallet/use-password.ts'
import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'

type Props = {
  /** In VAL. */
  amount: number
  to: string
  note: string
  onPay: (password: string | undefined) => Promise<void>
  onBack: () => void
}

/** The last question before VAL go to a person; asks for the password if the server wants it. */
export const PaymentConfirmation = ({ amount, to, note, onPay, onBack }: Props) => {
  const password = usePasswordIfNeeded()
  const val = formatPrice({ val: amount })
  return (
    <>
      <p>
        Mandi <strong className="figures">{val}</strong> a <strong>{to}</strong>
        {note && ` per «${note}»`}. I VAL passano subito e non tornano indietro da soli.
      </p>
      <Form
        label="Conferma il pagamento"
        onSubmit={(data) => password.attempt(data, onPay)}
        submit={`Paga ${val}`}
        busy="Pago…"
        aside={
          <Button kind="plain" onClick={onBack}>
            Torna indietro
          </Button>
        }
      >
        {password.isNeeded && (
          <PasswordField label="La tua password" name="password" required autoComplete="current-password" />
        )}
      </Form>
    </>
  )
}
