import { type ComponentProps, useEffect, useState } from 'react'
import type { Proof } from '#domain/accounts/passkeys.schema.ts'
import { formatVal } from '#domain/base/money.ts'
import { TRANSFER_MESSAGES } from '#domain/val/transfers.ts'
import { callInBackground } from '#web/client.ts'
import { isProofNeeded, useProof } from '#web/lib/session/use-proof.ts'
import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { Alert } from '#web/ui/state/alert.tsx'
import { Spinner } from '#web/ui/state/spinner.tsx'

/** What is paid, in VAL, and to whom: a username, or the id of the other party of a request. */
export type Expense = { amount: number } & ({ to: string } | { payee: string })
type Props = Omit<ComponentProps<typeof Form>, 'onSubmit'> & {
  expense: Expense
  /** False if the VAL leave the wallet of somebody else. */
  isOwnWallet?: boolean
  onPay: (proof: Proof, data: FormData) => Promise<unknown>
}

/** Tells before the confirmation that the balance is too low. The server decides, since the balance may change meanwhile. */
const TooLittle = ({ amount }: { amount: number }) => {
  const [balance, setBalance] = useState<number>()
  useEffect(() => {
    // Without an answer there is nothing to tell.
    callInBackground('GET /api/wallet/balance').then(
      (found) => setBalance(found.balance ?? undefined),
      () => undefined,
    )
  }, [])
  if (balance === undefined || balance >= amount) return null
  return <Alert tone="notice">{`Hai ${formatVal(balance)}: non bastano.`}</Alert>
}

/** A form that sends VAL. It asks for a passkey or the password only if the server requires it. */
export const ExpenseForm = ({ expense, isOwnWallet = true, onPay, submit, aside, children, ...form }: Props) => {
  const [needsProof, setNeedsProof] = useState(false)
  const { method, prove, choosePassword } = useProof(needsProof)
  const pay = async (data: FormData) => {
    if (needsProof) {
      if (method) await onPay(await prove({ purpose: 'payment', ...expense }, data), data)
      return
    }
    try {
      await onPay({}, data)
    } catch (error) {
      if (!isProofNeeded(error)) throw error
      setNeedsProof(true)
    }
  }
  return (
    <Form
      {...form}
      onSubmit={pay}
      submit={method === 'passkey' ? `${submit} con la passkey` : submit}
      aside={
        <>
          {method === 'passkey' && (
            <Button kind="plain" onClick={choosePassword}>
              Usa la password
            </Button>
          )}
          {aside}
        </>
      }
    >
      {children}
      {isOwnWallet && <TooLittle amount={expense.amount} />}
      {needsProof && <Alert tone="notice">{TRANSFER_MESSAGES.passwordNeeded}</Alert>}
      {needsProof && !method && <Spinner label="Un momento…" />}
      {method === 'password' && (
        <PasswordField label="La tua password" name="password" required autoComplete="current-password" />
      )}
    </Form>
  )
}
