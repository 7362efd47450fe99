import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Member, Viewer } from '#domain/accounts/access.ts'
import { AppError, MESSAGES } from '#domain/base/errors.ts'
import { fromHundredths, type Hundredths } from '#domain/base/money.ts'
import type { KnownBalance, Movement, WalletView } from '#domain/val/wallet.schema.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import type { Chain } from '#server/val/chain/client.ts'
import { Reverted } from '#server/val/chain/errors.ts'
import type { ChainTransaction } from '#server/val/chain/token.ts'
import type { makeBalances } from '#server/val/wallet/balances.ts'
import type { Follower } from '#server/val/wallet/follower.ts'
import type { Keys } from '#server/val/wallet/keys.ts'
import { asMovements, type Explain } from '#server/val/wallet/movement-texts.ts'
import type { NonceQueue } from '#server/val/wallet/nonce-queue.ts'
import type { Intent, MemberWallet, TransactionRow, TransactionState } from '#server/val/wallet/rows.ts'
import { MAX_EXPORTED } from '#server/val/wallet/statement.ts'
import type { WalletStore } from '#server/val/wallet/store.ts'

export type Transfer = { key: string; from: MemberWallet | 'treasury'; to: string; amount: Hundredths }
export type Sent = { id: string; hash: string | null; state: TransactionState; failure: string }
export type Progress = Sent & { from: string; to: string }
type TreasuryCall = Omit<ChainTransaction, 'recipient'>
export type WalletService = ReturnType<typeof makeWalletService>

const WAIT_MS = 4_000
const POLL_MS = 250

type Parts = {
  store: WalletStore
  nonceQueue: NonceQueue
  follower: Follower
  balances: ReturnType<typeof makeBalances>
  keys: Keys
  chain: Chain
  now: () => Date
}

const asSent = ({ id, hash, state, failure }: TransactionRow): Sent => ({ id, hash, state, failure })
const asProgress = (row: TransactionRow): Progress => ({ ...asSent(row), from: row.sender, to: row.recipient })
const welcomeKey = (memberId: string): string => `welcome:${memberId}`
const isFinal = (state: TransactionState) => state === 'confirmed' || state === 'failed'

export const makeWalletService = ({ store, nonceQueue, follower, balances, keys, chain, now }: Parts) => {
  const intentOf = ({ key, from, to, amount }: Transfer): Intent => ({
    key,
    kind: 'transfer',
    recipient: to,
    amount,
    at: now(),
    ...(from === 'treasury'
      ? { sender: chain.treasury.address }
      : { sender: from.account, memberId: from.memberId, sealedKey: from.sealedKey }),
  })

  const callOf = (key: string, transaction: TreasuryCall): Intent => ({
    key,
    ...transaction,
    recipient: '',
    sender: chain.treasury.address,
    at: now(),
  })

  const read = async (id: string): Promise<TransactionRow> => {
    const row = await store.find(id)
    if (!row) throw new AppError('notFound', MESSAGES.pageNotFound)
    return row
  }

  const intend = (intent: Intent): Promise<TransactionRow> => store.transaction((tx) => store.intend(intent, tx))

  /** The key of the next attempt: the key itself, or with a number if earlier attempts failed. */
  const attemptOf = async (key: string): Promise<string> => {
    for (let attempt = 1; ; attempt++) {
      const numbered = attempt === 1 ? key : `${key}:${attempt}`
      if ((await store.findByKey(numbered))?.state !== 'failed') return numbered
    }
  }

  /** The VAL a new member starts with, sent as soon as the chain can be reached. Idempotent. */
  const welcome = async (tx: Queries, memberId: string, account: string, amount: Hundredths): Promise<void> => {
    const gift = { key: welcomeKey(memberId), from: 'treasury', to: account, amount } as const
    if (amount > 0) await store.intend(intentOf(gift), tx)
  }

  const welcomed = async (memberId: string, tx?: Queries) => {
    const row = await store.findByKey(welcomeKey(memberId), tx)
    return row && { amount: row.amount, state: row.state }
  }

  const accountOf = async (viewer: Viewer): Promise<string> => {
    const account = viewer && (await store.findAccount(viewer.id))
    if (!account) throw new AppError('notFound', MESSAGES.walletNotFound)
    return account
  }

  // If the chain becomes unreachable meanwhile, the follow-chain job continues with the stored transaction.
  const sendAndFollow = async ({ id, sender, recipient, state }: TransactionRow): Promise<Sent> => {
    if (!isFinal(state)) {
      try {
        await nonceQueue.send(sender)
        await follower.follow()
      } catch (error) {
        if (!(error instanceof AppError && error.kind === 'unavailable')) throw error
      }
      balances.invalidate(sender, recipient)
    }
    return asSent(await read(id))
  }

  /** Waits until the transaction is final or the timeout expires; check the returned state. */
  const waitFor = async (id: string, timeoutMs = WAIT_MS): Promise<Sent> => {
    const deadline = performance.now() + timeoutMs
    for (;;) {
      const row = await read(id)
      if (isFinal(row.state) || performance.now() >= deadline) return asSent(row)
      // Polls as well, because another instance of the server may record the outcome.
      await once(follower.runs, 'end', { signal: AbortSignal.timeout(POLL_MS) }).catch(() => undefined)
    }
  }

  return {
    /** The account that owns the token. */
    treasury: chain.treasury.address as string,
    make: keys.make,
    reveal: keys.open,
    accountOf,
    findWallet: store.findWallet,
    hasOpenTransfers: store.hasOpenTransfers,
    lastMovement: store.lastMovement,
    sentInADay: store.sentInADay,
    sentBy: store.sentBy,
    claimReceipt: store.claimReceipt,
    /** All recorded movements, newest first; does not read the chain. */
    async movementsOf(memberId: string, explain: Explain): Promise<Movement[]> {
      const account = await store.findAccount(memberId)
      if (!account) return []
      return asMovements(await store.movements(account, { size: MAX_EXPORTED }), explain, chain.treasury.address)
    },

    /** Not cached; 0 without a wallet. Not in a transaction: the chain may take long to answer. */
    async readBalance(memberId: string): Promise<Hundredths> {
      const account = await store.findAccount(memberId)
      return account ? chain.balanceOf(account) : 0
    },
    findAccount: store.findAccount,
    usernames: store.usernames,

    async view(viewer: Viewer): Promise<Omit<WalletView, 'nextRound'>> {
      const account = await accountOf(viewer)
      const balance = fromHundredths(await balances.of(account))
      return { account, balance, token: chain.token, chainId: chain.id }
    },

    /** Null instead of an error while the chain is unreachable, because every page shows the balance. */
    async knownBalance({ id }: Member): Promise<KnownBalance> {
      const account = await store.findAccount(id)
      const balance = account ? await balances.of(account).catch(() => null) : null
      return { balance: balance === null ? null : fromHundredths(balance) }
    },

    /**
     * Stores and sends a transfer. The same key is the same transfer. If the chain is unreachable or the balance too low,
     * nothing is stored; once stored, the transfer is made exactly once.
     */
    async transfer(transfer: Transfer): Promise<Sent> {
      const intent = intentOf(transfer)
      const before = await store.findByKey(intent.key)
      if (before) refuseDifferent(before, intent)
      else await refuseImpossible(chain, intent)
      return sendAndFollow(before ?? (await intend(intent)))
    },

    /**
     * Stores and sends a call of the treasury on the token, through the nonce queue of the treasury. If the last attempt with
     * the same key failed, makes another one.
     */
    async treasuryCall(key: string, transaction: TreasuryCall): Promise<Sent> {
      const intent = callOf(await attemptOf(key), transaction)
      if (!(await store.findByKey(intent.key))) await refuseImpossible(chain, intent)
      return sendAndFollow(await intend(intent))
    },

    /** Stores a call of the treasury in the caller's transaction; the follow-chain job sends it. */
    intendTreasuryCall: async (tx: Queries, key: string, transaction: TreasuryCall): Promise<string> =>
      (await store.intend(callOf(key, transaction), tx)).id,

    treasuryBalance: (): Promise<Hundredths> => chain.balanceOf(chain.treasury.address),

    async findOpen(kind: ChainTransaction['kind']): Promise<Sent | undefined> {
      const row = await store.findOpen(kind)
      return row && asSent(row)
    },

    waitFor,
    follow: () => follower.follow(),

    /** The steps of a transfer that is stored in the caller's transaction: check, store, … */
    refuseImpossible: (transfer: Transfer): Promise<void> => refuseImpossible(chain, intentOf(transfer)),
    intend: async (transfer: Transfer, tx: Queries): Promise<string> => (await store.intend(intentOf(transfer), tx)).id,
    /** … send, without waiting for the chain to execute it, … */
    send: async (id: string): Promise<Sent> => sendAndFollow(await read(id)),
    /** … or send and wait until it is final, at most this long. */
    async sendAndWait(id: string, timeoutMs: number): Promise<Progress> {
      const row = await read(id)
      const deadline = performance.now() + timeoutMs
      // After the timeout the follow-chain job continues.
      const sent = sendAndFollow(row)
      sent.catch(() => undefined)
      await Promise.race([sent, sleep(Math.max(0, timeoutMs), undefined, { ref: false })])
      await waitFor(id, deadline - performance.now())
      return asProgress(await read(id))
    },

    progressOf: async (ids: string[], tx?: Queries): Promise<Progress[]> =>
      ids.length === 0 ? [] : (await store.findAll(ids, tx)).map(asProgress),

    welcome,
    welcomed,

    /** Fails with `unavailable` if the chain is unreachable. */
    async figures(): Promise<{ supply: Hundredths; holders: number }> {
      const [supply, holders] = await Promise.all([chain.supply(), chain.holderCount()])
      return { supply, holders }
    },
  }
}

const refuseDifferent = (before: TransactionRow, intent: Intent): void => {
  const isSame =
    before.sender === intent.sender && before.recipient === intent.recipient && before.amount === intent.amount
  if (!isSame) throw new AppError('conflict', MESSAGES.idempotencyKeyReused)
}

const refuseImpossible = async (chain: Chain, intent: Intent): Promise<void> => {
  try {
    await chain.estimate(intent.sender, intent)
  } catch (error) {
    if (!(error instanceof Reverted)) throw error
    throw new AppError('conflict', intent.kind === 'transfer' ? MESSAGES.insufficientBalance : error.message)
  }
}
