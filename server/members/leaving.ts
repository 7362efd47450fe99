import type { Member } from '#domain/access.ts'
import { AppError } from '#domain/errors.ts'
import { ACCOUNT_MESSAGES } from '#domain/members.ts'
import { EXPIRED_LINK_DAYS, UNCONFIRMED_DAYS } from '#domain/retention.ts'
import type { Queries } from '#server/db/pool.ts'
import type { Administration } from '#server/members/administration.ts'
import type { MembersParts } from '#server/members/parts.ts'
import type { MemberRow } from '#server/members/rows.ts'
import type { Sessions } from '#server/members/sessions.ts'

type LeavingParts = Pick<
  MembersParts,
  | 'store'
  | 'links'
  | 'listings'
  | 'orders'
  | 'reviews'
  | 'uploads'
  | 'newsletter'
  | 'mail'
  | 'records'
  | 'wallet'
  | 'now'
>

const DAY_MS = 24 * 60 * 60 * 1000
const FORGOTTEN_AT_ONCE = 100

/** The end of an account: by an admin, by the member, or because nobody ever confirmed it. */
export const makeLeaving = (parts: LeavingParts, sessions: Sessions, administration: Administration) => {
  const { store, links, listings, orders, reviews, uploads, newsletter, mail, records, wallet, now } = parts

  /** Takes the person out of everything; what others need of their orders and reviews stays, without a name. */
  const forget = async (tx: Queries, member: MemberRow, { keepWallet }: { keepWallet: boolean }): Promise<void> => {
    await listings.removeOf(tx, member.id)
    await uploads.setLogo(tx, member.id, '')
    await reviews.anonymise(tx, member.id)
    await orders.forgetAddresses(tx, member.id)
    await newsletter.leave({ email: member.email }, tx)
    await links.removeAll(tx, member.id)
    await mail.removeTo(tx, member.email)
    await records.consent({ subject: `member:${member.id}`, purpose: 'privacy', event: 'withdrawn' }, tx)
    await store.anonymise(tx, member.id, { keepWallet, at: now() })
  }

  const getLocked = async (tx: Queries, id: string): Promise<MemberRow> => {
    await administration.keepAnAdmin(tx, id)
    const member = await store.lock(tx, id)
    if (!member) throw new AppError('missing', ACCOUNT_MESSAGES.memberMissing)
    return member
  }

  return {
    /** By an admin. The key to what may be left in the wallet is kept, sealed: VAL must not be lost with an account. */
    remove: (id: string, viewer: Member): Promise<void> =>
      store.transaction(async (tx) => {
        const member = await getLocked(tx, id)
        await forget(tx, member, { keepWallet: true })
        await records.audit({ actor: viewer.id, action: 'member.delete', subject: id }, tx)
      }),

    /** By the member, who first concludes what is open and empties the wallet. */
    async erase(viewer: Member, password: string): Promise<void> {
      await sessions.checkPassword(viewer, password)
      const { account } = (await store.find(viewer.id)) ?? {}
      if (account && (await wallet.balanceOf(account)) > 0) throw new AppError('conflict', ACCOUNT_MESSAGES.valLeft)
      await store.transaction(async (tx) => {
        const member = await getLocked(tx, viewer.id)
        if (await orders.hasOpen(tx, viewer.id)) throw new AppError('conflict', ACCOUNT_MESSAGES.openOrders)
        await forget(tx, member, { keepWallet: false })
        await records.audit({ actor: viewer.id, action: 'member.erase', subject: viewer.id }, tx)
      })
    },

    /** Unconfirmed accounts and spent links whose time is over. */
    async deleteExpired(): Promise<number> {
      const before = (days: number) => new Date(now().getTime() - days * DAY_MS)
      const stale = await store.unverifiedSince(before(UNCONFIRMED_DAYS), FORGOTTEN_AT_ONCE)
      for (const id of stale) {
        await store.transaction(async (tx) => {
          const member = await store.lock(tx, id)
          if (member && !member.verified) await forget(tx, member, { keepWallet: false })
        })
      }
      return stale.length + (await links.removeExpired(before(EXPIRED_LINK_DAYS)))
    },
  }
}
