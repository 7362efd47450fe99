import { AsyncLocalStorage } from 'node:async_hooks'
import type { Storage } from '#server/market/uploads/storage.ts'
import type { Database, Queries } from '#server/platform/db/pool.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import type { Chain } from '#server/val/chain/client.ts'

// The order in which a transaction locks rows (docs/architecture.md). What is not listed belongs to one of these.
const ORDER = ['advisory lock', 'member', 'orders', 'payment', 'listing', 'listing_life', 'treasury_gift', 'mail_link']

// Triggers that change rows of other tables.
const TRIGGERS: Record<string, string[]> = {
  // Waits for a concurrent insert of the same name or address.
  'insert member': ['member'],
  'insert review': ['member'],
  'update review': ['member'],
  'delete review': ['member'],
  'delete listing': ['member'],
}

type References = Map<string, string[]>
let known: Promise<References> | undefined

/** The tables that an insert locks by its foreign keys; not orders, which are locked before rows refer to them. */
const findReferences = async (db: Database): Promise<References> => {
  const rows = await db.query<{ from: string; to: string }>(sql`
    select distinct conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint
    where contype = 'f' and confrelid <> 'orders'::regclass`)
  const references: References = new Map()
  for (const { from, to } of rows) references.set(from, [...(references.get(from) ?? []), to])
  return references
}

const CHANGE = /(?<!\b(?:for|key|do)\s+)\b(update|delete\s+from|insert\s+into)\s+(?:only\s+)?(\w+)/g
const LOCK =
  /\bfrom\s+(\w+)(?:(?!\bfrom\b)[\s\S])*?\bfor\s+(?:no\s+key\s+update|update|share|key\s+share)\b(?:\s+of\s+(\w+))?/g

/** The tables of which a statement locks rows. */
const lockedBy = (text: string, references: References): string[] => {
  const changed = [...text.matchAll(CHANGE)].flatMap(([, change = '', table = '']) => {
    const kind = change.split(/\s/)[0] ?? ''
    const own = kind === 'insert' ? (references.get(table) ?? []) : [table]
    return [...own, ...(TRIGGERS[`${kind} ${table}`] ?? [])]
  })
  const advisory = text.includes('pg_advisory_xact_lock') ? ['advisory lock'] : []
  return [...advisory, ...changed, ...[...text.matchAll(LOCK)].map(([, from = '', of]) => of ?? from)]
}

const checkedQueries = (tx: Queries, references: References): Queries => {
  const locked = new Set<string>()
  const check = (statement: Sql): Sql => {
    const tables = lockedBy(statement.text.toLowerCase(), references).filter((table) => ORDER.includes(table))
    for (const table of tables) {
      const later = [...locked].find((other) => ORDER.indexOf(other) > ORDER.indexOf(table))
      if (later && !locked.has(table)) throw new Error(`${table} is locked after ${later}, in: ${statement.text}`)
    }
    for (const table of tables) locked.add(table)
    return statement
  }
  return {
    ...tx,
    query: async (statement) => tx.query(check(statement)),
    first: async (statement) => tx.first(check(statement)),
    execute: async (statement) => tx.execute(check(statement)),
  }
}

const inTransaction = new AsyncLocalStorage<true>()

const assertOutside = (needed: string): void => {
  if (inTransaction.getStore()) throw new Error(`a transaction needs ${needed}`)
}

// Transactions that wait for a second connection would wait for each other when all connections are in use.
const CONNECTION = 'a second connection'

// Not those by which the nonce queue signs and the follower reads, each under a lock that only it takes.
const READS = ['balanceOf', 'supply', 'holderCount', 'round', 'unsettled', 'due'] as const

/** A chain that is not asked while a transaction holds locks: it may take long to answer. */
export const askedOutsideTransactions = (chain: Chain): Chain => {
  const checked = READS.map((name) => [
    name,
    async (...args: Parameters<Chain[typeof name]>) => {
      assertOutside(`the chain (${name})`)
      return (chain[name] as (...args: unknown[]) => unknown)(...args)
    },
  ])
  return { ...chain, ...Object.fromEntries(checked) }
}

/** The same for where pictures are stored. */
export const storedOutsideTransactions = (storage: Storage): Storage => ({
  ...storage,
  async put(name, bytes) {
    assertOutside('the storage')
    return storage.put(name, bytes)
  },
  async remove(name) {
    assertOutside('the storage')
    return storage.remove(name)
  },
})

/** A database whose transactions fail when they lock rows in another order, or need a second connection: both can end in a deadlock. */
export const checkingTransactions = (db: Database): Database => ({
  ...db,
  query: async (statement) => {
    assertOutside(CONNECTION)
    return db.query(statement)
  },
  first: async (statement) => {
    assertOutside(CONNECTION)
    return db.first(statement)
  },
  execute: async (statement) => {
    assertOutside(CONNECTION)
    return db.execute(statement)
  },
  transaction: async (work) => {
    assertOutside(CONNECTION)
    known ??= findReferences(db)
    const references = await known
    return db.transaction((tx) => inTransaction.run(true, async () => work(checkedQueries(tx, references))))
  },
})
