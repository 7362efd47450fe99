import type { Chain } from '#server/chain/client.ts'
import type { TokenEvent } from '#server/chain/token-events.ts'
import type { LockedCursor, makeCursorStore } from '#server/wallet/cursor-store.ts'
import { pairWith } from '#server/wallet/pairing.ts'
import type { MovementRow } from '#server/wallet/rows.ts'

// Nodes limit the number of blocks per request.
const RANGE = 100

export type Follower = ReturnType<typeof makeFollower>

/**
 * Records the chain in the database, block by block: the outcome of our transactions and the movements of every wallet.
 * The database therefore always holds a prefix of the chain, from which restore.ts can rebuild it.
 */
export const makeFollower = (store: ReturnType<typeof makeCursorStore>, chain: Chain) => {
  const listeners: (() => void)[] = []
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
    await locked.settle(outcomes)
    if (to <= cursor.block) return false
    await record(locked, await chain.events(cursor.block + 1, to))
    await locked.moveTo(to)
    return to < head
  }

  const follow = async (): Promise<void> => {
    if (!paired) await pairWith(chain, store)
    paired = true
    let more: boolean | undefined = true
    while (more) more = await store.withLock(read)
    for (const notify of listeners.splice(0)) notify()
  }

  return {
    /** Brings the database up to the current block; calls made meanwhile share the next run. */
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
    /** Resolves after the next run, or after the timeout: another instance of the server may have done it. */
    nextRun: (milliseconds: number): Promise<void> =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, milliseconds)
        listeners.push(() => {
          clearTimeout(timer)
          resolve()
        })
      }),
  }
}

const record = async (locked: LockedCursor, events: TokenEvent[]): Promise<void> => {
  const known = await locked.known([...new Set(events.map((event) => event.transactionHash))])
  const fresh = events.filter((event) => !known.has(event.transactionHash))
  const accounts = fresh.flatMap((event) =>
    ('to' in event ? [event.to] : []).concat('from' in event ? [event.from] : []),
  )
  const balances = await locked.balances([...new Set(accounts)])
  await locked.add(fresh.flatMap((event) => movementsOf(event, balances)))
}

/** The movements of the wallets an event concerns; updates `balances`. */
const movementsOf = (event: TokenEvent, balances: Map<string, number>): MovementRow[] => {
  const { transactionHash, at } = event
  const movement = (account: string, kind: MovementRow['kind'], amount: number, counterpart = ''): MovementRow => {
    const balance = (balances.get(account) ?? 0) + amount
    balances.set(account, balance)
    return { account, kind, counterpart, amount, balance, transactionHash, at }
  }
  switch (event.name) {
    case 'moved':
      if (event.amount === 0) return []
      return [
        ...(event.from === ZERO_ADDRESS ? [] : [movement(event.from, 'out', -event.amount, event.to)]),
        movement(
          event.to,
          event.from === ZERO_ADDRESS ? 'mint' : 'in',
          event.amount,
          event.from === ZERO_ADDRESS ? '' : event.from,
        ),
      ]
    case 'minted':
      return [movement(event.to, 'mint', event.amount)]
    case 'evaporated': {
      const lost = event.balance - (balances.get(event.from) ?? 0)
      return lost === 0 ? [] : [movement(event.from, 'evaporation', lost)]
    }
  }
}

const ZERO_ADDRESS = '0x0000000000000000000000000000000000000000'
