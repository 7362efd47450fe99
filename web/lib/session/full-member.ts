import type { FullMember, PublicMember } from '#domain/accounts/members.schema.ts'
import { MESSAGES } from '#domain/base/errors.ts'
import { ApiError, call } from '#web/client.ts'

export const isFull = (member: FullMember | PublicMember): member is FullMember => 'email' in member

/** A member's full record. The API returns it to the member and to admins; for others this fails with 403. */
export const getFullMember = async (id: string): Promise<FullMember> => {
  const member = await call('GET /api/users/:id', { params: { id } })
  if (!isFull(member)) throw new ApiError(403, MESSAGES.forbidden)
  return member
}
