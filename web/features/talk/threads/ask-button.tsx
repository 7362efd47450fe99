import type { ComponentProps } from 'react'
import { useNavigate } from 'react-router'
import { threadPath } from '#domain/talk/threads.ts'
import { call } from '#web/client.ts'
import { ActionButton } from '#web/ui/action-button.tsx'

type Props = Pick<ComponentProps<typeof ActionButton>, 'kind' | 'children'> & { listingId: string }

/** Opens the conversation with the owner of a listing. Visitors cannot have one: they see the way in instead. */
export const AskButton = ({ listingId, kind = 'plain', children = 'Fai una domanda' }: Props) => {
  const navigate = useNavigate()
  const ask = async () => {
    const { _id } = await call('POST /api/threads', { body: { listing: listingId } })
    await navigate(threadPath(_id))
  }
  return (
    <ActionButton kind={kind} act={ask} className="for-members">
      {children}
    </ActionButton>
  )
}
