import { expect, onTestFinished, test, vi } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { oncePerMinute } from '#server/platform/repeated-log.ts'
import { ipcTransport } from '#server/val/chain/client.ts'
import { makeWallet } from '#server/val/wallet/make.ts'
import { absentChain } from '#test/chain.ts'
import { aDatabase } from '#test/database.ts'

test('the follow-up asks the chain for nothing, and logs nothing, until the chain has started', async () => {
  const db = await aDatabase()
  const { promise: ready, resolve: start } = Promise.withResolvers<void>()
  const failures: unknown[] = []
  const request = vi.fn(async () => {
    throw new Error('the node closed the connection')
  })
  const chain = { ...absentChain(ipcTransport({ request })), ready }
  const { followUp } = makeWallet({
    ...{ db, chain, secret: 'a secret that only tests know', now: () => new Date() },
    log: (error) => failures.push(error),
  })
  const stopping = new AbortController()
  onTestFinished(() => stopping.abort())
  const following = followUp(stopping.signal)
  // As many statements as it would have needed to ask the chain.
  for (let statement = 0; statement < 10; statement++) await db.query(sql`select 1`)
  expect(request).not.toHaveBeenCalled()
  expect(failures).toEqual([])
  start()
  await following
  expect(failures).toHaveLength(1)
})

test('a follow-up that is stopped before the chain has started ends', async () => {
  const db = await aDatabase()
  const chain = { ...absentChain(), ready: new Promise<void>(() => undefined) }
  const log = vi.fn()
  const { followUp } = makeWallet({ db, chain, secret: 'a secret that only tests know', now: () => new Date(), log })
  const stopping = new AbortController()
  const following = followUp(stopping.signal)
  stopping.abort()
  await following
  expect(log).not.toHaveBeenCalled()
})

test('a failure that repeats itself is logged once a minute', () => {
  let now = 0
  const logged: string[] = []
  const log = oncePerMinute<string>(
    (failure) => logged.push(failure),
    () => now,
  )
  for (; now < 130_000; now += 1_000) log('no')
  expect(logged).toEqual(['no', 'no', 'no'])
  log('another')
  expect(logged.at(-1)).toBe('another')
})
