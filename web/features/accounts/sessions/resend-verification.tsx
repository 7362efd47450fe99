import { call } from '#web/client.ts'
import { Button } from '#web/ui/button.tsx'
import { Outcome } from '#web/ui/state/outcome.tsx'
import { useAction } from '#web/ui/state/use-action.ts'

/** Sends the verification mail again: to the signed-in member, or to the given address. */
export const ResendVerification = ({ email }: { email?: string }) => {
  const { busy, outcome, run } = useAction(
    async () => (await call('POST /api/users/verification', { body: { email } })).message,
  )
  return (
    <>
      <Outcome {...outcome} />
      <div>
        <Button kind="outlined" onClick={run} disabled={busy}>
          {busy ? 'Un momento…' : 'Invia di nuovo l’e-mail'}
        </Button>
      </div>
    </>
  )
}
