import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '#domain/base/errors.ts'
import type { Hundredths } from '#domain/base/money.ts'
import type { Chain, Receipt } from '#server/val/chain/client.ts'
import { Reverted } from '#server/val/chain/errors.ts'
import type { Executed, makeCursorStore } from '#server/val/wallet/cursor-store.ts'

type Store = ReturnType<typeof makeCursorStore>
type Parts = { store: Store; source: Chain; target: Chain; progress: (done: number) => void }
export type Moved = { transactions: number; holders: number; supply: Hundredths }

const PAGE = 200
const HOLDERS_PAGE = 500
const POLL_MS = 50
const RECEIPT_MS = 60_000
const ATTEMPTS = 10
const RETRY_MS = 500

const refuse = (message: string): never => {
  throw new AppError('conflict', message)
}
const NOT_EMPTY = 'Sul nodo c’è già altro: avvia un nodo nuovo, vuoto, e ripeti il comando.'

/** Retries reads of the embedded chain: its timeout is short, because elsewhere members wait for the response. */
const retryUnavailable = async <T>(read: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await read()
    } catch (error) {
      if (!(error instanceof AppError && error.kind === 'unavailable') || attempt === ATTEMPTS) throw error
      await sleep(RETRY_MS)
    }
  }
}

/** Splits into runs of one sender: within a block, only transactions of the same sender have a fixed order, by nonce. */
const splitBySender = (rows: Executed[]): Executed[][] => {
  const runs: Executed[][] = []
  for (const row of rows) {
    const last = runs.at(-1)
    if (last?.[0]?.sender === row.sender) last.push(row)
    else runs.push([row])
  }
  return runs
}

const waitForReceipt = async (chain: Chain, hash: string): Promise<Receipt> => {
  for (const deadline = performance.now() + RECEIPT_MS; performance.now() < deadline; await sleep(POLL_MS)) {
    const receipt = await chain.findReceipt(hash)
    if (receipt) return receipt
  }
  return refuse(`Il nodo non esegue la transazione ${hash}: deve produrre blocchi da solo.`)
}

const send = async (chain: Chain, raw: string): Promise<void> => {
  try {
    await chain.broadcast(raw)
  } catch (error) {
    // Some nodes respond like this when they execute a transaction that the token refuses.
    if (error instanceof Reverted) return
    const { cause } = error as Error
    refuse(`Il nodo non accetta una transazione: ${cause instanceof Error ? cause.message : String(error)}`)
  }
}

/** Executes the transactions of one sender that the node does not have, and compares the outcome of each. */
const repeatRun = async (chain: Chain, run: Executed[]): Promise<void> => {
  const receipts = await Promise.all(run.map(({ hash }) => chain.findReceipt(hash)))
  const missing = run.filter((_, index) => !receipts[index])
  const [first] = missing
  if (first && (await chain.nonceOf(first.sender)) !== first.nonce) refuse(NOT_EMPTY)
  for (const { raw } of missing) await send(chain, raw)
  for (const { hash, succeeded } of run) {
    const { succeeded: again } = await waitForReceipt(chain, hash)
    if (again !== succeeded) refuse(`La transazione ${hash} sul nodo finisce in un altro modo. ${NOT_EMPTY}`)
  }
}

/** Executes every transaction of the database on the target, in the same order. Can be repeated after an interruption. */
const repeatAll = async ({ store, target, progress }: Parts): Promise<{ count: number; place: number }> => {
  let count = 0
  for (let place = 0; ; ) {
    const page = await store.executedAfter(place, PAGE)
    const last = page.at(-1)
    if (!last) return { count, place }
    for (const run of splitBySender(page)) await repeatRun(target, run)
    count += page.length
    place = last.place
    progress(count)
  }
}

/** Compares the two tokens: supply, round, and each holder with its balance in the order of the list. */
const compare = async (source: Chain, target: Chain): Promise<Omit<Moved, 'transactions'>> => {
  const different = (what: string) => refuse(`I due token sono diversi (${what}): non è cambiato nulla. ${NOT_EMPTY}`)
  for (const figure of ['supply', 'holderCount', 'round', 'unsettled', 'due'] as const) {
    const [one, other] = await Promise.all([retryUnavailable(source[figure]), target[figure]()])
    if (one !== other) different(`${figure} ${one}, ${other}`)
  }
  let [holders, sum] = [0, 0]
  for (let position = 1; ; position += HOLDERS_PAGE) {
    const [page, others] = await Promise.all([
      retryUnavailable(() => source.holdersFrom(position, HOLDERS_PAGE)),
      target.holdersFrom(position, HOLDERS_PAGE),
    ])
    for (const [index, { account, balance }] of page.entries()) {
      const other = others[index]
      if (other?.account !== account || other.balance !== balance) different(account)
      sum += balance
    }
    holders += page.length
    if (page.length < HOLDERS_PAGE) break
  }
  const supply = await target.supply()
  if (sum !== supply) different(`somma dei saldi ${sum}, VAL in tutto ${supply}`)
  return { holders, supply }
}

/**
 * Moves the VAL of the embedded chain to a node with the same chain id and without fees: the same signed transactions give
 * the same token and the same balances there. The database switches to the node only after both were compared.
 */
export const moveChain = async (parts: Parts): Promise<Moved> => {
  const { store, source, target } = parts
  const { count, place } = await repeatAll(parts)
  const compared = await compare(source, target)
  const block = await target.blockBeforeToken()
  await store.withLock(
    async (locked) => {
      if ((await locked.open()).length > 0 || (await store.executedAfter(place, 1)).length > 0)
        refuse('Nel frattempo sono stati mossi dei VAL: ripeti il comando.')
      // All events are read again, because their blocks differ on the node; known events are not added twice.
      await locked.moveToNode(block)
    },
    { wait: true },
  )
  return { transactions: count, ...compared }
}
