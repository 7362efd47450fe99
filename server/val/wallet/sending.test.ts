import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { AppError, MESSAGES } from '#domain/base/errors.ts'
import type { Database } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Chain } from '#server/val/chain/client.ts'
import { makeSending, startTimer } from '#server/val/wallet/sending.ts'
import { aPiazzaWithChain } from '#test/piazza-with-chain.ts'

const OUTAGE = Object.assign(new Error('the database does not answer'), { code: 'ETIMEDOUT' })

test.each(['the database stops', 'the chain goes away'] as const)(
  '%s after the payment is stored: 202 with its id, and asking again tells how it ended',
  { tags: 'slow', timeout: 60_000 },
  async (fault) => {
    let db: Database | undefined
    const wrap = (chain: Chain): Chain => ({
      ...chain,
      async broadcast(raw) {
        if (!db) return chain.broadcast(raw)
        if (fault === 'the database stops') db.suspend(OUTAGE)
        else throw new AppError('unavailable', MESSAGES.chainUnavailable)
      },
    })
    const piazza = await aPiazzaWithChain({ wrap })
    const { buyer, seller, item } = await piazza.aFundedBuyerAndListing()
    db = piazza.db
    const first = await piazza.payOnce(buyer, buyer.account, [item], 'una')
    expect(first).toMatchObject({ http: 202, status: 'pending', amount: 5, from: buyer.account, to: seller.account })
    expect(first._id).toMatch(/^[0-9a-f-]{36}$/)
    db = undefined
    piazza.db.resume()
    const again = () => piazza.payOnce(buyer, buyer.account, [item], 'una')
    await expect.poll(again, { timeout: 20_000 }).toMatchObject({ http: 200, status: 'confirmed', _id: first._id })
    expect(await piazza.transfers(buyer.account)).toEqual([{ amount: 500, state: 'confirmed' }])
  },
)

test('a failure that was recorded while nobody asked is told once; then the same key pays again', async () => {
  const piazza = await aPiazzaWithChain()
  const { buyer, item, listing } = await piazza.aFundedBuyerAndListing({ stock: 1 })
  const { _id } = await piazza.pay(buyer, buyer.account, [item], 'una')
  await piazza.db.execute(sql`
    update chain_transaction set state = 'failed', failure = ${MESSAGES.insufficientBalance}, place = null, mined_at = null
    where id = (select transfer_id from payment where id = ${_id})`)
  const told = await piazza.pay(buyer, buyer.account, [item], 'una')
  expect(told).toMatchObject({ http: 409, message: MESSAGES.insufficientBalance })
  expect(await piazza.db.query(sql`select stock from listing where id = ${listing.id}`)).toEqual([{ stock: 1 }])
  const again = await piazza.pay(buyer, buyer.account, [item], 'una')
  expect(again).toMatchObject({ http: 200 })
  expect(again._id).not.toBe(_id)
})

const sendingWith = (transaction: Database['transaction']) =>
  makeSending({ transaction, sendAndWait: () => new Promise(() => undefined) })
const runThenFail =
  (error: Error) =>
  async <T>(work: (tx: Database) => Promise<T>): Promise<T> => {
    await work({} as Database)
    throw error
  }

test('a commit without an answer counts as stored; one that the database refused does not', async () => {
  const terminated = sendingWith(runThenFail(new Error('Connection terminated unexpectedly')))
  expect(await terminated.commit(startTimer(), async () => 'stored')).toBe('stored')
  const diskFull = sendingWith(runThenFail(Object.assign(new Error('disk full'), { code: '53100' })))
  await expect(diskFull.commit(startTimer(), async () => 'stored')).rejects.toThrow('disk full')
  const silent = sendingWith(async (work) => {
    await work({} as Database)
    return new Promise(() => undefined)
  })
  expect(await silent.commit(startTimer(), async () => 'stored')).toBe('stored')
})

test('nothing is stored after the request was answered that it takes too long', async () => {
  const stored = vi.fn()
  const { commit } = sendingWith(async (work) => {
    const result = await work({} as Database)
    stored()
    return result
  })
  const slow = commit(startTimer(), () => sleep(3_700))
  await expect(slow).rejects.toMatchObject({ kind: 'unavailable' })
  expect(stored).not.toHaveBeenCalled()
})
