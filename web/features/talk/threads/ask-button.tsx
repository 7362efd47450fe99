import { useNavigate } from 'react-router'
import { threadPath } from '#domain/talk/threads.ts'
import { call } from '#web/client.ts'
import { ActionButton } from '#web/ui/action-button.tsx'

/** Opens the conversation with the owner of a listing. */
export const AskButton = ({ listingId }: { listingId: string }) => {
  const navigate = useNavigate()
  const ask = async () => {
    const { _id } = await call('POST /api/threads', { body: { listing: listingId } })
    await navigate(threadPath(_id))
  }
  return (
    <ActionButton kind="plain" act={ask}>
      Fai una domanda
    </ActionButton>
  )
}
