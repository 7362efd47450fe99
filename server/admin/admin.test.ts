import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { closeAll, openContext, type Wallets } from '#server/admin/context.ts'
import { readSettings } from '#server/settings.ts'
import { fillHolderList } from '#test/chain.ts'
import { runProgram, startProgram } from '#test/program.ts'

const ADMIN = join(import.meta.dirname, '..', 'admin.ts')
const MAIN = join(import.meta.dirname, '..', 'main.ts')
// Each command may have to start the embedded database and chain.
const TIMEOUT_MS = 180_000

const admin = (dataDir: string, ...args: string[]) => adminAnswering('', dataDir, ...args)

/** Runs a command with one line of input, the answer to its question. */
const adminAnswering = async (answer: string, dataDir: string, ...args: string[]) => {
  // The test opens the folder too, so the command must run as the same user, also as root.
  const runAs = process.getuid?.() === 0 ? { RUN_AS: 'root' } : {}
  return runProgram([ADMIN, ...args], { NODE_ENV: 'test', DATA_DIR: dataDir, ...runAs }, `${answer}\n`)
}

test('without a command, or with an unknown one, the help lists the commands in Italian', {
  tags: 'slow',
}, async () => {
  const help = await admin('/nowhere')
  expect(help).toMatchObject({ code: 0, err: '' })
  expect(help.out).toMatch(
    /Uso: npm run admin -- COMANDO[\s\S]+mint IMPORTO[\s\S]+evaporate \[--dry-run\][\s\S]+holders/,
  )
  expect(await admin('/nowhere', 'burn')).toMatchObject({ code: 1, err: expect.stringContaining('burn non esiste') })
  expect(await admin('/nowhere', 'mint', 'molti')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/Scrivi quanti VAL creare.+\nUso: npm run admin -- mint IMPORTO/),
  })
})

test('messages name the command as this installation has it', async () => {
  const env = { NODE_ENV: 'test', DATA_DIR: '/nowhere', PIAZZA_ADMIN: 'piazza-admin @due' }
  const { err, out } = await runProgram([ADMIN], env)
  expect([err, out.split('\n')[0]]).toEqual(['', 'Uso: piazza-admin @due COMANDO'])
  expect((await runProgram([ADMIN, 'mint', 'molti'], env)).err).toContain('Uso: piazza-admin @due mint IMPORTO')
})

test('a part that cannot be closed does not keep the others open', async () => {
  const closed: string[] = []
  const closing = (name: string, failure?: string) => async () => {
    closed.push(name)
    if (failure) throw new Error(failure)
  }
  const closers = [closing('database'), closing('chain', 'second'), closing('worker', 'first')]
  await expect(closeAll(closers)).rejects.toThrow('first')
  expect(closed).toEqual(['worker', 'chain', 'database'])
})

describe('on a data folder', () => {
  let dataDir = ''
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'piazza-admin-'))
    const runAs: Record<string, string> = process.getuid?.() === 0 ? { RUN_AS: 'root' } : {}
    const server = await startProgram([MAIN], { NODE_ENV: 'test', DATA_DIR: dataDir, DEMO: '0', ...runAs })
    // The token is deployed in the background.
    const listed = async () => expect(await admin(dataDir, 'holders')).toMatchObject({ code: 0 })
    await vi.waitFor(listed, { timeout: TIMEOUT_MS, interval: 500 })
    await server.end()
  }, TIMEOUT_MS)
  afterAll(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))

  const withWallets = async <T>(work: (wallets: Wallets) => Promise<T>): Promise<T> => {
    const context = openContext(readSettings({ NODE_ENV: 'test', DATA_DIR: dataDir }))
    try {
      return await work(await context.wallets())
    } finally {
      await context.close()
    }
  }
  const RECIPIENT = '0x1111111111111111111111111111111111111111'

  test('mint works while the server is stopped', { tags: 'slow', timeout: TIMEOUT_MS }, async () => {
    const minted = await admin(dataDir, 'mint', '1500,50')
    expect(minted.err).toBe('')
    expect(minted.out).toMatch(/Creati 1\.?500,50 VAL\.\nVAL in tutto: 8\.001\.500,50 VAL/)
    expect(await withWallets(({ chain }) => chain.supply())).toBe(800_150_050)
  })

  test('send refuses unknown people and wrong amounts, and moves nothing', {
    tags: 'slow',
    timeout: TIMEOUT_MS,
  }, async () => {
    for (const args of [[], ['maria@esempio.test'], ['maria@esempio.test', '1,234'], ['maria@esempio.test', '-5']])
      expect(await admin(dataDir, 'send', ...args)).toMatchObject({
        code: 1,
        err: expect.stringContaining('Scrivi a chi'),
      })
    expect(await admin(dataDir, 'send', 'nessuno@esempio.test', '5')).toMatchObject({ code: 1, out: '' })
  })

  test('while the server runs, a dry run lists the losses and a round takes exactly those', {
    tags: 'slow',
    timeout: TIMEOUT_MS,
  }, async () => {
    await withWallets(async ({ chain, wallet }) => {
      await wallet.transfer({ key: 'gift', from: 'treasury', to: RECIPIENT, amount: 100_00 })
      const dryRun = await admin(dataDir, 'evaporate', '--dry-run')
      expect(dryRun.out).toMatch(/0x1{40} +100,00 VAL → +94,00 VAL {2}\(−6,00 VAL\)/)
      expect(dryRun.out).toContain('Evaporerebbero 6,00 VAL in tutto. Non è cambiato nulla.')
      expect(await chain.balanceOf(RECIPIENT)).toBe(100_00)
      const refused = await adminAnswering('sì', dataDir, 'evaporate')
      expect(refused.out).toContain('Il giro toglie 6,00 VAL a 1 portafoglio su 2.')
      expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('non è cambiato nulla') })
      expect(await chain.balanceOf(RECIPIENT)).toBe(100_00)
      const round = await adminAnswering('EVAPORA', dataDir, 'evaporate')
      expect(round.out).toContain('2 di 2')
      expect(round.out).toContain('evaporati 6,00 VAL')
      expect(await chain.balanceOf(RECIPIENT)).toBe(94_00)
      const list = await admin(dataDir, 'holders')
      expect(list.out).toMatch(/tesoreria\n0x1{40} +94,00 VAL/)
    })
  })

  test('an interrupted evaporation is completed by the next one, without a second round', {
    tags: 'slow',
    timeout: TIMEOUT_MS,
  }, async () => {
    await withWallets(async ({ chain, wallet }) => {
      await fillHolderList(chain, dataDir, 1_520)
      // Retried, because a slow chain may still be busy with the holders and time out.
      const round = () => wallet.treasuryCall('evaporate:2', { kind: 'evaporate', amount: 0 })
      const { id } = await vi.waitFor(round, { timeout: 60_000, interval: 500 })
      expect(await wallet.waitFor(id)).toMatchObject({ state: 'confirmed' })
      expect(await chain.unsettled()).toBe(22)
    })
    const resumed = await admin(dataDir, 'evaporate')
    expect(resumed.out).toMatch(/Riprendo il giro rimasto a metà\.\n\[#+\.*\] 1500 di 1522\n\[#{30}\] 1522 di 1522/)
    await withWallets(async ({ chain }) => {
      expect(await chain.unsettled()).toBe(0)
      expect(await chain.round()).toBe(2)
    })
  })
})
