import type { BlockView } from '#domain/accounts/blocks.schema.ts'
import { nameAmong } from '#domain/accounts/names.ts'
import { sinceDate } from '#domain/base/dates.ts'
import { call } from '#web/client.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Outcome } from '#web/ui/state/outcome.tsx'
import { useAction } from '#web/ui/state/use-action.ts'
import styles from '../profile/profile.module.css'

type Props = { blocks: BlockView[]; onChange: () => void }

export const Blocks = ({ blocks, onChange }: Props) => {
  const { busy, outcome, run } = useAction(async (userId: string) => {
    const { message } = await call('DELETE /api/blocks/:userId', { params: { userId } })
    onChange()
    return message
  })
  return (
    <Panel
      id="blocchi"
      title="Persone bloccate"
      lead="Tu e chi blocchi non potete più contattarvi, scrivervi né pagarvi. L’altra persona non viene avvisata."
    >
      {blocks.length > 0 ? (
        <ul className={styles.blocks}>
          {blocks.map(({ _id, username, name, at }) => (
            <li key={_id} className={styles.block}>
              <span>
                <strong>{nameAmong({ name, username }, blocks)}</strong>, {sinceDate(at)}
              </span>
              <Button
                kind="outlined"
                onClick={() => run(_id)}
                disabled={busy}
                aria-label={`Sblocca ${nameAmong({ name, username }, blocks)}`}
              >
                Sblocca
              </Button>
            </li>
          ))}
        </ul>
      ) : (
        <p>Nessuna. Per bloccare qualcuno apri la sua pagina.</p>
      )}
      <Outcome {...outcome} />
    </Panel>
  )
}
