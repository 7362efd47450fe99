import { type ReactNode, useState } from 'react'
import { useRevalidator } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { WithAmounts } from '#web/ui/data/with-amounts.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'

type Props = {
  /** Text of the button that opens the dialog. */
  button: string
  kind: 'plain' | 'outlined'
  title: string
  text: ReactNode
  /** Accessible name of the form. */
  label: string
  submit: string
  busy: string
  danger?: boolean
  /** The button that goes back gets the focus. */
  focusBack?: boolean
  step: (data: FormData) => Promise<unknown>
  /** Fields of the form. */
  children?: ReactNode
}

/**
 * A step that is confirmed in a dialog. Closing it reloads the order, also after a failure: the other party may have
 * changed it. While it shows a failure it stays, although the step may no longer be possible.
 */
export const StepDialog = ({ button, kind, title, text, focusBack, step, children = null, ...form }: Props) => {
  const { revalidate } = useRevalidator()
  const [open, setOpen] = useState(false)
  const close = async () => {
    setOpen(false)
    await revalidate()
  }
  const take = async (data: FormData) => {
    await step(data)
    await close()
  }
  return (
    <>
      <Button kind={kind} onClick={() => setOpen(true)}>
        <WithAmounts>{button}</WithAmounts>
      </Button>
      <Dialog title={title} open={open} onClose={close}>
        <p>{text}</p>
        <Form
          {...form}
          onSubmit={take}
          aside={
            <Button kind="plain" onClick={close} data-first={focusBack}>
              Torna indietro
            </Button>
          }
        >
          {children}
        </Form>
      </Dialog>
    </>
  )
}
