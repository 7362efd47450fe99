import { formatPrice, fromHundredths } from '#domain/money.ts'
import { TREASURY_MESSAGES } from '#domain/treasury.ts'
import type { Queries } from '#server/db/pool.ts'
import type { MembersService } from '#server/members/service.ts'
import type { Notices } from '#server/notices/service.ts'
import type { GiftRow, TreasuryStore } from '#server/treasury/store.ts'
import type { WalletService } from '#server/wallet/service.ts'

// A file of thousands of gifts must not keep the treasury from sending welcome VAL in between.
const BATCH = 25
const WAIT_MS = 5_000

type Parts = {
  store: TreasuryStore
  members: Pick<MembersService, 'contacts'>
  wallet: Pick<WalletService, 'findAccount' | 'intend' | 'progressOf' | 'waitFor'>
  notices: Pick<Notices, 'tell'>
}

/** The job that gives stored gifts, one transfer each. A gift and its transfer change in one transaction: each is paid once. */
export const makeGiving = ({ store, members, wallet, notices }: Parts) => {
  const storeTransfer = async (tx: Queries, { id, memberId, amount }: GiftRow, isMember: boolean): Promise<void> => {
    const account = isMember ? await wallet.findAccount(memberId, tx) : undefined
    if (!account) return store.recordFailure(tx, id, TREASURY_MESSAGES.memberDeleted)
    await store.recordSent(
      tx,
      id,
      await wallet.intend({ key: `gift:${id}`, from: 'treasury', to: account, amount }, tx),
    )
  }

  const storeTransfers = (): Promise<number> =>
    store.transaction(async (tx) => {
      const waiting = await store.lockWaiting(tx, BATCH)
      const contacts = await members.contacts(tx, [...new Set(waiting.map(({ memberId }) => memberId))])
      for (const gift of waiting) await storeTransfer(tx, gift, contacts.has(gift.memberId))
      return waiting.length
    })

  const tell = async (tx: Queries, { memberId, amount, note }: GiftRow): Promise<void> => {
    const about = note ? ` per «${note}»` : ''
    const text = `La tesoreria ti ha dato ${formatPrice({ val: fromHundredths(amount) })}${about}.`
    if ((await members.contacts(tx, [memberId])).has(memberId))
      await notices.tell(tx, { member: memberId, kind: 'payment', text, link: '/portafoglio' })
  }

  /** Records the outcome of transfers; returns one that is still under way. */
  const recordOutcomes = (): Promise<string | undefined> =>
    store.transaction(async (tx) => {
      const sent = await store.lockSent(tx, BATCH)
      const progress = await wallet.progressOf(
        sent.flatMap(({ transactionId }) => transactionId ?? []),
        tx,
      )
      const byId = new Map(progress.map((one) => [one.id, one]))
      let open: string | undefined
      // A notice locks its member: by their ids, as everywhere.
      for (const gift of sent.toSorted((one, other) => one.memberId.localeCompare(other.memberId))) {
        const { state, failure = '' } = byId.get(gift.transactionId ?? '') ?? {}
        if (state === 'confirmed') {
          await store.recordPaid(tx, gift.id)
          await tell(tx, gift)
        } else if (state === 'failed') await store.recordFailure(tx, gift.id, failure || TREASURY_MESSAGES.tooLittle)
        else open = gift.transactionId ?? open
      }
      return open
    })

  let isRunning = false
  const giveAll = async (stopping: AbortSignal): Promise<void> => {
    while (!stopping.aborted) {
      const open = await recordOutcomes()
      if (open) await wallet.waitFor(open, WAIT_MS)
      else if ((await storeTransfers()) === 0) return
    }
  }

  return {
    async give(stopping: AbortSignal): Promise<void> {
      if (isRunning) return
      isRunning = true
      await giveAll(stopping).finally(() => {
        isRunning = false
      })
    },
  }
}
