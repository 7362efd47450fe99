// A server with only database, chain and wallets, for tests that kill it. Wallets and transfers are derived from their
// numbers, so each process continues where the last was killed. Prints "acknowledged N" for each transfer, and at the
// end "count …" with the balances.
import { join } from 'node:path'
import { migrate } from '#server/platform/db/migrate.ts'
import { connect } from '#server/platform/db/pool.ts'
import { startEmbeddedDatabase } from '#server/platform/embedded/postgres/start.ts'
import { makeRepeated } from '#server/platform/jobs/repeated.ts'
import { makeWorker } from '#server/platform/jobs/worker.ts'
import { openChain } from '#server/val/chain/open.ts'
import { makeWallet } from '#server/val/wallet/make.ts'
import { restoreChain } from '#server/val/wallet/restore.ts'
import { openTreasuryKey } from '#server/val/wallet/treasury-key.ts'
import { amountOf, PEOPLE, START, walletOf } from '#test/faults/chain-plan.ts'

const [dataDir = '', wanted = '', acknowledged = ''] = process.argv.slice(2)
const done = new Set(acknowledged.split(',').filter(Boolean).map(Number))
const print = (line: string) => process.stdout.write(`${line}\n`)

const database = await startEmbeddedDatabase(join(dataDir, 'database'))
const db = connect(database.address)
await migrate(db)
const secret = 'a secret that only tests know, and never leaves them'
const { chain, ready, close } = await openChain({
  dataDir,
  settings: { id: 5, node: undefined },
  treasuryKey: () => openTreasuryKey(dataDir, secret),
  restore: (provider, parts) => restoreChain(db, provider, parts),
  log: (line) => process.stderr.write(`${line}\n`),
})
const { service, followUp } = makeWallet({
  db,
  chain,
  secret,
  now: () => new Date(),
  log: () => undefined,
})
await ready
const worker = makeWorker({
  db,
  tasks: { 'follow-chain': makeRepeated(db)('follow-chain', followUp) },
  atStart: ['follow-chain'],
  concurrency: 2,
  log: { debug: () => undefined, warn: () => undefined },
})
worker.start()

/** Retries with the same idempotency key until the transfer is confirmed. */
const transferWithRetries = async (wish: Parameters<typeof service.transfer>[0]): Promise<void> => {
  for (;;) {
    try {
      const { id } = await service.transfer(wish)
      const { state, failure } = await service.waitFor(id)
      if (state === 'failed') throw new Error(failure)
      if (state === 'confirmed') return
    } catch (error) {
      if ((error as { kind?: string }).kind !== 'unavailable') throw error
    }
  }
}

for (let person = 0; person < PEOPLE; person++) {
  await transferWithRetries({
    key: `start ${person}`,
    from: 'treasury',
    to: walletOf(person, secret).account,
    amount: START,
  })
}
const waiting = Array.from({ length: Number(wanted) }, (_, number) => number)
  .filter((number) => !done.has(number))
  .values()
const makeOrderPaying = async () => {
  for (const number of waiting) {
    const from = walletOf(number % PEOPLE, secret)
    const to = walletOf((number + 1) % PEOPLE, secret).account
    await transferWithRetries({ key: `transfer ${number}`, from, to, amount: amountOf(number) })
    print(`acknowledged ${number}`)
  }
}
await Promise.all(Array.from({ length: 6 }, makeOrderPaying))

const people = Array.from({ length: PEOPLE }, (_, person) => walletOf(person, secret).account)
const accounts = [...people, chain.treasury.address]
/** A busy chain may not answer in time. */
const count = async (): Promise<object> => {
  try {
    const balances = await Promise.all(accounts.map((account) => chain.balanceOf(account)))
    const nonces = await Promise.all(people.map((account) => chain.nonceOf(account)))
    return { balances, nonces, supply: await chain.supply() }
  } catch (error) {
    if ((error as { kind?: string }).kind !== 'unavailable') throw error
    return count()
  }
}
print(`count ${JSON.stringify(await count())}`)
await worker.stop()
await close()
await db.close()
await database.stop()
process.exit(0)
