import { DELETED_MEMBER_NAME } from '#domain/accounts/members.ts'
import { formatPrice, fromHundredths, type Hundredths } from '#domain/base/money.ts'
import { TREASURY_MESSAGES } from '#domain/val/treasury.ts'
import type { ContactRow } from '#server/accounts/members/rows.ts'
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
  now: () => Date
}

type Handle<Result> = (tx: Queries, gift: GiftRow, to: string) => Promise<Result>
type Handlers = {
  transferOf: (gift: GiftRow) => string | null
  /** `later` if the gift is to be looked at again. */
  confirmed: Handle<'later' | undefined>
  failed: Handle<void>
}

const valOf = (amount: Hundredths): string => formatPrice({ val: fromHundredths(amount) })

/** The job that sends stored gifts. A gift and its transfer are updated in one transaction, so that each is paid once. */
export const makeGiving = ({ store, members, wallet, idempotency, decisions, notices, now }: Parts) => {
  const recordFailure = async (tx: Queries, { id, givenBy }: GiftRow, failure: string): Promise<void> => {
    await store.recordFailure(tx, id, failure)
    await idempotency.release(tx, givenBy, id)
  }

  /** Somebody may have left or been suspended since the file was read. */
  const storeTransfer = async (tx: Queries, gift: GiftRow, to: ContactRow | undefined): Promise<void> => {
    const { id, memberId, amount } = gift
    if (to?.isSuspended) return recordFailure(tx, gift, TREASURY_MESSAGES.memberSuspended)
    const account = to ? await wallet.findAccount(memberId, tx) : undefined
    if (!account) return recordFailure(tx, gift, TREASURY_MESSAGES.memberDeleted)
    await store.recordSent(
      tx,
      id,
      await wallet.intend({ key: `gift:${id}`, from: 'treasury', to: account, amount }, tx),
    )
  }

  /** Locks a batch of gifts in a state, after the members they concern. */
  const lockGifts = async (tx: Queries, state: 'waiting' | 'sent' | 'revoking' | 'returning') => {
    const found = await store.oldest(state, BATCH, tx)
    const concerned = found.flatMap(({ memberId, givenBy }) => [memberId, givenBy])
    const contacts = await members.contacts(tx, concerned)
    const ids = found.map(({ id }) => id)
    return { contacts, gifts: await store.lock(tx, ids, state) }
  }

  const storeTransfers = (): Promise<number> =>
    store.transaction(async (tx) => {
      const { gifts, contacts } = await lockGifts(tx, 'waiting')
      for (const gift of gifts) await storeTransfer(tx, gift, contacts.get(gift.memberId))
      return gifts.length
    })

  const tell = async (tx: Queries, { memberId, amount, note }: GiftRow): Promise<void> => {
    const about = note ? ` per «${note}»` : ''
    const text = `La tesoreria ti ha dato ${valOf(amount)}${about}.`
    await notices.tell(tx, { member: memberId, kind: 'payment', text, link: '/portafoglio' })
  }

  /** Notifies only of single gifts; the failures of a file are listed on the page. */
  const tellFailure = async (tx: Queries, { givenBy, importId, amount }: GiftRow, to: string): Promise<void> => {
    if (importId) return
    const text = `Il regalo di ${valOf(amount)} a ${to} non è riuscito: in tesoreria non c’erano abbastanza VAL.`
    await notices.tell(tx, { member: givenBy, kind: 'payment', text, link: '/tesoreria' })
  }

  /** Deals with gifts in a state, whose transfers have ended; returns how many are final and how many are still pending. */
  const follow = (state: 'sent' | 'revoking' | 'returning', { transferOf, confirmed, failed }: Handlers) =>
    store.transaction(async (tx) => {
      const { gifts, contacts } = await lockGifts(tx, state)
      const progress = await wallet.progressOf(
        gifts.flatMap((gift) => transferOf(gift) ?? []),
        tx,
      )
      const states = new Map(progress.map(({ id, state }) => [id, state]))
      let ended = 0
      for (const gift of gifts) {
        const outcome = states.get(transferOf(gift) ?? '')
        const to = contacts.get(gift.memberId)?.shownName ?? DELETED_MEMBER_NAME
        if (outcome === 'failed') await failed(tx, gift, to)
        else if (outcome !== 'confirmed' || (await confirmed(tx, gift, to)) === 'later') continue
        ended += 1
      }
      return { ended, open: gifts.length - ended }
    })

  const recordOutcomes = () =>
    follow('sent', {
      transferOf: ({ transactionId }) => transactionId,
      async confirmed(tx, gift) {
        await store.recordPaid(tx, gift.id, now())
        await tell(tx, gift)
      },
      async failed(tx, gift) {
        await recordFailure(tx, gift, TREASURY_MESSAGES.tooLittle)
        await tellFailure(tx, gift, nameRef(gift.memberId))
      },
    })

  const tellReturned = async (tx: Queries, { memberId, amount }: GiftRow): Promise<void> => {
    const text = `La tesoreria ha ripreso ${valOf(amount)} che ti aveva dato per errore.`
    await notices.tell(tx, { member: memberId, kind: 'payment', text, link: '/portafoglio' })
  }

  const tellKept = async (tx: Queries, { givenBy, importId, amount }: GiftRow, to: string): Promise<void> => {
    if (importId) return
    const text = `I ${valOf(amount)} dati a ${to} non sono tornati in tesoreria: nel suo portafoglio non c’erano più.`
    await notices.tell(tx, { member: givenBy, kind: 'payment', text, link: '/tesoreria' })
  }

  /** Stores the transfers back of gifts of a file that have arrived. */
  const storeReturns = async () => {
    const found = await store.oldest('revoking', BATCH)
    const balances = new Map(
      await Promise.all(found.map(async (gift) => [gift.id, await decisions.readBalance(gift)] as const)),
    )
    return follow('revoking', {
      transferOf: ({ transactionId }) => transactionId,
      async confirmed(tx, gift) {
        const balance = balances.get(gift.id)
        if (balance === undefined) return 'later'
        if (await decisions.storeReturn(tx, gift, balance)) return undefined
        await store.recordKept(tx, gift.id, TREASURY_MESSAGES.valSpent, now())
        await tellKept(tx, gift, nameRef(gift.memberId))
        return undefined
      },
      failed: (tx, gift) => recordFailure(tx, gift, TREASURY_MESSAGES.tooLittle),
    })
  }

  const recordReturns = () =>
    follow('returning', {
      transferOf: ({ returnId }) => returnId,
      async confirmed(tx, gift) {
        await store.recordRevoked(tx, gift.id)
        await tellReturned(tx, gift)
      },
      async failed(tx, gift, to) {
        await store.recordKept(tx, gift.id, TREASURY_MESSAGES.valSpent, now())
        await tellKept(tx, gift, to)
      },
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
