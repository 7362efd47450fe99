import type { Queries } from '#server/db/pool.ts'
import { makeAdministration } from '#server/members/administration.ts'
import { makeJoining } from '#server/members/joining.ts'
import { makeLeaving } from '#server/members/leaving.ts'
import type { MembersParts } from '#server/members/parts.ts'
import { makeProfiles } from '#server/members/profiles.ts'
import { makeRecovery } from '#server/members/recovery.ts'
import type { ContactRow } from '#server/members/rows.ts'
import { makeSessions } from '#server/members/sessions.ts'

export type MembersService = ReturnType<typeof makeMembersService>

export const makeMembersService = (parts: MembersParts) => {
  const sessions = makeSessions(parts)
  const recovery = makeRecovery(parts)
  const administration = makeAdministration(parts, recovery)
  return {
    sessions,
    joining: makeJoining(parts),
    recovery,
    profiles: makeProfiles(parts, sessions, recovery),
    administration,
    leaving: makeLeaving(parts, sessions, administration),
    /** How to reach these members, those who have left apart; in a transaction, so that nobody leaves meanwhile. */
    contacts: async (tx: Queries, ids: string[]): Promise<Map<string, ContactRow>> =>
      new Map((await parts.store.contacts(tx, ids)).map((contact) => [contact.id, contact])),
    figures: (since: Date) => parts.store.figures(since),
  }
}
