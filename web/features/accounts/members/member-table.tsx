import type { FullMember } from '#domain/accounts/members.schema.ts'
import { formatDate } from '#domain/base/dates.ts'
import { RowActions } from '#web/ui/data/row-actions.tsx'
import table from '#web/ui/data/table.module.css'
import { ACTIONS, Table } from '#web/ui/data/table.tsx'
import styles from './administration.module.css'

const rolesOf = (member: FullMember): string[] => [
  member.verified ? 'Verificato' : 'Da verificare',
  ...(member.isSeller ? ['Offerente'] : []),
  ...(member.isAdmin ? ['Admin'] : []),
  ...(member.role === 'moderator' ? ['Moderazione'] : []),
  ...(member.role === 'desk' ? ['Sportello'] : []),
  ...(member.suspension ? ['Sospeso'] : []),
]

type RowProps = { member: FullMember; onDelete: (member: FullMember) => void }

const Row = ({ member, onDelete }: RowProps) => (
  <tr>
    <td data-label="Nome utente" className={table.name}>
      <strong>{member.username}</strong>
    </td>
    <td data-label="Nome">{[member.name, member.surname].filter(Boolean).join(' ') || '—'}</td>
    <td data-label="E-mail" className={table.name}>
      {member.email}
    </td>
    <td data-label="Iscritto il">
      <time dateTime={member.createdAt}>{formatDate(member.createdAt)}</time>
    </td>
    <td data-label="Ruoli">
      <ul className={styles.roles}>
        {rolesOf(member).map((role) => (
          <li key={role}>{role}</li>
        ))}
      </ul>
    </td>
    <td className={table.actions}>
      <RowActions name={member.username} editPath={`/user/${member._id}/edit`} onDelete={() => onDelete(member)} />
    </td>
  </tr>
)

export const MemberTable = ({ members, onDelete }: { members: FullMember[]; onDelete: RowProps['onDelete'] }) => (
  <Table caption="Utenti registrati" columns={['Nome utente', 'Nome', 'E-mail', 'Iscritto il', 'Ruoli', ACTIONS]}>
    {members.map((member) => (
      <Row key={member._id} member={member} onDelete={onDelete} />
    ))}
  </Table>
)
