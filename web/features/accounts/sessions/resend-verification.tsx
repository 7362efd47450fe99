import { call } from '#web/client.ts'
import { listingIn } from '#web/lib/session/way-in.ts'
import { Button } from '#web/ui/button.tsx'
import { Outcome } from '#web/ui/state/outcome.tsx'
import { useAction } from '#web/ui/state/use-action.ts'

type Props = {
  email?: string
  /** The page to return to; if it is that of a listing, the link in the mail leads back to it. */
  path?: string | null
}

/** Sends the verification mail again: to the signed-in member, or to the given address. */
export const ResendVerification = ({ email, path }: Props) => {
  const { busy, outcome, run } = useAction(
    async () => (await call('POST /api/users/verification', { body: { email, listing: listingIn(path) } })).message,
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
