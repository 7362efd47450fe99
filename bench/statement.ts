import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withDatabase } from '#bench/database.ts'
import { cpuMsOfCommand } from '#bench/process.ts'
import { seededRandom } from '#bench/seed-listings.ts'
import { STATEMENT_PAGE } from '#domain/val/wallet.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import type { Database } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type MovementSelection, makeWalletStore, type WalletStore } from '#server/val/wallet/store.ts'

// CPU milliseconds of the database for one page of a statement, at two lengths of the statement.

const SIZES = [10_000, 1_000_000]
const ACCOUNT = '0x00000000000000000000000000000000000000AA'
const OTHERS = 200
const WARM_UP = 50

type Growth = { what: string } & Record<string, string | number>
type Case = { what: string; select: (random: () => number, size: number) => Omit<MovementSelection, 'size'> }

const CASES: Case[] = [
  { what: 'prima pagina', select: () => ({}) },
  { what: 'una pagina qualsiasi', select: (random, size) => ({ before: 100 + Math.floor(random() * (size - 100)) }) },
  { what: 'le ultime pagine', select: (random) => ({ before: 2 + Math.floor(random() * 100) }) },
  {
    what: 'solo le evaporazioni',
    select: (random, size) => ({ kind: 'evaporation', before: 100 + Math.floor(random() * (size - 100)) }),
  },
]

/** One wallet with this many movements, with some other members; a round every thousand movements. */
const fill = async (db: Database, size: number): Promise<void> => {
  await db.execute(sql`
    insert into member (username, username_key, email, email_key, password_hash, verified, account, account_key)
    select 'SOCIO' || n, 'socio' || n, 'socio' || n || '@esempio.test', 'socio' || n || '@esempio.test', 'none', true,
      '0x' || lpad(to_hex(n), 40, '0'), ''
    from generate_series(1, ${OTHERS}::integer) as n`)
  await db.execute(sql`
    insert into val_movement (account, kind, counterpart, amount, balance, transaction_hash, at)
    select ${ACCOUNT}, case when n % 1000 = 0 then 'evaporation' when n % 2 = 0 then 'in' else 'out' end,
      '0x' || lpad(to_hex(1 + n % ${OTHERS}), 40, '0'), 100, 10000, '0x' || md5(n::text), now()
    from generate_series(1, ${size}::integer) as n`)
  await db.execute(sql`vacuum (analyze, freeze)`)
}

const costOf = async (store: WalletStore, folder: string, tested: Case, size: number, pages: number) => {
  const random = seededRandom(7)
  const read = async (many: number) => {
    for (let page = 0; page < many; page++)
      await store.movements(ACCOUNT, { size: STATEMENT_PAGE + 1, ...tested.select(random, size) })
  }
  await read(WARM_UP)
  const before = cpuMsOfCommand(folder)
  await read(pages)
  return (cpuMsOfCommand(folder) - before) / pages
}

/** CPU milliseconds per page at each size, and the ratio of the larger to the smaller. */
export const benchStatement = async (pages: number): Promise<Growth[]> => {
  const costs = new Map<string, number[]>()
  for (const size of SIZES) {
    const folder = await mkdtemp(join(tmpdir(), 'piazza-statement-'))
    try {
      // Stopped after filling: else reading would have to write the pages that the filling has changed.
      await withDatabase(folder, async (db) => {
        await migrate(db)
        await fill(db, size)
      })
      await withDatabase(folder, async (db) => {
        const store = makeWalletStore(db)
        for (const tested of CASES) {
          const cost = await costOf(store, folder, tested, size, pages)
          costs.set(tested.what, [...(costs.get(tested.what) ?? []), cost])
        }
      })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
  return [...costs].map(([what, [small = 0, large = 0]]) => ({
    what,
    [`ms a ${SIZES[0]}`]: small.toFixed(3),
    [`ms a ${SIZES[1]}`]: large.toFixed(3),
    crescita: (large / small).toFixed(2),
  }))
}
