import type { Member } from '#domain/access.ts'
import { AppError } from '#domain/errors.ts'
import { type FullMember, identityKey, type MemberChange, type MemberQuery } from '#domain/members.schema.ts'
import { ACCOUNT_MESSAGES } from '#domain/members.ts'
import type { Queries } from '#server/db/pool.ts'
import type { MembersParts } from '#server/members/parts.ts'
import type { Recovery } from '#server/members/recovery.ts'
import type { MemberRow } from '#server/members/rows.ts'
import { unlessTaken } from '#server/members/taken.ts'
import { toFull } from '#server/members/views.ts'

type AdministrationParts = Pick<MembersParts, 'store' | 'links' | 'passwords' | 'newsletter' | 'records' | 'now'>

const missing = () => new AppError('missing', ACCOUNT_MESSAGES.memberMissing)

/** What those who run the association do with accounts. */
export const makeAdministration = (parts: AdministrationParts, recovery: Recovery) => {
  const { store, links, passwords, newsletter, records, now } = parts

  /** Whoever is the last to administer stays. Call before taking the role away, in the same transaction. */
  const keepAnAdmin = async (tx: Queries, memberId: string): Promise<void> => {
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
    // A link sent to the old address must not open the account for whoever reads it there.
    if (email !== undefined && identityKey(email) !== identityKey(member.email))
      for (const purpose of ['verification', 'recovery'] as const) await links.endAll(tx, member.id, purpose, now())
  }

  const getByEmail = async (email: string): Promise<MemberRow> => {
    const member = await store.findByEmail(email)
    if (!member) throw missing()
    return member
  }

  return {
    keepAnAdmin,

    async list(query: MemberQuery): Promise<{ members: FullMember[]; total: number }> {
      const { rows, total } = await store.page(query)
      const wants = await newsletter.confirmedAmong(rows.map((row) => row.email))
      return { members: rows.map((row) => toFull(row, wants(row.email))), total }
    },

    async edit(id: string, change: MemberChange, viewer: Member): Promise<FullMember> {
      const edited = store.transaction(async (tx) => {
        if (change.isAdmin === false) await keepAnAdmin(tx, id)
        const member = await store.lock(tx, id)
        if (!member) throw missing()
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
      await unlessTaken(edited)
      const row = await store.find(id)
      if (!row) throw missing()
      const wants = await newsletter.confirmedAmong([row.email])
      return toFull(row, wants(row.email))
    },

    /** From the command line: whoever runs the machine needs no one's leave. */
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
