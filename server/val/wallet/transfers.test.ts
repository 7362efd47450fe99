import { expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { recordEvents } from '#server/val/currency/recording-store.ts'
import { makeBalances } from '#server/val/wallet/balances.ts'
import { makeCursorStore } from '#server/val/wallet/cursor-store.ts'
import { makeFollower } from '#server/val/wallet/follower.ts'
import { makeKeys } from '#server/val/wallet/keys.ts'
import { makeWallet } from '#server/val/wallet/make.ts'
import { makeNonceQueue } from '#server/val/wallet/nonce-queue.ts'
import { makeNonceQueueStore } from '#server/val/wallet/nonce-queue-store.ts'
import { makeWalletService } from '#server/val/wallet/service.ts'
import { makeWalletStore } from '#server/val/wallet/store.ts'
import { absentChain, aChain } from '#test/chain.ts'
import { aDatabase } from '#test/database.ts'
import { aChainWorker } from '#test/job-worker.ts'

const SECRET = 'a secret that only tests know, and never leaves them'
const ANNA = '01a1dd19-6ac6-7e41-9831-b41830232d98'
const BRUNO = '01a1dd19-6ac6-7e41-9831-b41830232d99'

const aWalletService = async () => {
  const db = await aDatabase()
  const { patientChain: chain } = await aChain(db)
  const parts = { db, chain, secret: SECRET }
  const wallet = makeWallet({ ...parts, now: () => new Date(), log: () => undefined })
  const aWallet = (memberId: string) => ({ memberId, ...wallet.service.make(memberId) })
  return { db, chain, ...wallet, aWallet }
}

test('a transfer with the same key moves VAL once, however often it is requested', async () => {
  const { service, chain, aWallet } = await aWalletService()
  const anna = aWallet(ANNA)
  const bruno = aWallet(BRUNO)
  const gift = await service.transfer({ key: 'gift', from: 'treasury', to: anna.account, amount: 50_00 })
  expect(gift).toMatchObject({ state: 'confirmed', hash: expect.stringMatching(/^0x[0-9a-f]{64}$/) })
  const pay = () => service.transfer({ key: 'pay', from: anna, to: bruno.account, amount: 10_00 })
  const answers = await Promise.all(Array.from({ length: 20 }, pay))
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  expect(await service.waitFor(answers[0]?.id ?? '', 50_000)).toMatchObject({ state: 'confirmed' })
  expect(await chain.balanceOf(anna.account)).toBe(40_00)
  expect(await chain.balanceOf(bruno.account)).toBe(10_00)
  await expect(service.transfer({ key: 'pay', from: anna, to: bruno.account, amount: 11_00 })).rejects.toMatchObject({
    kind: 'conflict',
  })
})

test('concurrent transfers from one wallet all arrive, with consecutive nonces', async () => {
  const { service, chain, aWallet, db } = await aWalletService()
  const anna = aWallet(ANNA)
  const bruno = aWallet(BRUNO)
  await service.transfer({ key: 'gift', from: 'treasury', to: anna.account, amount: 50_00 })
  const sent = await Promise.all(
    Array.from({ length: 25 }, (_, index) =>
      service.transfer({ key: `pay ${index}`, from: anna, to: bruno.account, amount: 1_00 }),
    ),
  )
  const settled = await Promise.all(sent.map(({ id }) => service.waitFor(id, 50_000)))
  expect(settled.map(({ state }) => state)).toEqual(Array.from({ length: 25 }, () => 'confirmed'))
  expect(await chain.balanceOf(bruno.account)).toBe(25_00)
  const rows = await db.query(sql`select nonce from chain_transaction where sender = ${anna.account} order by nonce`)
  expect(rows.map(({ nonce }) => nonce)).toEqual(Array.from({ length: 25 }, (_, index) => index))
})

test('a transfer of more VAL than the wallet holds is refused, and nothing is stored', async () => {
  const { service, aWallet, db } = await aWalletService()
  const anna = aWallet(ANNA)
  const transfer = { key: 'pay', from: anna, to: aWallet(BRUNO).account, amount: 1 }
  await expect(service.transfer(transfer)).rejects.toThrow('non ci sono abbastanza VAL')
  expect(await db.query(sql`select from chain_transaction where key = 'pay'`)).toHaveLength(0)
  await service.transfer({ key: 'gift', from: 'treasury', to: anna.account, amount: 1 })
  expect(await service.transfer(transfer)).toMatchObject({ state: 'confirmed' })
})

test('the sealed key is deleted from the transaction as soon as it has signed', async () => {
  const { service, aWallet, db } = await aWalletService()
  const anna = aWallet(ANNA)
  await service.transfer({ key: 'gift', from: 'treasury', to: anna.account, amount: 100 })
  await service.transfer({ key: 'pay', from: anna, to: aWallet(BRUNO).account, amount: 1 })
  expect(await db.query(sql`select from chain_transaction where sealed_key is not null`)).toHaveLength(0)
})

test('a crash after the intent, after the signature or after the sending leads to one transfer', async () => {
  const { service, followUp, chain, aWallet, db } = await aWalletService()
  const bruno = aWallet(BRUNO).account
  const sender = chain.treasury.address
  // As if killed after each step: intended but not signed, signed but not sent, also by a clock that was ahead, sent but not
  // recorded.
  await service.welcome(db, BRUNO, bruno, 100_00)
  for (const [index, key] of ['signed', 'signed ahead', 'sent'].entries()) {
    const transaction = { kind: 'transfer', recipient: bruno, amount: 7_00 } as const
    const nonce = index + 1
    const { raw, hash } = await chain.sign(chain.treasury, { nonce, gas: 200_000n, gasPrice: 0n, transaction })
    await db.execute(sql`
      insert into chain_transaction
        (key, kind, sender, recipient, amount, nonce, raw_transaction, transaction_hash, state, signed_at)
      values (${key}, 'transfer', ${sender}, ${bruno}, 700, ${nonce}, ${raw}, ${hash}, 'signed',
        now() + ${key === 'signed ahead' ? '800 days' : '-1 minute'}::interval)`)
    if (key === 'sent') await chain.broadcast(raw)
  }
  const worker = aChainWorker(db, { followUp })
  await expect.poll(() => chain.balanceOf(bruno), { timeout: 50_000 }).toBe(100_00 + 21_00)
  const unconfirmed = () => db.query(sql`select key from chain_transaction where state <> 'confirmed'`)
  await expect.poll(unconfirmed, { timeout: 50_000 }).toEqual([])
  await worker.stop()
  expect(await chain.balanceOf(bruno)).toBe(100_00 + 21_00)
})

test('the welcome gift is sent once', async () => {
  const { service, followUp, chain, db, aWallet } = await aWalletService()
  const { account } = aWallet(ANNA)
  for (let time = 0; time < 2; time++) await service.welcome(db, ANNA, account, 100_00)
  const worker = aChainWorker(db, { followUp })
  await expect.poll(() => chain.balanceOf(account), { timeout: 50_000 }).toBe(100_00)
  await worker.stop()
  expect(await db.query(sql`select from chain_transaction where kind = 'transfer'`)).toHaveLength(1)
})

test('waits that time out leave no listener behind', async () => {
  const db = await aDatabase()
  const [chain, keys, now] = [absentChain(), makeKeys(SECRET), () => new Date()]
  const follower = makeFollower(makeCursorStore(db), chain, recordEvents, now)
  const nonceQueue = makeNonceQueue(makeNonceQueueStore(db), chain, keys, now)
  const [store, balances] = [makeWalletStore(db), makeBalances(chain)]
  const service = makeWalletService({ store, nonceQueue, follower, balances, keys, chain, now })
  const id = await service.intendTreasuryCall(db, 'mint', { kind: 'mint', amount: 1 })
  const listeners = () => follower.runs.listenerCount('end')
  const waits = Promise.all(Array.from({ length: 5 }, () => service.waitFor(id, 600)))
  await expect.poll(listeners, { interval: 10 }).toBeGreaterThan(0)
  expect(await waits).toEqual(Array.from({ length: 5 }, () => ({ id, hash: null, state: 'intended', failure: '' })))
  expect(listeners()).toBe(0)
})
