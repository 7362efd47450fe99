import type { ReportedThing } from '#domain/association/reports.ts'
import { makeAdministration } from '#server/accounts/members/administration.ts'
import { makeInvitations } from '#server/accounts/members/invitations.ts'
import type { MembersParts } from '#server/accounts/members/parts.ts'
import { makeProfiles } from '#server/accounts/members/profiles.ts'
import { makeRecovery } from '#server/accounts/members/recovery.ts'
import { makeRegistration } from '#server/accounts/members/registration.ts'
import type { ContactRow, MemberRow } from '#server/accounts/members/rows.ts'
import { makeSuspensions } from '#server/accounts/members/suspensions.ts'
import { makeWelcome } from '#server/accounts/members/welcome.ts'
import { makeErasure } from '#server/accounts/privacy/erasure.ts'
import { makeCredentials } from '#server/accounts/sessions/credentials.ts'
import { makeSessions } from '#server/accounts/sessions/sessions.ts'
import type { Queries } from '#server/platform/db/pool.ts'

export type MembersService = ReturnType<typeof makeMembersService>

export const makeMembersService = (parts: MembersParts) => {
  const sessions = makeSessions(parts)
  const credentials = makeCredentials(parts)
  const administration = makeAdministration(parts, credentials)
  const welcome = makeWelcome(parts)
  const registration = makeRegistration(parts, credentials, welcome)
  return {
    sessions,
    registration,
    invitations: makeInvitations(parts, registration.makeVerified),
    welcome,
    credentials,
    recovery: makeRecovery(parts, credentials),
    profiles: makeProfiles(parts, sessions, credentials),
    administration,
    suspensions: makeSuspensions(parts),
    /** Admins and moderators. */
    moderators: (tx: Queries): Promise<string[]> => parts.store.moderators(tx),
    /** Locked, and these others with them. */
    admins: (tx: Queries, others: string[] = []): Promise<string[]> => parts.store.lockAdmins(tx, others),
    deskVolunteers: (tx: Queries) => parts.store.deskVolunteers(tx),
    findForDesk: (by: { id: string } | { username: string }): Promise<MemberRow | undefined> =>
      'id' in by ? parts.store.find(by.id) : parts.store.findByUsername(by.username),
    /** As somebody who reports the member sees it. */
    async reported(id: string): Promise<ReportedThing | undefined> {
      const row = await parts.store.find(id)
      if (!row?.verified) return undefined
      const { username, sellerName, sellerDescription } = row
      return { authorId: id, title: sellerName || username, path: `/seller/${id}`, content: sellerDescription }
    },
    erasure: makeErasure(parts, sessions, administration),
    /** By id, without deleted members; none of them can be deleted until the transaction ends. */
    contacts: async (tx: Queries, ids: string[]): Promise<Map<string, ContactRow>> =>
      new Map((await parts.store.contacts(tx, ids)).map((contact) => [contact.id, contact])),
    findRecipient: parts.store.findRecipient,
    findRecipients: parts.store.findRecipients,
    usernames: parts.store.usernames,
    verifiedAfter: (tx: Queries, id: string, most: number) => parts.store.verifiedAfter(tx, id, most),
    figures: (since: Date) => parts.store.figures(since),
  }
}
