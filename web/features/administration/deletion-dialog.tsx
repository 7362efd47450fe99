import type { FullMember } from '#domain/members.schema.ts'
import { Deletion } from '#web/ui/deletion.tsx'

type Props = {
  member: FullMember | undefined
  onClose: () => void
  onDeleted: (message: string) => Promise<void>
}

export const DeletionDialog = ({ member, ...heard }: Props) => (
  <Deletion
    title="Cancellare questo utente?"
    label="Cancella utente"
    path={member && `/api/users/${member._id}`}
    {...heard}
  >
    <p>
      <strong>{member?.username}</strong> ({member?.email}) non potrà più accedere e i suoi annunci spariranno. Gli
      scambi con altri restano, senza il suo nome. Non si può annullare.
    </p>
  </Deletion>
)
