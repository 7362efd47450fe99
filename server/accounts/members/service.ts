import { EXPIRED_LINK_DAYS, KNOWN_NETWORK_DAYS } from '#domain/accounts/retention.ts'
import type { ReportedThing } from '#domain/association/reports.ts'
import { DAY_MS } from '#domain/base/dates.ts'
import { makeAdministration } from '#server/accounts/members/administration.ts'
import { makeInvitations } from '#server/accounts/members/invitations.ts'
import type { MembersParts } from '#server/accounts/members/parts.ts'
import { makeProfiles } from '#server/accounts/members/profiles.ts'
import { makeRecovery } from '#server/accounts/members/recovery.ts'
import { makeRegistration } from '#server/accounts/members/registration.ts'
import type { ContactRow, MemberRow } from '#server/accounts/members/rows.ts'
import { makeSuspensions } from '#server/accounts/members/suspensions.ts'
import { makeWelcome } from '#server/accounts/members/welcome.ts'
import { makeCredentials } from '#server/accounts/sessions/credentials.ts'
import { makeSessions } from '#server/accounts/sessions/sessions.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import { jobs } from '#server/platform/jobs/jobs.ts'
import type { PersonalData } from '#server/platform/personal-data.ts'
import { nameRef } from '#server/talk/references/references.ts'

export type MembersService = ReturnType<typeof makeMembersService>

export const makeMembersService = (parts: MembersParts) => {
  const sessions = makeSessions(parts)
  const credentials = makeCredentials(parts)
  const administration = makeAdministration(
    {
      ...parts,
      listings: parts.hooks.listings,
      tellMember: (tx, { id }, content) =>
        parts.notices.tell(tx, {
          member: id,
          kind: 'decision',
          text: content.subject,
          link: content.action?.path ?? '/profile',
          mail: { content },
        }),
    },
    credentials,
  )
  const welcome = makeWelcome(parts)
  const profiles = makeProfiles(parts, sessions, credentials)
  const registration = makeRegistration(parts, credentials, welcome)
  return {
    sessions,
    registration,
    invitations: makeInvitations(parts, registration),
    welcome,
    credentials,
    recovery: makeRecovery(parts, credentials),
    profiles,
    administration,
    suspensions: makeSuspensions(parts),
    /** Admins and moderators. */
    moderators: parts.store.moderators,
    /** Returns the admins; locks them and these other members against deletion. */
    admins: parts.store.admins,
    /** The same, one after the other: for who demotes or suspends somebody, or objects. */
    lockAdmins: parts.store.lockAdmins,
    activeAdmins: parts.store.activeAdmins,
    deskVolunteers: parts.store.deskVolunteers,
    findForDesk: (by: { id: string } | { username: string }): Promise<MemberRow | undefined> =>
      'id' in by ? parts.store.find(by.id) : parts.store.findByUsername(by.username),
    /** Returns what a report of the member quotes. */
    async reported(id: string): Promise<ReportedThing | undefined> {
      const row = await parts.store.find(id)
      if (!row?.verified) return undefined
      const { shownName, sellerDescription } = row
      return { authorId: id, title: shownName, path: `/seller/${id}`, content: sellerDescription }
    },
    /** The account itself, which is erased last. */
    personalData: {
      tables: ['member', 'mail_link', 'known_network', 'member_session', 'member_invitation'],
      export: async ({ id }) => ({ member: await profiles.exportOf(id), sessions: await sessions.openOf(id) }),
      async erase(tx, { id, emails: [email] }) {
        if (email) await parts.welcomeMarks.noteErased(tx, { id, email })
        await parts.links.removeAll(tx, id)
        await parts.networks.removeAll(tx, id)
        await parts.sessionRows.removeAll(tx, id)
        await parts.imports.removeInvitation(tx, id)
        const hasWallet = await parts.store.anonymise(tx, id, parts.now())
        if (hasWallet) await jobs.add(tx, 'sweep-wallets', {})
      },
      async deleteExpired(at) {
        const before = (days: number) => new Date(at.getTime() - days * DAY_MS)
        await parts.sessionRows.removeExpired(at)
        await parts.networks.removeUnseenSince(before(KNOWN_NETWORK_DAYS))
        await parts.welcomeMarks.deleteExpired(at)
        await parts.links.removeExpired(before(EXPIRED_LINK_DAYS))
      },
    } satisfies PersonalData,
    /**
     * Returns contacts by id, without deleted members, for notices and mails: `shownName` is a reference. Locks the members
     * against deletion until the transaction ends.
     */
    contacts: async (tx: Queries, ids: string[]): Promise<Map<string, ContactRow>> =>
      new Map(
        (await parts.store.contacts(tx, ids)).map((contact) => [
          contact.id,
          { ...contact, shownName: nameRef(contact.id) },
        ]),
      ),
    findRecipient: parts.store.findRecipient,
    findRecipients: parts.store.findRecipients,
    suggestedPayees: parts.payees.suggested,
    cityOf: async (id: string): Promise<string> => (await parts.store.find(id))?.city ?? '',
    usernames: parts.store.usernames,
    shownNames: parts.store.shownNames,
    verifiedAfter: parts.store.verifiedAfter,
    figures: parts.store.figures,
  }
}
