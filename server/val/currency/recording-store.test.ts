import { expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import type { TokenEvent } from '#server/val/chain/token-events.ts'
import { recordEvents } from '#server/val/currency/recording-store.ts'
import { aDatabase } from '#test/database.ts'

const TREASURY = `0x${'1'.repeat(40)}`

/** Events of two transactions in one block, the second of which begins in one batch of rows and ends in the next. */
const eventsIn = (block: number, firstIndex: number): TokenEvent[] =>
  Array.from({ length: 5_200 }, (_, index) => ({
    block,
    logIndex: firstIndex + index,
    transactionHash: index < 4_900 ? '0xaa' : '0xbb',
    at: new Date(),
    name: 'minted',
    to: TREASURY,
    amount: 1,
  }))

test('events that the chain now has in other blocks get their new position, also in long transactions', async () => {
  const db = await aDatabase()
  const record = (events: TokenEvent[]) => db.transaction((tx) => recordEvents(tx, events, TREASURY))
  expect(await record(eventsIn(1, 0))).toHaveLength(5_200)
  expect(await record(eventsIn(2, 7))).toEqual([])
  const rows = await db.query(sql`
    select block, log_index as "logIndex", transaction_hash as "transactionHash" from token_event order by position`)
  expect(rows).toEqual(
    eventsIn(2, 7).map(({ block, logIndex, transactionHash }) => ({ block, logIndex, transactionHash })),
  )
})
