import { useRevalidator } from 'react-router'
import { COUNTED_DAYS } from '#domain/accounts/members.ts'
import type { HeldWelcome, WelcomeHeldFor } from '#domain/accounts/welcome.schema.ts'
import { sinceDate } from '#domain/base/dates.ts'
import { call } from '#web/client.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'

// Who was registered at the desk is named with the volunteer.
const REASONS: Record<Exclude<WelcomeHeldFor, 'desk'>, string> = {
  address: 'alla stessa casella di posta ne sono già stati dati',
  network: 'dalla stessa rete li hanno già avuti più persone in un giorno',
  many: 'in quell’ora li avevano già avuti molte persone',
}

const Row = ({ member }: { member: HeldWelcome }) => {
  const { revalidate } = useRevalidator()
  const release = async () => {
    await call('POST /api/welcome/:id', { params: { id: member._id } })
    await revalidate()
  }
  return (
    <li>
      <strong>{member.username}</strong>
      {member.email && ` (${member.email})`}, {sinceDate(member.heldAt)}
      {member.volunteer &&
        `, allo sportello da ${member.volunteer} (${member.registered} ${member.registered === 1 ? 'persona iscritta' : 'persone iscritte'} in ${COUNTED_DAYS} giorni)`}
      {member.reason && member.reason !== 'desk' && `: ${REASONS[member.reason]}`}{' '}
      <ActionButton kind="outlined" act={release} busy="Un momento…">
        Dai i VAL a {member.username}
      </ActionButton>
    </li>
  )
}

/** Welcome VAL that are held until an admin releases them; renders nothing if there are none. */
export const HeldWelcomes = ({ held }: { held: HeldWelcome[] }) =>
  held.length > 0 && (
    <Panel
      id="benvenuto"
      title="VAL di benvenuto in attesa"
      lead="Per ogni persona è scritto perché aspettano: dai i VAL a chi esiste davvero."
    >
      <ul>
        {held.map((member) => (
          <Row key={member._id} member={member} />
        ))}
      </ul>
    </Panel>
  )
