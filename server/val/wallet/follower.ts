import { EventEmitter } from 'node:events'
import type { Queries } from '#server/platform/db/pool.ts'
import type { Chain } from '#server/val/chain/client.ts'
import type { TokenEvent } from '#server/val/chain/token-events.ts'
import type { TokenEntry } from '#server/val/currency/entries.ts'
import type { LockedCursor, makeCursorStore } from '#server/val/wallet/cursor-store.ts'
import { pairWith } from '#server/val/wallet/pairing.ts'
import type { MovementRow } from '#server/val/wallet/rows.ts'

// Nodes limit the number of blocks per request.
const RANGE = 100

/** Records events in the figures of the currency; returns the new ones. */
export type RecordEvents = (tx: Queries, events: TokenEvent[], treasury: string) => Promise<TokenEntry[]>
export type Follower = ReturnType<typeof makeFollower>

/**
 * Records the chain in the database, block by block: the outcome of our transactions and the movements of every wallet.
 * The database therefore always holds a prefix of the chain, from which restore.ts can rebuild it.
 */
export const makeFollower = (
  store: ReturnType<typeof makeCursorStore>,
  chain: Chain,
  recordEvents: RecordEvents,
  now: () => Date,
) => {
  const runs = new EventEmitter<{ end: [] }>().setMaxListeners(0)
  let running: Promise<void> | undefined
  let paired = false
  let again: Promise<void> | undefined

  // Returns true if there are more blocks.
  const read = async (locked: LockedCursor): Promise<boolean> => {
    const { cursor } = locked
    const head = await chain.head()
    const open = await locked.open()
    if (head <= cursor.block && open.length === 0) return false
    const to = Math.min(head, cursor.block + RANGE)
    const receipts = await Promise.all(
      open.map(async ({ id, hash }) => ({ id, receipt: await chain.findReceipt(hash) })),
    )
    const outcomes = receipts
      .flatMap(({ id, receipt }) =>
        receipt && receipt.block <= Math.max(to, cursor.block) ? [{ id, ...receipt }] : [],
      )
      .sort((one, other) => one.block - other.block || one.index - other.index)
    await locked.settle(outcomes, now())
    if (to <= cursor.block) return false
    const events = await chain.events(cursor.block + 1, to)
    const entries = await recordEvents(locked.tx, events, chain.treasury.address)
    await locked.add(entries.flatMap(movementsOf))
    await locked.moveTo(to)
    return to < head
  }

  const follow = async (): Promise<void> => {
    if (!paired) await pairWith(chain, store)
    paired = true
    let more: boolean | undefined = true
    while (more) more = await store.withLock(read)
    runs.emit('end')
  }

  return {
    /** Records the chain up to the current block. Calls during a run share the next one. */
    async follow(): Promise<void> {
      if (!running) {
        running = follow().finally(() => {
          running = undefined
        })
        return running
      }
      again ??= running
        .catch(() => undefined)
        .then(() => {
          again = undefined
          return this.follow()
        })
      return again
    },
    /** Emits `end` after each run. */
    runs,
  }
}

/** The statement entries of the wallets that an event concerns. */
const movementsOf = (entry: TokenEntry): MovementRow[] => {
  const { kind, from, to, amount, fromBalance, toBalance, transactionHash, at } = entry
  if (amount === 0) return []
  const source = { transactionHash, at }
  switch (kind) {
    case 'mint':
      return [{ ...source, account: to, kind: 'mint', counterpart: '', amount, balance: toBalance }]
    case 'evaporation':
      return [{ ...source, account: from, kind, counterpart: '', amount: -amount, balance: fromBalance }]
    case 'transfer':
      return [
        { ...source, account: from, kind: 'out', counterpart: to, amount: -amount, balance: fromBalance },
        { ...source, account: to, kind: 'in', counterpart: from, amount, balance: toBalance },
      ]
  }
}
