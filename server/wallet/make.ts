import type { Chain } from '#server/chain/client.ts'
import { recordEvents } from '#server/currency/recording-store.ts'
import type { Database } from '#server/db/pool.ts'
import { oncePerMinute } from '#server/repeated-log.ts'
import { makeBalances } from '#server/wallet/balances.ts'
import { makeCursorStore } from '#server/wallet/cursor-store.ts'
import { makeFollowUp } from '#server/wallet/follow-up.ts'
import { makeFollower } from '#server/wallet/follower.ts'
import { makeKeys } from '#server/wallet/keys.ts'
import type { Explain } from '#server/wallet/movement-texts.ts'
import { makeNonceQueue } from '#server/wallet/nonce-queue.ts'
import { makeNonceQueueStore } from '#server/wallet/nonce-queue-store.ts'
import { makeWalletService } from '#server/wallet/service.ts'
import { makeSettling } from '#server/wallet/settling.ts'
import { makeStatements } from '#server/wallet/statement.ts'
import { makeWalletStore } from '#server/wallet/store.ts'
import { makeSweeping } from '#server/wallet/sweeping.ts'

type Parts = {
  db: Database
  chain: Chain
  secret: string
  now: () => Date
  log: (error: unknown) => void
}

const INTERVAL_MS = { free: 1_000, treasury: 4_000 }

export const makeWallet = ({ db, chain, secret, now, log }: Parts) => {
  const store = makeWalletStore(db)
  const keys = makeKeys(secret)
  const nonceQueue = makeNonceQueue(makeNonceQueueStore(db), chain, keys)
  const cursorStore = makeCursorStore(db)
  const follower = makeFollower(cursorStore, chain, recordEvents)
  const balances = makeBalances(chain)
  const service = makeWalletService({ store, nonceQueue, follower, balances, keys, chain })
  const explained = (explain: Explain) =>
    makeStatements({ store, chain, follower, accountOf: service.accountOf, now, explain })
  const followUp = makeFollowUp({
    ...{ chain, store, nonceQueue, follower, intervalMs: INTERVAL_MS[chain.gas] },
    log: oncePerMinute(log),
  })
  const settling = makeSettling({ wallet: service, chain })
  const sweep = makeSweeping({ store, chain, now })
  const hasToSweep = () => store.hasDeletedWithWallet
  return { service, makeStatements: explained, followUp, sweep, hasToSweep, settling, recorded: cursorStore.recorded }
}
