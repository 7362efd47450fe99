import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Database } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'
import { makeKeys } from '#server/val/wallet/keys.ts'
import { INSTANCES_SECRET } from '#test/faults/instances.ts'
import { apiCaller } from '#test/fixtures.ts'
import type { makePopulation } from '#test/population.ts'

const PEOPLE = 3
const START_VAL = 50
const RETRY_MS = 100
const CHAIN_TIMEOUT_MS = 120_000

/** Members who pay each other 0.01 VAL, again and again; every transfer is repeated with its key until it is made. */
export const payEachOther = async (origin: string, db: Database, population: ReturnType<typeof makePopulation>) => {
  const call = apiCaller(origin)
  const keys = makeKeys(INSTANCES_SECRET)
  const post = async (path: string, token: string, key: string, body: object): Promise<void> => {
    for (;;) {
      const request = { token, headers: { 'idempotency-key': key }, body }
      const answer = await call('POST', path, request).catch(() => undefined)
      if (answer?.status === 200) return
      if (answer && answer.status < 500 && answer.status !== 202) throw new Error(`${key}: ${answer.text}`)
      await sleep(RETRY_MS)
    }
  }
  const aPayer = async () => {
    const member = await population.aMember()
    const { account, sealedKey } = keys.make(member.id)
    await db.execute(sql`
      update member set account = ${account}, account_key = ${sealedKey} where id = ${member.id}`)
    return { ...member, account, expected: START_VAL * 100 }
  }
  const admin = await population.aMember({ isAdmin: true })
  const people = await Promise.all(Array.from({ length: PEOPLE }, aPayer))
  for (const { username } of people)
    await post('/api/treasury/gifts', admin.token, `start ${username}`, { to: username, amount: START_VAL })

  const balances = () =>
    Promise.all(
      people.map(async ({ account }) => {
        const row = await db.first<{ balance: number }>(
          sql`select balance from token_balance where account = ${account}`,
        )
        return row?.balance
      }),
    )
  const sumOfVal = async () =>
    (await db.first<{ sum: number }>(sql`select sum(balance)::bigint as sum from token_balance`))?.sum
  await expect.poll(balances, { timeout: CHAIN_TIMEOUT_MS }).toEqual(people.map(({ expected }) => expected))
  const sumBefore = await sumOfVal()

  let isOver = false
  let made = 0
  const pay = async (payer: (typeof people)[number], index: number) => {
    for (let n = 0; !isOver; n++) {
      const payee = people[(index + 1 + (n % (PEOPLE - 1))) % PEOPLE]
      if (!payee) throw new Error('nobody to pay')
      const body = { to: payee.username, amount: 0.01, note: 'Cambio' }
      await post('/api/wallet/transfers', payer.token, `${index} ${n}`, body)
      payer.expected--
      payee.expected++
      made++
    }
  }
  const paying = Promise.all(people.map(pay))
  // Reported by stop().
  paying.catch(() => undefined)

  return {
    /** Waits for the transfers under way, compares every balance and the sum of all, and returns how many were made. */
    async stop(): Promise<number> {
      isOver = true
      await paying
      await expect.poll(balances, { timeout: CHAIN_TIMEOUT_MS }).toEqual(people.map(({ expected }) => expected))
      expect(await sumOfVal()).toBe(sumBefore)
      expect(made).toBeGreaterThan(0)
      return made
    },
  }
}
