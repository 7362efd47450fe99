import type { Member } from '#domain/access.ts'
import { AppError } from '#domain/errors.ts'
import { ACCOUNT_MESSAGES } from '#domain/members.ts'
import { EXPIRED_LINK_DAYS, UNCONFIRMED_DAYS } from '#domain/retention.ts'
import type { Queries } from '#server/db/pool.ts'
import type { Administration } from '#server/members/administration.ts'
import type { MembersParts } from '#server/members/parts.ts'
import type { MemberRow } from '#server/members/rows.ts'
import type { Sessions } from '#server/members/sessions.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const BATCH_SIZE = 100

/** Deletes accounts: by an admin, by the member, or because the address was never verified. */
export const makeErasure = (parts: MembersParts, sessions: Sessions, administration: Administration) => {
  const { store, links, listings, orders, reviews, uploads, newsletter, mail, records, wallet, now } = parts

  /** Orders and reviews, which others need, stay without a name. */
  const erasePersonalData = async (
    tx: Queries,
    member: MemberRow,
    { keepWallet }: { keepWallet: boolean },
  ): Promise<void> => {
    await listings.removeOf(tx, member.id)
    await uploads.setLogo(tx, member.id, '')
    await reviews.anonymise(tx, member.id)
    await orders.blankAddresses(tx, member.id)
    await newsletter.leave({ email: member.email }, tx)
    await links.removeAll(tx, member.id)
    await mail.removeTo(tx, member.email)
    if (member.pendingEmail) await mail.removeTo(tx, member.pendingEmail)
    await records.consent({ subject: `member:${member.id}`, purpose: 'privacy', event: 'withdrawn' }, tx)
    await store.anonymise(tx, member.id, { keepWallet, at: now() })
  }

  const getLocked = async (tx: Queries, id: string): Promise<MemberRow> => {
    await administration.assertNotLastAdmin(tx, id)
    const member = await store.lock(tx, id)
    if (!member) throw new AppError('notFound', ACCOUNT_MESSAGES.memberNotFound)
    return member
  }

  return {
    /** By an admin. The sealed wallet key is kept, so that VAL left in the wallet are not lost. */
    remove: (id: string, viewer: Member): Promise<void> =>
      store.transaction(async (tx) => {
        const member = await getLocked(tx, id)
        await erasePersonalData(tx, member, { keepWallet: true })
        await records.audit({ actor: viewer.id, action: 'member.delete', subject: id }, tx)
      }),

    /** By the member; refused while orders are open or the wallet holds VAL. */
    async erase(viewer: Member, password: string): Promise<void> {
      await sessions.checkPasswordUnheld(viewer, password)
      const { account } = (await store.find(viewer.id)) ?? {}
      if (account && (await wallet.balanceOf(account)) > 0)
        throw new AppError('conflict', ACCOUNT_MESSAGES.walletNotEmpty)
      await store.transaction(async (tx) => {
        const member = await getLocked(tx, viewer.id)
        if (await orders.hasOpen(tx, viewer.id)) throw new AppError('conflict', ACCOUNT_MESSAGES.openOrders)
        await erasePersonalData(tx, member, { keepWallet: false })
        await records.audit({ actor: viewer.id, action: 'member.erase', subject: viewer.id }, tx)
      })
    },

    /** Deletes unverified accounts and expired links after their retention time. */
    async deleteExpired(): Promise<number> {
      const before = (days: number) => new Date(now().getTime() - days * DAY_MS)
      const stale = await store.unverifiedSince(before(UNCONFIRMED_DAYS), BATCH_SIZE)
      for (const id of stale) {
        await store.transaction(async (tx) => {
          const member = await store.lock(tx, id)
          if (member && !member.verified) await erasePersonalData(tx, member, { keepWallet: false })
        })
      }
      return stale.length + (await links.removeExpired(before(EXPIRED_LINK_DAYS)))
    },
  }
}
