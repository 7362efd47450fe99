import type { ComponentProps, ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'

type Props = Omit<ComponentProps<typeof Form>, 'aside'> & {
  title: string
  open: boolean
  onClose: () => void
  /** Text above the form. */
  intro?: ReactNode
  /** Text of the button that closes it. */
  cancel?: string
  /** Gives the focus to that button. */
  focusCancel?: boolean
}

/** A dialog with a form and a button that closes it. */
export const FormDialog = ({ title, open, onClose, intro, cancel = 'Annulla', focusCancel, ...form }: Props) => (
  <Dialog title={title} open={open} onClose={onClose}>
    {intro}
    <Form
      label={title}
      {...form}
      aside={
        <Button kind="plain" onClick={onClose} data-first={focusCancel}>
          {cancel}
        </Button>
      }
    />
  </Dialog>
)
