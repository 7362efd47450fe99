import type { FullMember } from '#domain/members.ts'
import { sendAsMember } from '#web/lib/member-api.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form.tsx'

type Props = {
  member: FullMember | undefined
  onClose: () => void
  onDeleted: (message: string) => Promise<void>
}

export const DeletionDialog = ({ member, onClose, onDeleted }: Props) => {
  const remove = async () => {
    if (!member) return
    const { message } = await sendAsMember<{ message: string }>('DELETE', `/api/users/${member._id}`)
    await onDeleted(message)
  }
  return (
    <Dialog title="Cancellare questo utente?" open={member !== undefined} onClose={onClose}>
      <p>
        <strong>{member?.username}</strong> ({member?.email}) non potrà più accedere e i suoi annunci spariranno. Gli
        scambi con altri restano, senza il suo nome. Non si può annullare.
      </p>
      <Form
        label="Cancella utente"
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
