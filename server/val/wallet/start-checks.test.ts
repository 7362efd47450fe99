import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { SettingError } from '#server/settings.ts'
import { makeCursorStore } from '#server/val/wallet/cursor-store.ts'
import { makeKeys } from '#server/val/wallet/keys.ts'
import { checkEmbeddedChain, checkToken, openWalletSecret } from '#server/val/wallet/start-checks.ts'
import { openTreasuryKey } from '#server/val/wallet/treasury-key.ts'
import { absentChain, aFolder } from '#test/chain.ts'
import { anOwnPiazza, SECRET } from '#test/fixtures.ts'

const aPiazzaWithWallet = async () => {
  const { db, aMember } = await anOwnPiazza()
  const addWallet = async (secret: string) => {
    const { id } = await aMember()
    const { account, sealedKey } = makeKeys(secret).make(id)
    await db.execute(sql`update member set account = ${account}, account_key = ${sealedKey} where id = ${id}`)
    return { id }
  }
  await addWallet(SECRET)
  const dataDir = await aFolder()
  return { db, dataDir, addWallet, open: (walletSecret?: string) => openWalletSecret(db, { walletSecret, dataDir }) }
}

test('the secret that sealed the wallets opens them, any other stops the start', async () => {
  const { db, open, addWallet } = await aPiazzaWithWallet()
  expect(await open(SECRET)).toBe(SECRET)
  const refusal = await open('another secret').catch((error) => error)
  expect(refusal).toBeInstanceOf(SettingError)
  expect(refusal.message).toContain('WALLET_SECRET')
  // The fingerprint of the first secret sorts before that of SECRET, that of the second after it.
  for (const other of ['a second secret', 'a lost secret']) {
    const { id } = await addWallet(other)
    await expect(open(SECRET)).rejects.toThrow('WALLET_SECRET')
    await db.execute(sql`update member set account = null, account_key = null where id = ${id}`)
    expect(await open(SECRET)).toBe(SECRET)
  }
})

test('a lost secret stops the start, and no new one is generated', async () => {
  const { open, dataDir, db } = await aPiazzaWithWallet()
  const refusal = await open().catch((error) => error)
  expect(refusal).toBeInstanceOf(SettingError)
  expect(refusal.message).toContain('WALLET_SECRET')
  await expect(readFile(join(dataDir, 'secrets', 'wallet'))).rejects.toMatchObject({ code: 'ENOENT' })
  await db.execute(sql`update member set account = null, account_key = null`)
  const generated = await open()
  expect(await readFile(join(dataDir, 'secrets', 'wallet'), 'utf8')).toBe(generated)
  expect(await open()).toBe(generated)
})

test('a lost secret stops the start also when only the treasury’s key is sealed', async () => {
  const { db } = await anOwnPiazza()
  const dataDir = await aFolder()
  const open = (walletSecret?: string) => openWalletSecret(db, { walletSecret, dataDir })
  await openTreasuryKey(dataDir, SECRET)
  const refusal = await open().catch((error) => error)
  expect(refusal).toBeInstanceOf(SettingError)
  expect(refusal.message).toContain('WALLET_SECRET')
  await expect(readFile(join(dataDir, 'secrets', 'wallet'))).rejects.toMatchObject({ code: 'ENOENT' })
  expect(await open(SECRET)).toBe(SECRET)
})

test('a lost treasury key stops the start if the database follows its token, and no new one is generated', async () => {
  const { db } = await anOwnPiazza()
  const dataDir = await aFolder()
  const embedded = { dataDir, chain: { id: 5, node: undefined } }
  await checkEmbeddedChain(db, embedded)
  await makeCursorStore(db).pair({ chainId: 5, token: absentChain().token, block: 0 })
  const refusal = await checkEmbeddedChain(db, embedded).catch((error) => error)
  expect(refusal).toBeInstanceOf(SettingError)
  expect(refusal.message).toContain('DATA_DIR/secrets/treasury')
  const node = { url: 'http://127.0.0.1:1', token: absentChain().token, treasuryKey: '0x1', gas: 'free' as const }
  await checkEmbeddedChain(db, { dataDir, chain: { id: 5, node } })
  await openTreasuryKey(dataDir, SECRET)
  await checkEmbeddedChain(db, embedded)
})

test('another chain or token than the one the database follows stops the start', async () => {
  const { db } = await anOwnPiazza()
  const { id, token } = absentChain()
  await checkToken(db, { id, token })
  await makeCursorStore(db).pair({ chainId: id, token, block: 0 })
  await checkToken(db, { id, token })
  await expect(checkToken(db, { id: id + 1, token })).rejects.toThrow('CHAIN_ID')
  const other = '0x0000000000000000000000000000000000000001'
  await expect(checkToken(db, { id, token: other })).rejects.toThrow('TOKEN_ADDRESS')
})
