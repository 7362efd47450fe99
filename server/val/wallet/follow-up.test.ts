import { expect, test, vi } from 'vitest'
import { SOON_MS } from '#server/platform/jobs/repeated.ts'
import { oncePerMinute } from '#server/platform/repeated-log.ts'
import { type Chain, ipcTransport } from '#server/val/chain/client.ts'
import { makeWallet } from '#server/val/wallet/make.ts'
import { absentChain, aChain } from '#test/chain.ts'
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
    db,
    chain,
    secret: 'a secret that only tests know',
    now: () => new Date(),
    log: (error) => failures.push(error),
  })
  expect(await followUp()).toBe(SOON_MS)
  expect(request).not.toHaveBeenCalled()
  expect(failures).toEqual([])
  start()
  await ready
  expect(await followUp()).toBe('done')
  expect(failures).toHaveLength(1)
})

test('with a transaction open, the chain is asked again soon while it answers, and later while it does not', async () => {
  const db = await aDatabase()
  const { patientChain } = await aChain(db)
  let isAway = true
  const chain: Chain = {
    ...patientChain,
    head: () => (isAway ? Promise.reject(new Error('away')) : patientChain.head()),
    // Accepted, but never mined.
    broadcast: async () => undefined,
  }
  const secret = 'a secret that only tests know'
  const { service, followUp } = makeWallet({ db, chain, secret, now: () => new Date(), log: () => undefined })
  await service.intendTreasuryCall(db, 'mint', { kind: 'mint', amount: 1 })
  expect(await followUp()).toBe('later')
  isAway = false
  expect(await followUp()).toBe(SOON_MS)
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
