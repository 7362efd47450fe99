import { expect, test } from 'vitest'
import { italianDate } from '#domain/base/dates.ts'
import { evaporationOf } from '#domain/val/evaporation.ts'
import { sql } from '#server/platform/db/sql.ts'
import { makeRepeated } from '#server/platform/jobs/repeated.ts'
import { makeRoundCalling } from '#server/val/currency/calling.ts'
import { makeCurrencyStore } from '#server/val/currency/store.ts'
import { makeWallet } from '#server/val/wallet/make.ts'
import { aChain, fillHolderList } from '#test/chain.ts'
import { aDatabase } from '#test/database.ts'
import { SECRET } from '#test/fixtures.ts'
import { aJobWorker } from '#test/job-worker.ts'
import { size } from '#test/siege.ts'

const HOLDERS = size(1_800, 20_000)
const FINISHED_MS = size(200_000, 60 * 60 * 1000)
// 1.50 to 101.49 VAL.
const amountOf = (index: number) => 150 + (index % 9_999)

test(`a round over ${HOLDERS.toLocaleString('en')} holders settles to its end unattended, and records what each lost`, async ({
  annotate,
}) => {
  const db = await aDatabase()
  const { chain, dataDir } = await aChain(db)
  await fillHolderList(chain, dataDir, HOLDERS, amountOf)
  const now = () => new Date()
  const { service, settling, followUp } = makeWallet({
    db,
    chain,
    secret: SECRET,
    now,
    log: () => undefined,
  })
  await service.follow()
  const before = await chain.supply()
  const store = makeCurrencyStore(db)
  const calling = makeRoundCalling({ store, wallet: service, settling, now })
  await store.announce(db, { date: italianDate(now()), by: null, at: now() })
  const began = Date.now()
  const repeated = makeRepeated(db)
  aJobWorker(db, {
    'follow-chain': repeated('follow-chain', followUp),
    'call-rounds': repeated('call-rounds', calling.callDue),
  })
  await db.execute(sql`select graphile_worker.add_job('call-rounds', max_attempts => 25)`)
  const done = () => db.query(sql`select from evaporation_round where done_at is not null`)
  await expect.poll(async () => (await done()).length, { timeout: FINISHED_MS, interval: 500 }).toBe(1)
  const seconds = Math.round((Date.now() - began) / 1000)

  expect({ round: await chain.round(), unsettled: await chain.unsettled() }).toEqual({ round: 1, unsettled: 0 })
  const lost = Array.from({ length: HOLDERS }, (_, index) => evaporationOf(amountOf(index)))
  const sum = lost.reduce((total, one) => total + one, 0)
  expect(before - (await chain.supply())).toBe(sum)
  const [round] = await db.query(sql`select evaporated, holders from token_round`)
  expect(round).toEqual({ evaporated: sum, holders: HOLDERS })
  const movements = await db.query<{ amount: number }>(sql`
    select amount from val_movement where kind = 'evaporation' order by position`)
  expect(movements.map(({ amount }) => -amount)).toEqual(lost)
  await annotate(`${HOLDERS} portafogli, un giro concluso in ${seconds} s`)
})
