import { useNavigate } from 'react-router'
import { threadPath } from '#domain/threads.ts'
import { call } from '#web/client.ts'
import { Button } from '#web/ui/button.tsx'
import { Outcome } from '#web/ui/state/outcome.tsx'
import { useAction } from '#web/ui/state/use-action.ts'

/** Opens the conversation with the owner of a listing. */
export const AskButton = ({ listingId }: { listingId: string }) => {
  const navigate = useNavigate()
  const { busy, outcome, run } = useAction(async () => {
    const { _id } = await call('POST /api/threads', { body: { listing: listingId } })
    await navigate(threadPath(_id))
  })
  return (
    <>
      <Button kind="plain" onClick={() => void run()} disabled={busy}>
        Fai una domanda
      </Button>
      <Outcome {...outcome} />
    </>
  )
}
