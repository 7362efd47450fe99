import type { Database } from '#server/platform/db/pool.ts'
import { SOON_MS } from '#server/platform/jobs/repeated.ts'
import { oncePerMinute } from '#server/platform/repeated-log.ts'
import type { Chain } from '#server/val/chain/client.ts'
import { recordEvents } from '#server/val/currency/recording-store.ts'
import { makeBalances } from '#server/val/wallet/balances.ts'
import { makeCursorStore } from '#server/val/wallet/cursor-store.ts'
import { makeFollowUp } from '#server/val/wallet/follow-up.ts'
import { makeFollower } from '#server/val/wallet/follower.ts'
import { makeKeys } from '#server/val/wallet/keys.ts'
import type { Explain } from '#server/val/wallet/movement-texts.ts'
import { makeNonceQueue } from '#server/val/wallet/nonce-queue.ts'
import { makeNonceQueueStore } from '#server/val/wallet/nonce-queue-store.ts'
import { makeWalletService } from '#server/val/wallet/service.ts'
import { makeSettling } from '#server/val/wallet/settling.ts'
import { makeStatements } from '#server/val/wallet/statement.ts'
import { makeWalletStore } from '#server/val/wallet/store.ts'
import { makeSweeping } from '#server/val/wallet/sweeping.ts'

type Parts = {
  db: Database
  chain: Chain
  secret: string
  now: () => Date
  log: (error: unknown) => void
}

// Poll interval while a transaction is open: 'free' is the association's own node, 'treasury' a public network.
const INTERVAL_MS = { free: SOON_MS, treasury: 4_000 }

export const makeWallet = ({ db, chain, secret, now, log }: Parts) => {
  const store = makeWalletStore(db)
  const keys = makeKeys(secret)
  const nonceQueue = makeNonceQueue(makeNonceQueueStore(db), chain, keys, now)
  const cursorStore = makeCursorStore(db)
  const follower = makeFollower(cursorStore, chain, recordEvents, now)
  const balances = makeBalances(chain)
  const service = makeWalletService({ store, nonceQueue, follower, balances, keys, chain, now })
  const explained = (explain: Explain) =>
    makeStatements({ store, chain, follower, accountOf: service.accountOf, now, explain })
  const followUp = makeFollowUp({
    chain,
    store,
    nonceQueue,
    follower,
    intervalMs: INTERVAL_MS[chain.gas],
    log: oncePerMinute(log),
  })
  const settling = makeSettling({ wallet: service, chain })
  const sweep = makeSweeping({ store, chain, now })
  const hasToSweep = () => store.hasDeletedWithWallet
  return { service, makeStatements: explained, followUp, sweep, hasToSweep, settling, recorded: cursorStore.recorded }
}
