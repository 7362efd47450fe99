import { expect, test } from 'vitest'
import type { Database } from '#server/db/pool.ts'
import { sql } from '#server/db/sql.ts'
import { makeWallet } from '#server/wallet/make.ts'
import { aChain } from '#test/chain.ts'
import { aDatabase } from '#test/database.ts'

const SECRET = 'a secret that only tests know, and never leaves them'
const ANNA = '01a1dd19-6ac6-7e41-9831-b41830232d98'
const BRUNO = '01a1dd19-6ac6-7e41-9831-b41830232d99'

const aWalletRoom = async (db?: Database) => {
  const database = db ?? (await aDatabase())
  const open = await aChain(database)
  const parts = { db: database, chain: open.chain, secret: SECRET, welcomeGift: 100_00 }
  const room = makeWallet({ ...parts, now: () => new Date(), log: () => undefined })
  const aPurse = (memberId: string) => ({ memberId, ...room.service.make(memberId) })
  return { db: database, ...open, ...room, aPurse }
}

test('a transfer moves VAL once, however often and from however many places it is asked for', async () => {
  const { service, chain, aPurse } = await aWalletRoom()
  const anna = aPurse(ANNA)
  const bruno = aPurse(BRUNO)
  const gift = await service.transfer({ key: 'gift', from: 'treasury', to: anna.account, amount: 50_00 })
  expect(gift).toMatchObject({ state: 'confirmed', hash: expect.stringMatching(/^0x[0-9a-f]{64}$/) })
  const pay = () => service.transfer({ key: 'pay', from: anna, to: bruno.account, amount: 10_00 })
  const answers = await Promise.all(Array.from({ length: 20 }, pay))
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  expect(await service.waitFor(answers[0]?.id ?? '')).toMatchObject({ state: 'confirmed' })
  expect(await chain.balanceOf(anna.account)).toBe(40_00)
  expect(await service.balanceOf(bruno.account)).toBe(10_00)
  await expect(service.transfer({ key: 'pay', from: anna, to: bruno.account, amount: 11_00 })).rejects.toMatchObject({
    kind: 'conflict',
  })
})

test('transfers from one wallet asked for at once all arrive, in one line of nonces', async () => {
  const { service, chain, aPurse, db } = await aWalletRoom()
  const anna = aPurse(ANNA)
  const bruno = aPurse(BRUNO)
  await service.transfer({ key: 'gift', from: 'treasury', to: anna.account, amount: 50_00 })
  const sent = await Promise.all(
    Array.from({ length: 25 }, (_, index) =>
      service.transfer({ key: `pay ${index}`, from: anna, to: bruno.account, amount: 1_00 }),
    ),
  )
  const settled = await Promise.all(sent.map(({ id }) => service.waitFor(id)))
  expect(settled.map(({ state }) => state)).toEqual(Array.from({ length: 25 }, () => 'confirmed'))
  expect(await chain.balanceOf(bruno.account)).toBe(25_00)
  const rows = await db.query(sql`select nonce from chain_transaction where sender = ${anna.account} order by nonce`)
  expect(rows.map(({ nonce }) => nonce)).toEqual(Array.from({ length: 25 }, (_, index) => index))
})

test('who has too few VAL is told so, and nothing is written down', async () => {
  const { service, aPurse, db } = await aWalletRoom()
  const anna = aPurse(ANNA)
  const wish = { key: 'pay', from: anna, to: aPurse(BRUNO).account, amount: 1 }
  await expect(service.transfer(wish)).rejects.toThrow('non ci sono abbastanza VAL')
  expect(await db.query(sql`select from chain_transaction where key = 'pay'`)).toHaveLength(0)
  await service.transfer({ key: 'gift', from: 'treasury', to: anna.account, amount: 1 })
  expect(await service.transfer(wish)).toMatchObject({ state: 'confirmed' })
})

test('a key is used once: it is gone from the intent as soon as it has signed', async () => {
  const { service, aPurse, db } = await aWalletRoom()
  const anna = aPurse(ANNA)
  await service.transfer({ key: 'gift', from: 'treasury', to: anna.account, amount: 100 })
  await service.transfer({ key: 'pay', from: anna, to: aPurse(BRUNO).account, amount: 1 })
  expect(await db.query(sql`select from chain_transaction where sealed_key is not null`)).toHaveLength(0)
})

test('a crash after the intent, after the signature or after the sending leads to one transfer', async () => {
  const { service, worker, chain, aPurse, db } = await aWalletRoom()
  const bruno = aPurse(BRUNO).account
  const sender = chain.treasury.address
  // After the intent: nothing but a row.
  await service.welcome(BRUNO, bruno)
  // After the signature: bytes that were never sent. After the sending: bytes that were, which nobody wrote down.
  for (const [index, key] of ['signed', 'sent'].entries()) {
    const deed = { kind: 'transfer', recipient: bruno, amount: 7_00 } as const
    const nonce = index + 1
    const { raw, hash } = await chain.sign(chain.treasury, { nonce, gas: 200_000n, gasPrice: 0n, deed })
    await db.execute(sql`insert into chain_transaction (key, kind, sender, recipient, amount, nonce, raw_transaction, transaction_hash, state, signed_at)
      values (${key}, 'transfer', ${sender}, ${bruno}, 700, ${nonce}, ${raw}, ${hash}, 'signed', now() - interval '1 minute')`)
    if (key === 'sent') await chain.broadcast(raw)
  }
  worker.start()
  await expect.poll(() => chain.balanceOf(bruno), { timeout: 10_000 }).toBe(100_00 + 14_00)
  await expect
    .poll(() => db.query(sql`select from chain_transaction where state <> 'confirmed'`).then((rows) => rows.length))
    .toBe(0)
  await worker.stop()
  expect(await chain.balanceOf(bruno)).toBe(100_00 + 14_00)
})

test('a welcome comes once, and members without a wallet get one with it', async () => {
  const { service, worker, chain, db } = await aWalletRoom()
  const [member] = await db.query<{ id: string }>(sql`
    insert into member (username, username_key, email, email_key, password_hash, verified)
    values ('ANNA', 'anna', 'anna@esempio.test', 'anna@esempio.test', 'none', true) returning id`)
  await Promise.all([service.equip(), service.equip()])
  const [{ account } = { account: '' }] = await db.query<{ account: string }>(sql`select account from member`)
  await service.welcome(member?.id ?? '', account)
  worker.start()
  await expect.poll(() => chain.balanceOf(account), { timeout: 10_000 }).toBe(100_00)
  await worker.stop()
  expect(await db.query(sql`select from chain_transaction where kind = 'transfer'`)).toHaveLength(1)
})
