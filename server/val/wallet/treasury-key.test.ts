import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openTreasuryKey, resealTreasuryKey } from '#server/val/wallet/treasury-key.ts'

const [OLD, NEW] = ['an old secret that only tests know, for keys', 'a new secret that only tests know, for keys']

const aDataFolder = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'piazza-treasury-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  return { dataDir, stored: () => readFile(join(dataDir, 'secrets', 'treasury')) }
}

test('the treasury’s key is generated once and not readable in its file', async () => {
  const { dataDir, stored } = await aDataFolder()
  const key = await openTreasuryKey(dataDir, OLD)
  expect(await openTreasuryKey(dataDir, OLD)).toBe(key)
  const bytes = Buffer.from(key.slice(2), 'hex')
  const file = await stored()
  expect(Buffer.from(String(file), 'base64url').includes(bytes)).toBe(false)
  for (const encoding of ['hex', 'base64', 'base64url'] as const)
    expect(String(file)).not.toContain(bytes.toString(encoding))
})

test('a wrong wallet secret is refused; reseal changes the secret, also when repeated', async () => {
  const { dataDir } = await aDataFolder()
  const key = await openTreasuryKey(dataDir, OLD)
  await expect(openTreasuryKey(dataDir, NEW)).rejects.toThrow('Impostazione WALLET_SECRET sbagliata')
  for (let time = 0; time < 2; time++) await resealTreasuryKey(dataDir, OLD, NEW)
  expect(await openTreasuryKey(dataDir, NEW)).toBe(key)
  await expect(resealTreasuryKey(dataDir, OLD, 'a third secret that nobody has used')).rejects.toThrow('altro segreto')
})
