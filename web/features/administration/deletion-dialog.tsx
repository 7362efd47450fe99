import type { FullMember } from '#domain/members.schema.ts'
import { call } from '#web/client.ts'
import { Deletion } from '#web/ui/deletion.tsx'

type Props = {
  member: FullMember | undefined
  onClose: () => void
  onDeleted: (message: string) => Promise<void>
}

export const DeletionDialog = ({ member, ...handlers }: Props) => (
  <Deletion
    title="Cancellare questo utente?"
    label="Cancella utente"
    remove={member && (() => call('DELETE /api/users/:id', { params: { id: member._id } }))}
    {...handlers}
  >
    <p>
      <strong>{member?.username}</strong> ({member?.email}) non potrà più accedere e i suoi annunci spariranno. Gli
      scambi con altri restano, senza il suo nome. Non si può annullare.
    </p>
  </Deletion>
)
