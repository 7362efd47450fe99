import type { Member } from '#domain/accounts/access.ts'
import { ACCOUNT_MESSAGES } from '#domain/accounts/members.ts'
import type { ErasurePreview } from '#domain/accounts/privacy.schema.ts'
import { EXPIRED_LINK_DAYS, KNOWN_NETWORK_DAYS, UNCONFIRMED_DAYS } from '#domain/accounts/retention.ts'
import { DAY_MS } from '#domain/base/dates.ts'
import { AppError } from '#domain/base/errors.ts'
import { fromHundredths } from '#domain/base/money.ts'
import type { Administration } from '#server/accounts/members/administration.ts'
import type { MembersParts } from '#server/accounts/members/parts.ts'
import type { MemberRow } from '#server/accounts/members/rows.ts'
import type { Sessions } from '#server/accounts/sessions/sessions.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import { jobs } from '#server/platform/jobs/jobs.ts'

const BATCH_SIZE = 100
const TRANSFER_SECONDS = 60

/** Deletes accounts: by an admin, by the member, or because the address was never verified. */
export const makeErasure = (parts: MembersParts, sessions: Sessions, administration: Administration) => {
  const { store, links, networks, sessionRows, orders, rings, anonymiseReports, records, wallet, now } = parts

  const eraseByAddress = async (tx: Queries, { email, pendingEmail }: MemberRow): Promise<void> => {
    await parts.newsletter.leave({ email }, tx)
    await parts.mail.removeTo(tx, email)
    if (pendingEmail) await parts.mail.removeTo(tx, pendingEmail)
  }

  /** Orders and reviews, which others need, stay without a name. The wallet stays until it is empty (see sweeping.ts). */
  const erasePersonalData = async (tx: Queries, member: MemberRow): Promise<void> => {
    // Orders are locked before listings.
    await orders.blankTexts(tx, member.id)
    await rings.removeOf(tx, member.id)
    await parts.listings.removeOf(tx, member.id)
    await parts.uploads.setLogo(tx, member.id, '')
    await parts.reviews.anonymise(tx, member.id)
    await parts.blocks.removeOf(tx, member.id)
    await parts.removeDeskCard(tx, member.id)
    await parts.idempotency.removeOf(tx, member.id)
    await parts.forgetTransfers(tx, member.id)
    await parts.blankGiftNotes(tx, member.id)
    // An address that was never verified may be another person's.
    if (member.verified) await eraseByAddress(tx, member)
    await parts.newsletter.forgetMember(tx, member.id)
    await links.removeAll(tx, member.id)
    await networks.removeAll(tx, member.id)
    await sessionRows.removeAll(tx, member.id)
    await parts.removePasskeys(tx, member.id)
    await parts.imports.removeInvitation(tx, member.id)
    await parts.eraseMessages(tx, member.id)
    await parts.notices.removeOf(tx, member.id)
    await parts.favourites.removeOf(tx, member.id)
    await parts.alerts.removeOf(tx, member.id)
    await records.consent({ subject: `member:${member.id}`, purpose: 'privacy', event: 'withdrawn' }, tx)
    await store.anonymise(tx, member.id, now())
    if (member.account) await jobs.add(tx, 'sweep-wallets', {})
  }

  /** Transfers lock the rows of both members, so none begins while this one is locked. */
  const remove = async (tx: Queries, id: string, by: Member): Promise<void> => {
    const others = [...(await orders.othersInOpen(tx, id)), ...(await rings.mates(tx, id))]
    await administration.assertNotLastAdmin(tx, id, others)
    const member = await store.lock(tx, id)
    if (!member) throw new AppError('notFound', ACCOUNT_MESSAGES.memberNotFound)
    if (member.account && (await wallet.hasOpenTransfers(tx, member.account)))
      throw new AppError('conflict', ACCOUNT_MESSAGES.transferOpen, { retryAfter: TRANSFER_SECONDS })
    // Reports are locked before orders and listings.
    await anonymiseReports(tx, id)
    await parts.closeRequests(tx, { memberId: id, by, contacts: store.contacts })
    await erasePersonalData(tx, member)
  }

  /** One batch of the accounts registered before this moment; returns its size. */
  const deleteUnverified = async (before: Date): Promise<number> => {
    const ids = await store.unverifiedSince(before, BATCH_SIZE)
    for (const id of ids)
      await store.transaction(async (tx) => {
        const member = await store.lock(tx, id)
        if (!member || member.verified) return
        await anonymiseReports(tx, id)
        await erasePersonalData(tx, member)
      })
    return ids.length
  }

  return {
    /** By an admin. */
    remove: (id: string, viewer: Member): Promise<void> =>
      store.transaction(async (tx) => {
        await remove(tx, id, viewer)
        await records.audit({ actor: viewer.id, action: 'member.delete', subject: id }, tx)
      }),

    /** What the member gives up with the account. The VAL are null while the chain is unreachable. */
    async preview(viewer: Member): Promise<ErasurePreview> {
      const balance = wallet.readBalance(viewer.id).catch(() => null)
      const [openRequests, val] = await Promise.all([orders.countOpen(viewer.id), balance])
      return { openRequests, val: val === null ? null : fromHundredths(val) }
    },

    /** By the member. */
    async erase(viewer: Member, password: string): Promise<void> {
      await sessions.checkPasswordUnheld(viewer, password)
      await store.transaction(async (tx) => {
        await remove(tx, viewer.id, viewer)
        await records.audit({ actor: viewer.id, action: 'member.erase', subject: viewer.id }, tx)
      })
    },

    /** Deletes unverified accounts and expired links after their retention time. */
    async deleteExpired(): Promise<void> {
      const before = (days: number) => new Date(now().getTime() - days * DAY_MS)
      while ((await deleteUnverified(before(UNCONFIRMED_DAYS))) === BATCH_SIZE);
      await store.removeEndedSessions(now())
      await sessionRows.removeExpired(now())
      await networks.removeUnseenSince(before(KNOWN_NETWORK_DAYS))
      await links.removeExpired(before(EXPIRED_LINK_DAYS))
    },
  }
}
