import type { Queries } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { TokenEvent } from '#server/val/chain/token-events.ts'
import { applyEvents, type TokenEntry } from '#server/val/currency/entries.ts'

const BATCH = 5_000

const inBatches = async <T>(rows: T[], write: (batch: T[]) => Promise<unknown>): Promise<void> => {
  for (let from = 0; from < rows.length; from += BATCH) await write(rows.slice(from, from + BATCH))
}

/**
 * Records the events after the last recorded one, and returns those that were new. The caller holds the lock on the chain
 * cursor, so that no other process records events meanwhile.
 */
export const recordEvents = async (tx: Queries, events: TokenEvent[], treasury: string): Promise<TokenEntry[]> => {
  if (events.length === 0) return []
  const hashes = [...new Set(events.map(({ transactionHash }) => transactionHash))]
  const known = await knownTransactions(tx, hashes)
  const positions = positionsOf(events.filter(({ transactionHash }) => known.has(transactionHash)))
  await inBatches(positions, (batch) => updatePositions(tx, batch))
  const fresh = events.filter(({ transactionHash }) => !known.has(transactionHash))
  const accounts = new Set(fresh.flatMap((event) => ('from' in event ? [event.from] : [])))
  for (const event of fresh) if ('to' in event) accounts.add(event.to)
  const balances = await findBalances(tx, [...accounts])
  const entries = applyEvents(fresh, balances)
  await inBatches(entries, (batch) => addEvents(tx, batch))
  await inBatches([...balances], (batch) => setBalances(tx, batch))
  await addToRounds(tx, entries, treasury)
  return entries
}

const knownTransactions = async (tx: Queries, hashes: string[]): Promise<Set<string>> => {
  const rows = await tx.query<{ hash: string }>(sql`
    select distinct transaction_hash as hash from token_event where transaction_hash = any(${hashes})`)
  return new Set(rows.map(({ hash }) => hash))
}

/** Where an event is on the chain; `number` counts from 1 within its transaction. */
type Position = { block: number; log_index: number; hash: string; number: number }

const positionsOf = (events: TokenEvent[]): Position[] => {
  const counts = new Map<string, number>()
  return events.map(({ block, logIndex, transactionHash: hash }) => {
    const number = (counts.get(hash) ?? 0) + 1
    counts.set(hash, number)
    return { block, log_index: logIndex, hash, number }
  })
}

/** Updates the blocks of known events, whose transactions were executed again after lost blocks or on another node. */
const updatePositions = (tx: Queries, positions: Position[]): Promise<number> =>
  tx.execute(sql`
    update token_event set block = moved.block, log_index = moved.log_index
    from jsonb_to_recordset(${JSON.stringify(positions)})
      as moved (block bigint, log_index integer, hash text, number bigint)
    join (
      select position, transaction_hash as hash,
        row_number() over (partition by transaction_hash order by position) as number
      from token_event where transaction_hash = any(${positions.map(({ hash }) => hash)})
    ) as stored using (hash, number)
    where token_event.position = stored.position`)

const findBalances = async (tx: Queries, accounts: string[]): Promise<Map<string, number>> => {
  const rows = await tx.query<{ account: string; balance: number }>(sql`
    select account, balance from token_balance where account = any(${accounts})`)
  return new Map(rows.map(({ account, balance }) => [account, balance]))
}

const addEvents = (tx: Queries, entries: TokenEntry[]): Promise<number> =>
  tx.execute(sql`
    insert into token_event (block, log_index, transaction_hash, at, kind, sender, recipient, amount)
    select e.block, e."logIndex", e."transactionHash", e.at, e.kind, e."from", e."to", e.amount
    from rows from (jsonb_to_recordset(${JSON.stringify(entries)}) as (block bigint, "logIndex" integer,
      "transactionHash" text, at timestamptz, kind text, "from" text, "to" text, amount bigint)) with ordinality as e
    order by e.ordinality`)

const setBalances = (tx: Queries, balances: [string, number][]): Promise<number> =>
  tx.execute(sql`
    insert into token_balance (account, balance)
    select * from unnest(${balances.map(([account]) => account)}::text[], ${balances.map(([, balance]) => balance)}::bigint[])
    on conflict (account) do update set balance = excluded.balance`)

const sumOf = (entries: TokenEntry[]): number => entries.reduce((sum, { amount }) => sum + amount, 0)

/** The treasury is first on the token's list of holders, so its event marks the start of a round. */
const addToRounds = async (tx: Queries, entries: TokenEntry[], treasury: string): Promise<void> => {
  const evaporations = entries.filter(({ kind }) => kind === 'evaporation')
  if (evaporations.length === 0) return
  const last = await tx.first<{ number: number }>(sql`select coalesce(max(number), 0) as number from token_round`)
  let number = last?.number ?? 0
  const numbered = evaporations.map((entry) => {
    if (entry.from === treasury) number++
    return { ...entry, number }
  })
  for (const ofRound of Object.values(Object.groupBy(numbered, (entry) => entry.number))) {
    const [first] = ofRound ?? []
    if (!first || !ofRound) continue
    const holders = ofRound.filter(({ amount }) => amount > 0).length
    await tx.execute(sql`
      insert into token_round (number, transaction_hash, at, evaporated, holders)
      values (${first.number}, ${first.transactionHash}, ${first.at}, ${sumOf(ofRound)}, ${holders})
      on conflict (number) do update
      set evaporated = token_round.evaporated + excluded.evaporated, holders = token_round.holders + excluded.holders`)
  }
}
