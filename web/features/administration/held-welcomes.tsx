import { useRevalidator } from 'react-router'
import { formatDate } from '#domain/dates.ts'
import type { HeldWelcome } from '#domain/members.schema.ts'
import { call } from '#web/client.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Outcome } from '#web/ui/state/outcome.tsx'
import { useAction } from '#web/ui/state/use-action.ts'

const Row = ({ member }: { member: HeldWelcome }) => {
  const { revalidate } = useRevalidator()
  const release = useAction(async () => {
    await call('POST /api/welcome/:id', { params: { id: member._id } })
    await revalidate()
  })
  return (
    <li>
      <strong>{member.username}</strong> ({member.email}), dal {formatDate(member.heldAt)}{' '}
      <Button kind="outlined" onClick={release.run} disabled={release.busy}>
        {release.busy ? 'Un momento…' : `Dai i VAL a ${member.username}`}
      </Button>
      <Outcome {...release.outcome} />
    </li>
  )
}

/** Welcome VAL that wait for an admin; nothing if there are none. */
export const HeldWelcomes = ({ held }: { held: HeldWelcome[] }) =>
  held.length > 0 && (
    <Panel
      id="benvenuto"
      title="VAL di benvenuto in attesa"
      lead="In molti sono arrivati insieme o dalla stessa rete: dai i VAL a chi conosci."
    >
      <ul>
        {held.map((member) => (
          <Row key={member._id} member={member} />
        ))}
      </ul>
    </Panel>
  )
