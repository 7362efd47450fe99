import type { Hundredths } from '#domain/money.ts'
import type { Chain } from '#server/chain/client.ts'
import type { Database } from '#server/db/pool.ts'
import { makeBalances } from '#server/wallet/balances.ts'
import { makeCursorStore } from '#server/wallet/cursor-store.ts'
import { makeFollower } from '#server/wallet/follower.ts'
import { makeKeys } from '#server/wallet/keys.ts'
import { makeLine } from '#server/wallet/line.ts'
import { makeLineStore } from '#server/wallet/line-store.ts'
import { makeWalletService } from '#server/wallet/service.ts'
import { makeStatements } from '#server/wallet/statement.ts'
import { makeWalletStore } from '#server/wallet/store.ts'
import { makeWorker } from '#server/wallet/worker.ts'

type Parts = {
  db: Database
  chain: Chain
  secret: string
  welcomeGift: Hundredths
  now: () => Date
  log: (error: unknown) => void
}

const EVERY_MS = { free: 1_000, treasury: 4_000 }

/** The wallet room put together: the service, the statements, and the worker that goes on where others stopped. */
export const makeWallet = ({ db, chain, secret, welcomeGift, now, log }: Parts) => {
  const store = makeWalletStore(db)
  const keys = makeKeys(secret)
  const line = makeLine(makeLineStore(db), chain, keys)
  const follower = makeFollower(makeCursorStore(db), chain)
  const service = makeWalletService({ store, line, follower, balances: makeBalances(chain), keys, chain, welcomeGift })
  const statements = makeStatements({ store, chain, follower, accountOf: service.accountOf, now })
  return { service, statements, worker: makeWorker({ line, follower, service }, { every: EVERY_MS[chain.gas], log }) }
}
