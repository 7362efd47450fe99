import { expect, test } from 'vitest'
import { makeKeys } from '#server/val/wallet/keys.ts'

const SECRET = 'a secret that only tests know, and never leaves them'
const ANNA = '01a1dd19-6ac6-7e41-9831-b41830232d98'
const BRUNO = '01a1dd19-6ac6-7e41-9831-b41830232d99'

test('a sealed key can be opened for its member, and matches the address of the wallet', () => {
  const keys = makeKeys(SECRET)
  const { account, sealedKey } = keys.make(ANNA)
  expect(keys.open(ANNA, sealedKey)).toMatch(/^0x[0-9a-f]{64}$/)
  expect(keys.signer(ANNA, sealedKey).address).toBe(account)
  expect(keys.make(ANNA).account).not.toBe(account)
})

test('a key copied into another row, modified, or sealed with another secret cannot be opened', () => {
  const keys = makeKeys(SECRET)
  const { sealedKey } = keys.make(ANNA)
  expect(() => keys.open(BRUNO, sealedKey)).toThrow()
  for (const at of [6, 20, sealedKey.length - 1]) {
    const touched = Buffer.from(sealedKey)
    touched[at] = (touched[at] ?? 0) ^ 1
    expect(() => keys.open(ANNA, touched)).toThrow()
  }
  expect(() => makeKeys(`${SECRET}!`).open(ANNA, sealedKey)).toThrow(/another WALLET_SECRET/)
  expect(() => keys.open(ANNA, Buffer.of(2, ...sealedKey.subarray(1)))).toThrow(/unknown format 2/)
})
