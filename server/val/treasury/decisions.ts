import { randomUUID } from 'node:crypto'
import type { Member } from '#domain/accounts/access.ts'
import { DELETED_MEMBER_NAME } from '#domain/accounts/members.ts'
import { dative } from '#domain/accounts/names.ts'
import { AppError } from '#domain/base/errors.ts'
import { formatPrice, fromHundredths, type Hundredths } from '#domain/base/money.ts'
import { REVOKE_MINUTES, TREASURY_MESSAGES } from '#domain/val/treasury.ts'
import type { MembersService } from '#server/accounts/members/service.ts'
import type { Audit } from '#server/platform/audit.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import { jobs } from '#server/platform/jobs/jobs.ts'
import type { Notices } from '#server/talk/notices/service.ts'
import { problemWith } from '#server/val/treasury/importing.ts'
import { TREASURY_PATH } from '#server/val/treasury/second-yes.ts'
import type { GiftRow, OpenGift, StoredImport, TreasuryStore } from '#server/val/treasury/store.ts'
import type { WalletService } from '#server/val/wallet/service.ts'

type Parts = {
  store: TreasuryStore
  members: MembersService
  wallet: WalletService
  notices: Notices
  audit: Audit
  now: () => Date
}
export type GiftDecisions = ReturnType<typeof makeGiftDecisions>

const REVOKE_MS = REVOKE_MINUTES * 60_000
export const revocableUntil = (paidAt: Date): Date => new Date(paidAt.getTime() + REVOKE_MS)
/** What has arrived since then can be taken back. */
export const revocableSince = (at: Date): Date => new Date(at.getTime() - REVOKE_MS)

const conflict = (message: string) => new AppError('conflict', message)
const valOf = ({ amount }: { amount: number }): string => formatPrice({ val: fromHundredths(amount) })
const peopleOf = ({ gifts }: StoredImport): string => (gifts === 1 ? 'a una persona' : `a ${gifts} persone`)

/** The second yes to gifts, and taking them back; of a single gift or of a whole file, by their ids. */
export const makeGiftDecisions = ({ store, members, wallet, notices, audit, now }: Parts) => {
  const assertMayApprove = ({ state, givenBy }: { state: string; givenBy: string }, viewer: Member): void => {
    if (givenBy === viewer.id) throw new AppError('forbidden', TREASURY_MESSAGES.ownYes)
    if (state !== 'proposed') throw conflict(TREASURY_MESSAGES.notProposed)
  }

  const record = async (
    tx: Queries,
    action: 'treasury.approve' | 'treasury.withdraw' | 'treasury.stop' | 'treasury.revoke',
    viewer: Member,
    { subject, amount, gift, gifts }: { subject: string; amount: number; gift?: string; gifts?: number },
  ): Promise<void> => {
    const about = { ...(gift && { gift }), ...(gifts && { gifts: String(gifts) }) }
    const details = { amount: String(fromHundredths(amount)), ...about }
    await audit.record({ actor: viewer.id, action, subject, details }, tx)
    await jobs.add(tx, 'give-gifts', {})
  }

  /** Tells the admin who gave, if another one decides. */
  const tellGiver = async (tx: Queries, givenBy: string, viewer: Member, text: string): Promise<void> => {
    const contacts = await members.contacts(tx, [givenBy])
    if (givenBy !== viewer.id && contacts.has(givenBy))
      await notices.tell(tx, { member: givenBy, kind: 'payment', text, link: TREASURY_PATH })
  }

  const approveGift = async (tx: Queries, found: GiftRow, viewer: Member): Promise<void> => {
    const contacts = await members.contacts(tx, [found.memberId, found.givenBy, viewer.id])
    const gift = await store.lockGift(tx, found.id)
    if (!gift) throw new AppError('notFound', TREASURY_MESSAGES.giftNotFound)
    assertMayApprove(gift, viewer)
    const { memberId, amount } = gift
    const account = contacts.has(memberId) ? await wallet.findAccount(memberId, tx) : undefined
    if (!account) throw conflict(TREASURY_MESSAGES.memberDeleted)
    const transactionId = await wallet.intend({ key: `gift:${gift.id}`, from: 'treasury', to: account, amount }, tx)
    await store.approve(tx, gift.id, { by: viewer.id, at: now(), transactionId })
    await record(tx, 'treasury.approve', viewer, { subject: memberId, amount })
    const to = dative(contacts.get(memberId)?.shownName ?? DELETED_MEMBER_NAME)
    await tellGiver(tx, gift.givenBy, viewer, `C’è il secondo sì: ${valOf(gift)} vanno ${to}.`)
  }

  const approveImport = async (tx: Queries, { id, givenBy }: StoredImport, viewer: Member): Promise<void> => {
    await members.contacts(tx, [givenBy, viewer.id])
    const file = await store.lockImport(tx, id)
    if (!file) throw new AppError('notFound', TREASURY_MESSAGES.giftNotFound)
    assertMayApprove(file, viewer)
    await store.approveImport(tx, id, { by: viewer.id, at: now() })
    await record(tx, 'treasury.approve', viewer, { subject: id, amount: file.amount, gifts: file.gifts })
    await tellGiver(tx, givenBy, viewer, `C’è il secondo sì: ${valOf(file)} vanno ${peopleOf(file)}, dal tuo file.`)
  }

  /** The member's VAL once the gift has arrived; undefined before. Not in a transaction, because it asks the chain. */
  const readBalance = async ({ memberId, transactionId }: OpenGift): Promise<Hundredths | undefined> => {
    const [sent] = await wallet.progressOf(transactionId ? [transactionId] : [])
    return sent?.state === 'confirmed' ? wallet.readBalance(memberId) : undefined
  }

  /** Stores the transfer back to the treasury, of a locked gift that has arrived; false if the balance is too low. */
  const storeReturn = async (tx: Queries, { id, memberId, amount }: GiftRow, balance: Hundredths): Promise<boolean> => {
    const from = await wallet.findWallet(memberId, tx)
    if (!from || balance < amount) return false
    const key = `gift-return:${id}:${randomUUID()}`
    await store.recordReturning(tx, id, await wallet.intend({ key, from, to: wallet.treasury, amount }, tx))
    return true
  }

  const takeBack = async (tx: Queries, gift: GiftRow, balance: Hundredths | undefined): Promise<string> => {
    const { id, state, transactionId, paidAt } = gift
    if (state === 'proposed' || state === 'waiting') {
      await store.recordRevoked(tx, id)
      return TREASURY_MESSAGES.revokedBefore
    }
    if (state === 'failed') throw conflict(TREASURY_MESSAGES.giftFailed)
    if (state !== 'sent' && state !== 'paid') throw conflict(TREASURY_MESSAGES.alreadyRevoked)
    if (paidAt && now() > revocableUntil(paidAt)) throw conflict(TREASURY_MESSAGES.revokeTooLate)
    const [sent] = await wallet.progressOf(transactionId ? [transactionId] : [], tx)
    if (sent?.state === 'failed') throw conflict(TREASURY_MESSAGES.giftFailed)
    if (balance === undefined) {
      await store.recordRevoking(tx, id)
      return TREASURY_MESSAGES.revokedOnTheWay
    }
    if (!(await storeReturn(tx, gift, balance))) throw conflict(TREASURY_MESSAGES.valSpent)
    return TREASURY_MESSAGES.revoked
  }

  const actionFor = ({ state }: GiftRow) => {
    if (state === 'proposed') return 'treasury.withdraw'
    return state === 'waiting' ? 'treasury.stop' : 'treasury.revoke'
  }

  const revokeGift = async (
    tx: Queries,
    found: GiftRow,
    viewer: Member,
    balance: Hundredths | undefined,
  ): Promise<string> => {
    const contacts = await members.contacts(tx, [found.memberId, found.givenBy, viewer.id])
    const gift = await store.lockGift(tx, found.id)
    if (!gift) throw new AppError('notFound', TREASURY_MESSAGES.giftNotFound)
    const message = await takeBack(tx, gift, balance)
    await record(tx, actionFor(gift), viewer, { subject: gift.memberId, amount: gift.amount, gift: gift.id })
    const to = dative(contacts.get(gift.memberId)?.shownName ?? DELETED_MEMBER_NAME)
    await tellGiver(tx, gift.givenBy, viewer, `Il tuo regalo di ${valOf(gift)} ${to} è stato annullato.`)
    return message
  }

  const revokeImport = async (tx: Queries, { id, givenBy }: StoredImport, viewer: Member): Promise<string> => {
    await members.contacts(tx, [givenBy, viewer.id])
    const file = await store.lockImport(tx, id)
    if (!file) throw new AppError('notFound', TREASURY_MESSAGES.giftNotFound)
    if (file.state === 'revoked') throw conflict(TREASURY_MESSAGES.alreadyRevoked)
    const { stopped, revoking } = await store.revokeImport(tx, id, revocableSince(now()))
    if (stopped + revoking === 0) throw conflict(TREASURY_MESSAGES.revokeTooLate)
    const about = { subject: id, gifts: file.gifts }
    const stop = file.state === 'proposed' ? 'treasury.withdraw' : 'treasury.stop'
    if (stopped > 0) await record(tx, stop, viewer, { ...about, amount: stopped })
    if (revoking > 0) await record(tx, 'treasury.revoke', viewer, { ...about, amount: revoking })
    await tellGiver(
      tx,
      givenBy,
      viewer,
      `Del tuo file ${peopleOf(file)} sono stati annullati ${valOf({ amount: stopped + revoking })}.`,
    )
    return revoking > 0 ? TREASURY_MESSAGES.revokedFile : TREASURY_MESSAGES.revokedBefore
  }

  /** Gifts of a file are decided with the whole file. */
  const decide = async <T>(
    id: string,
    ofGift: (tx: Queries, gift: GiftRow) => Promise<T>,
    ofImport: (tx: Queries, file: StoredImport) => Promise<T>,
  ): Promise<T> => {
    const [gift, file] = [await store.find(id), await store.findImport(id)]
    return store.transaction((tx) => {
      if (gift && !gift.importId) return ofGift(tx, gift)
      if (file) return ofImport(tx, file)
      throw new AppError('notFound', TREASURY_MESSAGES.giftNotFound)
    })
  }

  return {
    readBalance,
    storeReturn,

    async approve(id: string, viewer: Member): Promise<string> {
      const gift = await store.find(id)
      if (gift && !gift.importId && gift.state === 'proposed') {
        const name = (await members.usernames([gift.memberId])).get(gift.memberId) ?? ''
        const problem = problemWith(await members.findRecipient(name, ''))
        if (problem) throw conflict(problem)
      }
      await decide(
        id,
        (tx, found) => approveGift(tx, found, viewer),
        (tx, found) => approveImport(tx, found, viewer),
      )
      return TREASURY_MESSAGES.approved
    },

    /** Withdraws a proposal, stops what has not left, or takes VAL back that arrived within the hour and are still there. */
    async revoke(id: string, viewer: Member): Promise<string> {
      const gift = await store.find(id)
      const balance = gift && !gift.importId ? await readBalance(gift) : undefined
      return decide(
        id,
        (tx, found) => revokeGift(tx, found, viewer, balance),
        (tx, found) => revokeImport(tx, found, viewer),
      )
    },
  }
}
