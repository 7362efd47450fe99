// @module-tag slow
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { DEPENDENCY_TIMEOUT_MS } from '#server/platform/timeouts.ts'
import { openChain } from '#server/val/chain/open.ts'
import { makeWallet } from '#server/val/wallet/make.ts'
import { aDatabase } from '#test/database.ts'
import { TREASURY_KEY } from '#test/faults/chain-node.ts'
import { aChainWorker } from '#test/job-worker.ts'
import { freePort } from '#test/program.ts'
import { deployToken } from '../../../token/deploy.ts'
import { findFoundry } from '../../../token/foundry.ts'

const WHEN_BUSY = { timeout: 60_000 }

/** A network with fees, with the token deployed. */
const aNetwork = async () => {
  const port = await freePort()
  const node = spawn(findFoundry('anvil'), ['--port', String(port), '--chain-id', '77', '--block-time', '1', '--quiet'])
  onTestFinished(async () => {
    node.kill('SIGKILL')
    await once(node, 'exit')
  })
  const url = `http://127.0.0.1:${port}`
  await expect.poll(() => fetch(url).then(Boolean, () => false), WHEN_BUSY).toBe(true)
  const { address } = await deployToken({ rpcUrl: url, chainId: 77, key: TREASURY_KEY })
  return { id: 77, node: { url, token: address, treasuryKey: TREASURY_KEY, gas: 'treasury' as const } }
}

test('on a network with fees the treasury pays the gas, and members never need ether', async () => {
  const db = await aDatabase()
  const settings = await aNetwork()
  const quiet = {
    treasuryKey: async () => '0x' as const,
    restore: async () => undefined,
    log: () => undefined,
  }
  const { chain } = await openChain({ dataDir: '/nowhere', settings, ...quiet })
  const parts = { db, chain, secret: 'a secret that only tests know, and never leaves them' }
  const { service, followUp } = makeWallet({ ...parts, now: () => new Date(), log: () => undefined })
  aChainWorker(db, { followUp })
  const memberId = '01a1dd19-6ac6-7e41-9831-b41830232d98'
  const anna = { memberId, ...service.make(memberId) }
  /** Retries with the same key, which is the same transfer, while the node does not respond in time. */
  const transfer = (wish: Parameters<typeof service.transfer>[0]) => vi.waitFor(() => service.transfer(wish), WHEN_BUSY)
  const gift = await transfer({ key: 'gift', from: 'treasury', to: anna.account, amount: 10_00 })
  expect(await service.waitFor(gift.id, 60_000)).toMatchObject({ state: 'confirmed' })
  const shop = '0x2222222222222222222222222222222222222222'
  expect(await vi.waitFor(() => chain.etherOf(anna.account), WHEN_BUSY)).toBe(0n)
  const paid = await transfer({ key: 'pay', from: anna, to: shop, amount: 4_00 })
  expect(await service.waitFor(paid.id, 60_000)).toMatchObject({ state: 'confirmed' })
  expect(await vi.waitFor(() => chain.balanceOf(shop), WHEN_BUSY)).toBe(4_00)
  expect(await db.query(sql`select from chain_transaction where kind = 'gas'`)).toHaveLength(1)
}, 300_000)

test('a node that never answers is reported as unreachable after the time limit of a dependency', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  onTestFinished(() => {
    silent.close()
  })
  const address = silent.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const node = { url, token: `0x${'11'.repeat(20)}`, treasuryKey: TREASURY_KEY, gas: 'free' as const }
  const quiet = { treasuryKey: async () => '0x' as const, restore: async () => undefined, log: () => undefined }
  const { chain } = await openChain({ dataDir: '/nowhere', settings: { id: 5, node }, ...quiet })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const outcome = vi.fn()
  void chain.supply().then(outcome, outcome)
  await vi.advanceTimersByTimeAsync(DEPENDENCY_TIMEOUT_MS - 1)
  expect(outcome).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await vi.waitFor(() => expect(outcome).toHaveBeenCalledOnce())
  expect(outcome.mock.lastCall).toMatchObject([{ kind: 'unavailable', status: 503 }])
})
