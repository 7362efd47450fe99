import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { aRestartableServer } from '#test/faults/restartable-server.ts'
import { size } from '#test/siege.ts'

const PEOPLE = 4
const TRANSFERS = size(16, 400)
const KILLS = size(3, 40)
const START = 50_00
const RETRY_MS = 50

// Of transfer number n. The amounts are so small that no password is asked for.
const payerOf = (n: number) => n % PEOPLE
const payeeOf = (n: number) => (n + 1 + (Math.floor(n / PEOPLE) % (PEOPLE - 1))) % PEOPLE
const amountOf = (n: number) => 1 + (n % 7)

test('a server killed again and again while members pay each other: each transfer is made once, and told to both once', async ({
  annotate,
}) => {
  const { db, start, aMemberWithAccount, admin, balanceOf } = await aRestartableServer()
  const people = await Promise.all(Array.from({ length: PEOPLE }, aMemberWithAccount))
  let server = await start()

  /** Sends it with its key until there is a final answer, over restarts of the server. */
  const post = async (path: string, { token }: { token: string }, key: string, body: object): Promise<void> => {
    for (;;) {
      const request = { token, headers: { 'idempotency-key': key }, body }
      const answer = await server.call('POST', path, request).catch(() => undefined)
      if (answer?.status === 200) return
      if (answer && ![202, 503].includes(answer.status)) throw new Error(`${key}: ${JSON.stringify(answer)}`)
      await sleep(RETRY_MS)
    }
  }
  for (const { username } of people)
    await post('/api/treasury/gifts', admin, `start ${username}`, { to: username, amount: START / 100 })

  let made = 0
  const payAll = async (payer: (typeof people)[number], number: number): Promise<void> => {
    for (let n = number; n < TRANSFERS; n += PEOPLE) {
      const to = people[payeeOf(n)]?.username
      await post('/api/wallet/transfers', payer, `transfer ${n}`, {
        to,
        amount: amountOf(n) / 100,
        note: `Numero ${n}`,
      })
      made++
    }
  }
  const paying = Promise.all(people.map(payAll))
  paying.catch(() => undefined)
  for (let kill = 0; kill < KILLS; kill++) {
    const enough = made + Math.random() * (TRANSFERS / KILLS)
    await Promise.race([paying, vi.waitUntil(() => made >= enough, { timeout: 120_000, interval: 20 })])
    await sleep(Math.random() * 300)
    await server.end('SIGKILL')
    server = await start()
  }
  await paying

  const expected = people.map(() => START)
  for (let n = 0; n < TRANSFERS; n++) {
    expected[payerOf(n)] = (expected[payerOf(n)] ?? 0) - amountOf(n)
    expected[payeeOf(n)] = (expected[payeeOf(n)] ?? 0) + amountOf(n)
  }
  const balances = () => Promise.all(people.map(({ account }) => balanceOf(account)))
  await expect.poll(balances, { timeout: 60_000 }).toEqual(expected)
  const sent = await db.query<{ state: string }>(sql`select state from chain_transaction where key like 'member:%'`)
  expect(sent.map(({ state }) => state)).toEqual(Array(TRANSFERS).fill('confirmed'))
  const told = async () => (await db.query(sql`select from notice where text like '%transferNote %'`)).length
  await expect.poll(told, { timeout: 60_000 }).toBe(2 * TRANSFERS)
  const repeated = await db.query(sql`
    select member_id, text from notice where text like '%transferNote %' group by member_id, text having count(*) > 1`)
  expect(repeated).toEqual([])
  await annotate(`${TRANSFERS} trasferimenti tra ${PEOPLE} persone, ${KILLS} interruzioni: ciascuno una volta`)
})
