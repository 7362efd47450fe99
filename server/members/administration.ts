import type { Member } from '#domain/access.ts'
import { AppError } from '#domain/errors.ts'
import { type FullMember, identityKey, type MemberChange, type MemberQuery } from '#domain/members.schema.ts'
import { ACCOUNT_MESSAGES } from '#domain/members.ts'
import type { Queries } from '#server/db/pool.ts'
import type { MembersParts } from '#server/members/parts.ts'
import type { Recovery } from '#server/members/recovery.ts'
import type { MemberRow } from '#server/members/rows.ts'
import { refuseIfTaken } from '#server/members/uniqueness.ts'
import { toFull } from '#server/members/views.ts'

type AdministrationParts = Pick<MembersParts, 'store' | 'links' | 'passwords' | 'newsletter' | 'records' | 'now'> & {
  listings: Pick<MembersParts['listings'], 'setHidden'>
}

const notFound = () => new AppError('notFound', ACCOUNT_MESSAGES.memberNotFound)

/** Administration of accounts, by admins and from the command line. */
export const makeAdministration = (parts: AdministrationParts, recovery: Recovery) => {
  const { store, links, listings, passwords, newsletter, records, now } = parts

  /** Call in the same transaction, before an admin is demoted or deleted. */
  const assertNotLastAdmin = async (tx: Queries, memberId: string): Promise<void> => {
    const admins = await store.lockAdmins(tx)
    if (admins.length === 1 && admins[0] === memberId) throw new AppError('conflict', ACCOUNT_MESSAGES.lastAdmin)
  }

  const apply = async (tx: Queries, member: MemberRow, change: MemberChange): Promise<void> => {
    const { name, email, isSeller, isAdmin } = change
    await store.change(tx, member.id, {
      ...(name === undefined ? {} : { name }),
      ...(email === undefined ? {} : { email, email_key: identityKey(email) }),
      ...(isSeller === undefined ? {} : { is_seller: isSeller }),
      ...(isAdmin === undefined ? {} : { is_admin: isAdmin }),
    })
    if (isSeller !== undefined) await listings.setHidden(tx, member.id, !isSeller)
    // Links sent to the old address must stop working: its owner may be another person.
    if (email !== undefined && identityKey(email) !== identityKey(member.email))
      for (const purpose of ['verification', 'recovery'] as const)
        await links.invalidateAll(tx, member.id, purpose, now())
  }

  const getByEmail = async (email: string): Promise<MemberRow> => {
    const member = await store.findByEmail(email)
    if (!member) throw notFound()
    return member
  }

  return {
    assertNotLastAdmin,

    async list(query: MemberQuery): Promise<{ members: FullMember[]; total: number }> {
      const { rows, total } = await store.page(query)
      const wants = await newsletter.confirmedAmong(rows.map((row) => row.email))
      return { members: rows.map((row) => toFull(row, wants(row.email))), total }
    },

    async edit(id: string, change: MemberChange, viewer: Member): Promise<FullMember> {
      const edited = store.transaction(async (tx) => {
        if (change.isAdmin === false) await assertNotLastAdmin(tx, id)
        const member = await store.lock(tx, id)
        if (!member) throw notFound()
        const changed = (['name', 'email', 'isSeller', 'isAdmin'] as const).filter(
          (field) => change[field] !== undefined && change[field] !== member[field],
        )
        await apply(tx, member, change)
        const roles = { isSeller: change.isSeller ?? member.isSeller, isAdmin: change.isAdmin ?? member.isAdmin }
        await records.audit(
          { actor: viewer.id, action: 'member.edit', subject: id, details: { changed, ...roles } },
          tx,
        )
      })
      await refuseIfTaken(edited)
      const row = await store.find(id)
      if (!row) throw notFound()
      const wants = await newsletter.confirmedAmong([row.email])
      return toFull(row, wants(row.email))
    },

    /** For the command line: not subject to permissions. */
    async promote(email: string): Promise<void> {
      const { id } = await getByEmail(email)
      await store.transaction(async (tx) => {
        await store.change(tx, id, { is_admin: true })
        await records.audit({ actor: null, action: 'member.make-admin', subject: id }, tx)
      })
    },

    async resetPassword(email: string, password: string): Promise<void> {
      const { id } = await getByEmail(email)
      const passwordHash = await passwords.hash(password)
      await store.transaction((tx) => recovery.setPassword(tx, id, passwordHash, null))
    },
  }
}
export type Administration = ReturnType<typeof makeAdministration>
