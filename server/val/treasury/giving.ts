import { DELETED_MEMBER_NAME } from '#domain/accounts/members.ts'
import { formatPrice, fromHundredths } from '#domain/base/money.ts'
import { TREASURY_MESSAGES } from '#domain/val/treasury.ts'
import type { MembersService } from '#server/accounts/members/service.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import type { Idempotency } from '#server/platform/idempotency/service.ts'
import { type Next, SOON_MS } from '#server/platform/jobs/repeated.ts'
import type { Notices } from '#server/talk/notices/service.ts'
import { nameRef } from '#server/talk/references/references.ts'
import type { GiftDecisions } from '#server/val/treasury/decisions.ts'
import type { GiftRow, TreasuryStore } from '#server/val/treasury/store.ts'
import type { WalletService } from '#server/val/wallet/service.ts'

// Small, so that a file with thousands of gifts does not delay other transfers of the treasury, such as welcome VAL.
const BATCH = 25

type Parts = {
  store: TreasuryStore
  members: MembersService
  wallet: WalletService
  idempotency: Idempotency
  decisions: GiftDecisions
  notices: Notices
}

/** The job that sends stored gifts. A gift and its transfer are updated in one transaction, so that each is paid once. */
export const makeGiving = ({ store, members, wallet, idempotency, decisions, notices }: Parts) => {
  const recordFailure = async (tx: Queries, { id, givenBy }: GiftRow, failure: string): Promise<void> => {
    await store.recordFailure(tx, id, failure)
    await idempotency.release(tx, givenBy, id)
  }

  const storeTransfer = async (tx: Queries, gift: GiftRow, isMember: boolean): Promise<void> => {
    const { id, memberId, amount } = gift
    const account = isMember ? await wallet.findAccount(memberId, tx) : undefined
    if (!account) return recordFailure(tx, gift, TREASURY_MESSAGES.memberDeleted)
    await store.recordSent(
      tx,
      id,
      await wallet.intend({ key: `gift:${id}`, from: 'treasury', to: account, amount }, tx),
    )
  }

  /** Locks a batch of gifts in a state, after the members they concern. */
  const lockGifts = async (tx: Queries, state: 'waiting' | 'sent' | 'revoking' | 'returning') => {
    const found = await store.oldest(tx, state, BATCH)
    const concerned = found.flatMap(({ memberId, givenBy }) => [memberId, givenBy])
    const contacts = await members.contacts(tx, concerned)
    const ids = found.map(({ id }) => id)
    return { contacts, gifts: await store.lock(tx, ids, state) }
  }

  const storeTransfers = (): Promise<number> =>
    store.transaction(async (tx) => {
      const { gifts, contacts } = await lockGifts(tx, 'waiting')
      for (const gift of gifts) await storeTransfer(tx, gift, contacts.has(gift.memberId))
      return gifts.length
    })

  const tell = async (tx: Queries, { memberId, amount, note }: GiftRow): Promise<void> => {
    const about = note ? ` per «${note}»` : ''
    const text = `La tesoreria ti ha dato ${formatPrice({ val: fromHundredths(amount) })}${about}.`
    await notices.tell(tx, { member: memberId, kind: 'payment', text, link: '/portafoglio' })
  }

  /** Notifies only of single gifts; the failures of a file are listed on the page. */
  const tellFailure = async (tx: Queries, { givenBy, importId, amount }: GiftRow, to: string): Promise<void> => {
    if (importId) return
    const val = formatPrice({ val: fromHundredths(amount) })
    const text = `Il regalo di ${val} a ${to} non è riuscito: in tesoreria non c’erano abbastanza VAL.`
    await notices.tell(tx, { member: givenBy, kind: 'payment', text, link: '/tesoreria' })
  }

  /** Records the outcomes of sent gifts; returns how many are final and how many are still pending. */
  const recordOutcomes = (): Promise<{ ended: number; open: number }> =>
    store.transaction(async (tx) => {
      const { gifts } = await lockGifts(tx, 'sent')
      const progress = await wallet.progressOf(
        gifts.flatMap(({ transactionId }) => transactionId ?? []),
        tx,
      )
      const states = new Map(progress.map(({ id, state }) => [id, state]))
      let open = 0
      for (const gift of gifts) {
        const state = states.get(gift.transactionId ?? '')
        if (state === 'confirmed') {
          await store.recordPaid(tx, gift.id)
          await tell(tx, gift)
        } else if (state === 'failed') {
          await recordFailure(tx, gift, TREASURY_MESSAGES.tooLittle)
          await tellFailure(tx, gift, nameRef(gift.memberId))
        } else open++
      }
      return { ended: gifts.length - open, open }
    })

  const tellReturned = async (tx: Queries, gift: GiftRow, failure: string, to: string): Promise<void> => {
    const val = formatPrice({ val: fromHundredths(gift.amount) })
    const text = `La tesoreria ha ripreso ${val} che ti aveva dato per errore.`
    if (!failure) await notices.tell(tx, { member: gift.memberId, kind: 'payment', text, link: '/portafoglio' })
    else if (!gift.importId) {
      const told = `I ${val} dati a ${to} non sono tornati in tesoreria: nel suo portafoglio non c’erano più.`
      await notices.tell(tx, { member: gift.givenBy, kind: 'payment', text: told, link: '/tesoreria' })
    }
  }

  /** Stores the transfers back of gifts of a file that have arrived; returns how many are still on their way. */
  const storeReturns = (): Promise<{ ended: number; open: number }> =>
    store.transaction(async (tx) => {
      const { gifts } = await lockGifts(tx, 'revoking')
      const progress = await wallet.progressOf(
        gifts.flatMap(({ transactionId }) => transactionId ?? []),
        tx,
      )
      const states = new Map(progress.map(({ id, state }) => [id, state]))
      let open = 0
      for (const gift of gifts) {
        const state = states.get(gift.transactionId ?? '')
        if (state === 'failed') await recordFailure(tx, gift, TREASURY_MESSAGES.tooLittle)
        else if (state !== 'confirmed') open++
        else if (!(await decisions.storeReturn(tx, gift)))
          await store.recordKept(tx, gift.id, TREASURY_MESSAGES.valSpent)
      }
      return { ended: gifts.length - open, open }
    })

  const recordReturns = (): Promise<{ ended: number; open: number }> =>
    store.transaction(async (tx) => {
      const { gifts, contacts } = await lockGifts(tx, 'returning')
      let open = 0
      for (const gift of gifts) {
        const [progress] = await wallet.progressOf(gift.returnId ? [gift.returnId] : [], tx)
        if (progress?.state !== 'confirmed' && progress?.state !== 'failed') {
          open++
          continue
        }
        const failure = progress.state === 'failed' ? TREASURY_MESSAGES.valSpent : ''
        await (failure ? store.recordKept(tx, gift.id, failure) : store.recordRevoked(tx, gift.id))
        await tellReturned(tx, gift, failure, contacts.get(gift.memberId)?.shownName ?? DELETED_MEMBER_NAME)
      }
      return { ended: gifts.length - open, open }
    })

  return {
    hasOpen: () => store.hasOpen,

    /** Processes one batch; to be repeated until no gift is open. */
    async give(): Promise<Next> {
      const outcomes = await recordOutcomes()
      const stored = outcomes.open > 0 ? 0 : await storeTransfers()
      const back = [outcomes, await storeReturns(), await recordReturns()]
      if (stored > 0 || back.some(({ ended }) => ended > 0)) return SOON_MS
      return back.some(({ open }) => open > 0) ? 'later' : 'done'
    },
  }
}
