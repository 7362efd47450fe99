import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'

type Props = {
  title: string
  label: string
  /** Deletes it; the dialog is open while this is given. */
  remove: (() => Promise<{ message: string }>) | undefined
  onClose: () => void
  onDeleted: (message: string) => Promise<void>
  /** What else the deletion removes. */
  children: ReactNode
}

/** Asks for confirmation before a deletion; the focus is on "cancel". */
export const Deletion = ({ title, label, remove, onClose, onDeleted, children }: Props) => {
  const submit = async () => {
    if (remove) await onDeleted((await remove()).message)
  }
  return (
    <Dialog title={title} open={remove !== undefined} onClose={onClose}>
      {children}
      <Form
        label={label}
        onSubmit={submit}
        submit="Cancella"
        busy="Cancello…"
        danger
        aside={
          <Button kind="plain" onClick={onClose} data-first>
            Annulla
          </Button>
        }
      >
        {null}
      </Form>
    </Dialog>
  )
}
