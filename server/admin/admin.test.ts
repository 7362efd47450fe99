import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openHouse, type Purse } from '#server/admin/house.ts'
import { readSettings } from '#server/settings.ts'
import { fillHolderList } from '#test/chain.ts'

const ADMIN = join(import.meta.dirname, '..', 'admin.ts')

const admin = async (dataDir: string, ...args: string[]) => {
  const env = { ...process.env, NODE_ENV: 'test', DATA_DIR: dataDir }
  const child = spawn(process.execPath, [ADMIN, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { out, err, code }
}

test('without a command, or with a wrong one, the help says in Italian what there is', async () => {
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

describe('on a data folder', () => {
  let dataDir = ''
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'piazza-admin-'))
  })
  afterAll(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))

  const visiting = async <T>(work: (purse: Purse) => Promise<T>): Promise<T> => {
    const house = openHouse(readSettings({ NODE_ENV: 'test', DATA_DIR: dataDir }))
    try {
      return await work(await house.purse())
    } finally {
      await house.close()
    }
  }
  const SOMEBODY = '0x1111111111111111111111111111111111111111'

  test('with Piazza closed, mint opens what it needs and closes it again', async () => {
    const minted = await admin(dataDir, 'mint', '1500,50')
    expect(minted.err).toBe('')
    expect(minted.out).toMatch(/Creati 1\.?500,50 VAL\.\nVAL in tutto: 8\.001\.500,50 VAL/)
    expect(await visiting(({ chain }) => chain.supply())).toBe(800_150_050)
  }, 60_000)

  test('with Piazza open, a dry run tells who would lose what, and a round takes just that', async () => {
    await visiting(async ({ chain, wallet }) => {
      await wallet.transfer({ key: 'gift', from: 'treasury', to: SOMEBODY, amount: 100_00 })
      const rehearsal = await admin(dataDir, 'evaporate', '--dry-run')
      expect(rehearsal.out).toMatch(/0x1{40} +100,00 VAL → +94,00 VAL {2}\(−6,00 VAL\)/)
      expect(rehearsal.out).toContain('Evaporerebbero 6,00 VAL in tutto. Non è cambiato nulla.')
      expect(await chain.balanceOf(SOMEBODY)).toBe(100_00)
      const round = await admin(dataDir, 'evaporate')
      expect(round.out).toContain('2 di 2')
      expect(round.out).toContain('evaporati 6,00 VAL')
      expect(await chain.balanceOf(SOMEBODY)).toBe(94_00)
      const list = await admin(dataDir, 'holders')
      expect(list.out).toMatch(/tesoreria\n0x1{40} +94,00 VAL/)
    })
  }, 60_000)

  test('an evaporation cut off half-way is finished by the next one, without a second round', async () => {
    await visiting(async ({ chain, wallet }) => {
      await fillHolderList(chain, dataDir, 1_520)
      const { id } = await wallet.order('evaporate:2', { kind: 'evaporate', amount: 0 })
      expect(await wallet.waitFor(id)).toMatchObject({ state: 'confirmed' })
      expect(await chain.unsettled()).toBe(22)
    })
    const resumed = await admin(dataDir, 'evaporate')
    expect(resumed.out).toMatch(/Riprendo il giro rimasto a metà\.\n\[#+\.*\] 1500 di 1522\n\[#{30}\] 1522 di 1522/)
    await visiting(async ({ chain }) => {
      expect(await chain.unsettled()).toBe(0)
      expect(await chain.round()).toBe(2)
    })
  }, 60_000)
})
