import type { ReactNode } from 'react'
import { sendAsMember } from '#web/lib/member-api.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'

type Props = {
  title: string
  label: string
  /** What is to be deleted; nothing while nobody is asked. */
  path: string | undefined
  onClose: () => void
  onDeleted: (message: string) => Promise<void>
  /** What goes with it. */
  children: ReactNode
}

/** Asks before something is deleted for good; the safe way out comes first. */
export const Deletion = ({ title, label, path, onClose, onDeleted, children }: Props) => {
  const remove = async () => {
    if (path === undefined) return
    const { message } = await sendAsMember<{ message: string }>('DELETE', path)
    await onDeleted(message)
  }
  return (
    <Dialog title={title} open={path !== undefined} onClose={onClose}>
      {children}
      <Form
        label={label}
        onSubmit={remove}
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
