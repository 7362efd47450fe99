import { useRevalidator } from 'react-router'
import type { UserInfo } from '#domain/members.schema.ts'
import { sendAsMember } from '#web/lib/member-api.ts'
import { keepUserInfo } from '#web/lib/session.ts'

/** Saves what one panel changes; what is left out stays as it is. Answers the words to show. */
export const useSaveProfile = () => {
  const { revalidate } = useRevalidator()
  return async (change: Record<string, unknown>): Promise<string> => {
    keepUserInfo(await sendAsMember<UserInfo>('PUT', '/api/users/profile', change))
    await revalidate()
    return 'Profilo aggiornato con successo'
  }
}
