import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { rename, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { Database } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'
import { canIsolate } from '#server/platform/embedded/chain/anvil.ts'
import { startEmbeddedChain } from '#server/platform/embedded/chain/start.ts'
import type { Chain } from '#server/val/chain/client.ts'
import { openChain } from '#server/val/chain/open.ts'
import { makeWallet } from '#server/val/wallet/make.ts'
import { restoreChain } from '#server/val/wallet/restore.ts'
import { openTreasuryKey } from '#server/val/wallet/treasury-key.ts'
import { aChain, aFolder, WALLET_SECRET } from '#test/chain.ts'
import { aDatabase } from '#test/database.ts'
import { ProgramMissing } from '../../../../token/foundry.ts'

const WHEN_BUSY = { timeout: 60_000 }
const TEST_MS = 300_000
const RECIPIENT = '0x1111111111111111111111111111111111111111'

/** Retries with the same key, which is the same transfer, while the chain is slow. */
const pay = async (db: Database, chain: Chain, key: string, amount = 1_00) => {
  const { service } = makeWallet({ db, chain, secret: WALLET_SECRET, now: () => new Date(), log: () => {} })
  const transfer = () => service.transfer({ key, from: 'treasury', to: RECIPIENT, amount })
  await expect.poll(async () => (await transfer()).state, WHEN_BUSY).toBe('confirmed')
}

const anvils = (dataDir: string): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        const isAnvil = readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'anvil'
        return isAnvil && readlinkSync(`/proc/${pid}/cwd`) === join(dataDir, 'chain')
      } catch {
        return false
      }
    })

test('the token is deployed once, its key is readable only by the owner, and balances survive a restart', async () => {
  const db = await aDatabase()
  const first = await aChain(db)
  await pay(db, first.chain, 'one')
  const supply = await first.patientChain.supply()
  await first.close()
  expect(anvils(first.dataDir)).toEqual([])
  const second = await aChain(db, first.dataDir)
  expect(second.chain.token).toBe(first.chain.token)
  expect(await second.patientChain.supply()).toBe(supply)
  expect(await second.patientChain.balanceOf(RECIPIENT)).toBe(1_00)
  expect(await db.query(sql`select from chain_transaction where kind = 'deploy'`)).toHaveLength(1)
  expect(statSync(join(first.dataDir, 'secrets', 'treasury')).mode & 0o777).toBe(0o600)
  expect(statSync(join(first.dataDir, 'chain')).mode & 0o777).toBe(0o700)
})

test('a killed chain restarts with all transactions and their block times', async () => {
  const db = await aDatabase()
  const { patientChain: chain, dataDir } = await aChain(db)
  await pay(db, chain, 'one')
  const before = await chain.lastBlockTime()
  const [pid = 0] = anvils(dataDir)
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => chain.balanceOf(RECIPIENT).catch(() => 'unavailable'), WHEN_BUSY).toBe(1_00)
  expect(await chain.lastBlockTime()).toEqual(before)
  await pay(db, chain, 'two', 2_00)
  expect(await chain.balanceOf(RECIPIENT)).toBe(3_00)
})

test.each([
  ['half written', (folder: string) => truncate(join(folder, 'state.gz'), 100)],
  [
    'missing between two renames',
    (folder: string) => rename(join(folder, 'state.gz'), join(folder, 'state.previous.gz')),
  ],
  ['incomplete', (folder: string) => writeFile(join(folder, 'state.new'), 'half')],
  ['older than the database', (folder: string) => rename(join(folder, 'state.previous.gz'), join(folder, 'state.gz'))],
  ['deleted with the whole folder', (folder: string) => rm(folder, { recursive: true })],
])(
  'a snapshot that is %s loses no balance and no block time',
  { tags: 'slow', timeout: TEST_MS },
  async (_what, damage) => {
    const db = await aDatabase()
    const dataDir = await aFolder()
    let lastBlock = new Date()
    for (const key of ['one', 'two', 'three']) {
      const { patientChain, close } = await aChain(db, dataDir)
      await pay(db, patientChain, key)
      lastBlock = await patientChain.lastBlockTime()
      await close()
    }
    await damage(join(dataDir, 'chain'))
    // Block times are whole seconds, so a replay with wrong times is noticed only in a later second.
    await vi.waitUntil(() => Date.now() - lastBlock.getTime() > 1_000, WHEN_BUSY)
    const { patientChain: chain } = await aChain(db, dataDir)
    expect(await chain.balanceOf(RECIPIENT)).toBe(3_00)
    expect(await chain.lastBlockTime()).toEqual(lastBlock)
    await pay(db, chain, 'four')
    expect(await chain.balanceOf(RECIPIENT)).toBe(4_00)
    const rows = await db.query(sql`select state, count(*) as many from chain_transaction group by state`)
    expect(rows).toEqual([{ state: 'confirmed', many: 5 }])
  },
)

test('one process runs the chain of a folder; others can use it', async () => {
  const db = await aDatabase()
  const { patientChain: chain, dataDir } = await aChain(db)
  const options = {
    dataDir,
    settings: { id: 5, node: undefined },
    treasuryKey: () => openTreasuryKey(dataDir, WALLET_SECRET),
    restore: (...[provider, parts]: Parameters<Parameters<typeof openChain>[0]['restore']>) =>
      restoreChain(db, provider, parts),
    log: () => undefined,
  }
  await expect(openChain(options)).rejects.toThrow(/già aperta da un’altra Piazza/)
  const other = await openChain({ ...options, shareRunning: true })
  await other.ready
  await pay(db, other.chain, 'by another process')
  await other.close()
  expect(await chain.balanceOf(RECIPIENT)).toBe(1_00)
})

test('a database refuses a chain with another token', async () => {
  const db = await aDatabase()
  const { close } = await aChain(db)
  await close()
  const logged: string[] = []
  const dataDir = await aFolder()
  const other = await openChain({
    dataDir,
    settings: { id: 5, node: undefined },
    treasuryKey: () => openTreasuryKey(dataDir, WALLET_SECRET),
    restore: (provider, parts) => restoreChain(db, provider, parts),
    log: (line) => logged.push(line),
  })
  await expect.poll(() => logged[0], WHEN_BUSY).toMatch(/Il database segue il token 0x/)
  await expect(other.chain.supply()).rejects.toMatchObject({ kind: 'unavailable' })
  await other.close()
})

test('the chain is reachable only through the socket in its private folder', async ({ skip }) => {
  skip(!canIsolate(), 'this kernel permits no network namespace')
  const { dataDir } = await aChain(await aDatabase())
  const [pid = 0] = anvils(dataDir)
  expect(readlinkSync(`/proc/${pid}/ns/net`)).not.toBe(readlinkSync('/proc/self/ns/net'))
  // Its namespace has only a loopback device that is down.
  expect(readFileSync(`/proc/${pid}/net/route`, 'utf8').trim().split('\n')).toHaveLength(1)
  expect(statSync(join(dataDir, 'chain', 'anvil.ipc')).isSocket()).toBe(true)
})

test('without anvil the chain is not started, which is told once', async () => {
  const logged: string[] = []
  const chain = await startEmbeddedChain(await aFolder(), {
    chainId: 5,
    restore: async () => undefined,
    log: (line) => logged.push(line),
    findProgram: () => {
      throw new ProgramMissing('Manca anvil')
    },
  })
  await expect(chain.ready).rejects.toThrow('Manca anvil')
  await chain.stop()
  expect(logged).toEqual(['La catena non parte: Manca anvil'])
})
