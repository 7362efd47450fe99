import { useRevalidator } from 'react-router'
import type { Sent } from '#domain/calls.ts'
import { call } from '#web/client.ts'
import { storeUserInfo } from '#web/lib/session/session.ts'

/** Saves the given fields of the profile and returns the text to show. */
export const useSaveProfile = () => {
  const { revalidate } = useRevalidator()
  return async (change: Sent<'PUT /api/users/profile', 'body'>): Promise<string> => {
    storeUserInfo(await call('PUT /api/users/profile', { body: change }))
    await revalidate()
    return 'Profilo aggiornato con successo'
  }
}
