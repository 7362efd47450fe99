import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'

type Props = {
  title: string
  /** Name of the form; the title if missing. */
  label?: string
  open: boolean
  onClose: () => void
  onConfirm: () => Promise<unknown>
  submit: string
  busy: string
  /** Text of the button that closes it. */
  cancel?: string
  danger?: boolean
  children: ReactNode
}

/** A dialog that asks before something is done; the focus is on "cancel". */
export const Confirmation = ({
  title,
  label = title,
  open,
  onClose,
  onConfirm,
  submit,
  busy,
  cancel = 'Annulla',
  danger,
  children,
}: Props) => (
  <Dialog title={title} open={open} onClose={onClose}>
    {children}
    <Form
      label={label}
      onSubmit={onConfirm}
      submit={submit}
      busy={busy}
      danger={danger ?? false}
      aside={
        <Button kind="plain" onClick={onClose} data-first>
          {cancel}
        </Button>
      }
    >
      {null}
    </Form>
  </Dialog>
)
