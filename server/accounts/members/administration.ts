import type { Member, Role } from '#domain/accounts/access.ts'
import {
  type FullMember,
  identityKey,
  type MemberChange,
  type MemberQuery,
  type MemberSessions,
} from '#domain/accounts/members.schema.ts'
import { ACCOUNT_MESSAGES } from '#domain/accounts/members.ts'
import { SUSPENSION_MESSAGES } from '#domain/accounts/suspension.ts'
import { AppError } from '#domain/base/errors.ts'
import { TREASURY_MESSAGES, type TreasuryAction } from '#domain/val/treasury.ts'
import { newRoleMail } from '#server/accounts/members/mails.ts'
import type { MembersParts } from '#server/accounts/members/parts.ts'
import type { MemberRow } from '#server/accounts/members/rows.ts'
import { toFull } from '#server/accounts/members/views.ts'
import type { Credentials } from '#server/accounts/sessions/credentials.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import type { MailContent } from '#server/talk/mail/render.ts'

type AdministrationParts = Pick<
  MembersParts,
  'store' | 'sessionRows' | 'passwords' | 'newsletter' | 'audit' | 'mail' | 'site'
> & {
  /** By mail, and by notice where there is a server. */
  tellMember(tx: Queries, member: MemberRow, content: MailContent): Promise<unknown>
  listings: { setHidden(tx: Queries, memberId: string, hidden: boolean): Promise<unknown> }
}

type TreasuryEntry = { action: TreasuryAction; subject: string; details?: Record<string, string> }

const notFound = () => new AppError('notFound', ACCOUNT_MESSAGES.memberNotFound)

/** Administration of accounts by admins and from the command line. */
export const makeAdministration = (parts: AdministrationParts, credentials: Credentials) => {
  const { store, sessionRows, listings, passwords, newsletter, audit, mail, site, tellMember } = parts

  /** Call first in a transaction that demotes or deletes a member. Locks all admins, the member and `others` in one order. */
  const assertNotLastAdmin = async (tx: Queries, memberId: string, others: string[] = []): Promise<void> => {
    const admins = await store.lockAdmins(tx, [memberId, ...others])
    if (admins.length === 1 && admins[0] === memberId) throw new AppError('conflict', ACCOUNT_MESSAGES.lastAdmin)
  }

  /** Clients send whole records, with `role` and `isAdmin`. The one that differs from the stored value decides; `role` first. */
  const newRole = (member: MemberRow, { role, isAdmin }: MemberChange): Role => {
    if (role !== undefined && role !== member.role) return role
    if (isAdmin === undefined || isAdmin === member.isAdmin) return member.role
    return isAdmin ? 'admin' : 'member'
  }

  const apply = async (tx: Queries, member: MemberRow, change: Omit<MemberChange, 'email'>): Promise<void> => {
    const { name, isSeller } = change
    await store.change(tx, member.id, {
      ...(name === undefined ? {} : { name }),
      ...(isSeller === undefined ? {} : { is_seller: isSeller }),
      role: newRole(member, change),
    })
    if (isSeller !== undefined) await listings.setHidden(tx, member.id, !isSeller || member.suspendedAt !== null)
  }

  const tellRole = (tx: Queries, member: MemberRow, role: Role): Promise<unknown> =>
    tellMember(tx, member, newRoleMail(member.shownName, role, site))

  const isOther = async (id: string, email: string): Promise<boolean> => {
    const member = await store.find(id)
    if (!member) throw notFound()
    return identityKey(email) !== identityKey(member.email)
  }

  const getByEmail = async (email: string): Promise<MemberRow> => {
    const member = await store.findByEmail(email)
    if (!member) throw notFound()
    return member
  }

  return {
    assertNotLastAdmin,

    /** Used by the command line. */
    async getWallet(email: string): Promise<{ id: string; username: string; account: string }> {
      const { id, username, account } = await getByEmail(email)
      if (!account) throw new AppError('conflict', TREASURY_MESSAGES.memberWithoutWallet)
      return { id, username, account }
    },
    /** Adds what a command did to the history of the treasury. */
    recordForTreasury: ({ action, subject, details = {} }: TreasuryEntry): Promise<void> =>
      audit.record({ actor: null, action, subject, details }),

    async list(query: MemberQuery): Promise<{ members: FullMember[]; total: number }> {
      const { rows, total } = await store.page(query)
      const newsletterOf = await newsletter.statesAmong(rows.map((row) => row.email))
      return { members: rows.map((row) => toFull(row, newsletterOf(row.email))), total }
    },

    async edit(id: string, change: MemberChange, viewer: Member): Promise<FullMember> {
      const { email, ...direct } = change
      const newEmail = email !== undefined && (await isOther(id, email)) ? email : undefined
      if (newEmail !== undefined) await credentials.takeMailLimit(newEmail)
      await store.transaction(async (tx) => {
        const mayDemote = change.isAdmin === false || (change.role !== undefined && change.role !== 'admin')
        if (mayDemote) await assertNotLastAdmin(tx, id)
        const member = await store.lock(tx, id)
        if (!member) throw notFound()
        const role = newRole(member, change)
        if (role === 'admin' && member.suspendedAt)
          throw new AppError('conflict', SUSPENSION_MESSAGES.suspendedCannotBeAdmin)
        const changed: string[] = (['name', 'isSeller'] as const).filter(
          (field) => change[field] !== undefined && change[field] !== member[field],
        )
        if (role !== member.role) changed.push('role')
        if (newEmail !== undefined) changed.push('email')
        await apply(tx, member, direct)
        if (newEmail !== undefined) await credentials.requestEmail(tx, id, newEmail, viewer.id)
        const roles = { isSeller: change.isSeller ?? member.isSeller, role }
        await audit.record({ actor: viewer.id, action: 'member.edit', subject: id, details: { changed, ...roles } }, tx)
        if (role !== member.role && id !== viewer.id) await tellRole(tx, member, role)
      })
      const row = await store.find(id)
      if (!row) throw notFound()
      const newsletterOf = await newsletter.statesAmong([row.email])
      return toFull(row, newsletterOf(row.email))
    },

    async sessions(
      id: string,
      openOf: (memberId: string) => Promise<MemberSessions['sessions']>,
    ): Promise<MemberSessions> {
      const member = await store.find(id)
      if (!member) throw notFound()
      const [sessions, mailFailure] = await Promise.all([openOf(id), mail.failureOf(member.email)])
      return { sessions, mailFailure }
    },

    async endSessions(id: string, viewer: Member): Promise<void> {
      await store.transaction(async (tx) => {
        if (!(await store.lock(tx, id))) throw notFound()
        await sessionRows.removeAll(tx, id)
        await audit.record({ actor: viewer.id, action: 'member.end-sessions', subject: id }, tx)
      })
    },

    /** Used by the command line: checks no permissions. */
    async promote(email: string): Promise<void> {
      const member = await getByEmail(email)
      const { id, suspendedAt } = member
      if (suspendedAt) throw new AppError('conflict', SUSPENSION_MESSAGES.suspendedCannotBeAdmin)
      await store.transaction(async (tx) => {
        await store.change(tx, id, { role: 'admin' })
        await audit.record({ actor: null, action: 'member.make-admin', subject: id }, tx)
        if (member.role !== 'admin') await tellRole(tx, member, 'admin')
      })
    },

    async resetPassword(email: string, password: string): Promise<void> {
      const { id } = await getByEmail(email)
      const passwordHash = await passwords.hash(password)
      await store.transaction((tx) => credentials.replaceLostPassword(tx, id, passwordHash, null))
    },
  }
}
