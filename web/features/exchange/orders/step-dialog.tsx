import { type ReactNode, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Proof } from '#domain/accounts/passkeys.schema.ts'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { Button } from '#web/ui/button.tsx'
import { WithAmounts } from '#web/ui/data/with-amounts.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { type Expense, ExpenseForm } from '#web/ui/form/expense-form.tsx'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'

/** Props of the button of a step. */
export type StepProps = { order: OrderView; kind: 'filled' | 'outlined' | 'plain' }

const BACK = 'Torna indietro'

type Props = {
  /** Text of the button that opens the dialog. */
  button: string
  kind: StepProps['kind']
  title: string
  text: ReactNode
  /** Accessible name of the form. */
  label: string
  submit: string
  busy: string
  danger?: boolean
  /** Sets the initial focus on the cancel button. */
  focusBack?: boolean
  step: (data: FormData, proof: Proof) => Promise<unknown>
  /** The VAL that the step takes from the member's wallet. */
  expense?: Expense | undefined
  /** Fields of the form. */
  children?: ReactNode
}

/**
 * A step that is confirmed in a dialog. Closing it reloads the order, also after a failure: the other party may have
 * changed it. The dialog stays open while it shows a failure, even if the step is no longer possible.
 */
export const StepDialog = ({ button, kind, text, focusBack, step, expense, children = null, ...dialog }: Props) => {
  const { revalidate } = useRevalidator()
  const [open, setOpen] = useState(false)
  const close = async () => {
    setOpen(false)
    await revalidate()
  }
  const take = async (data: FormData, proof: Proof = {}) => {
    await step(data, proof)
    await close()
  }
  const intro =
    typeof text === 'string' ? (
      <p>
        <WithAmounts>{text}</WithAmounts>
      </p>
    ) : (
      text
    )
  return (
    <>
      <Button kind={kind} onClick={() => setOpen(true)}>
        <span>
          <WithAmounts>{button}</WithAmounts>
        </span>
      </Button>
      {expense ? (
        <Dialog title={dialog.title} open={open} onClose={close}>
          {intro}
          <ExpenseForm
            {...dialog}
            expense={expense}
            onPay={(proof, data) => take(data, proof)}
            aside={
              <Button kind="plain" onClick={close} data-first={focusBack}>
                {BACK}
              </Button>
            }
          >
            {children}
          </ExpenseForm>
        </Dialog>
      ) : (
        <FormDialog
          {...dialog}
          open={open}
          onClose={close}
          intro={intro}
          onSubmit={(data) => take(data)}
          cancel={BACK}
          focusCancel={focusBack}
        >
          {children}
        </FormDialog>
      )}
    </>
  )
}
