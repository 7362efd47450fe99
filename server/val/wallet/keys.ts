import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import type { Hex, PrivateKeyAccount } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

// A sealed key: format (1 byte), fingerprint of the secret (4), nonce (12), tag (16), the key under AES-256-GCM. The
// member's id is additional authenticated data, so that a key copied into another member's row cannot be opened. The
// fingerprint shows which rows still use the old secret after a change.
const FORMAT = 1
const FINGERPRINT = 4
const NONCE = 12
const TAG = 16
const CIPHER = 'aes-256-gcm'

export type Wallet = { account: string; sealedKey: Buffer }
export type Keys = ReturnType<typeof makeKeys>

export const makeKeys = (secret: string) => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'piazza wallet 1', 32))
  const fingerprint = createHash('sha256').update(key).digest().subarray(0, FINGERPRINT)

  const seal = (memberId: string, privateKey: Hex): Buffer => {
    const nonce = randomBytes(NONCE)
    const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(memberId))
    const sealed = Buffer.concat([cipher.update(Buffer.from(privateKey.slice(2), 'hex')), cipher.final()])
    return Buffer.concat([Buffer.of(FORMAT), fingerprint, nonce, cipher.getAuthTag(), sealed])
  }
  const open = (memberId: string, sealed: Uint8Array): Hex => {
    const bytes = Buffer.from(sealed)
    if (bytes[0] !== FORMAT) throw new Error(`the wallet of member ${memberId} has the unknown format ${bytes[0]}`)
    if (!bytes.subarray(1, 1 + FINGERPRINT).equals(fingerprint))
      throw new Error(`the wallet of member ${memberId} was sealed with another WALLET_SECRET`)
    const [nonceAt, tagAt, keyAt] = [1 + FINGERPRINT, 1 + FINGERPRINT + NONCE, 1 + FINGERPRINT + NONCE + TAG]
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(nonceAt, tagAt))
    decipher.setAAD(Buffer.from(memberId)).setAuthTag(bytes.subarray(tagAt, keyAt))
    return `0x${Buffer.concat([decipher.update(bytes.subarray(keyAt)), decipher.final()]).toString('hex')}`
  }

  return {
    fingerprint,
    make(memberId: string): Wallet {
      const privateKey = generatePrivateKey()
      return { account: privateKeyToAccount(privateKey).address, sealedKey: seal(memberId, privateKey) }
    },
    seal,
    open,
    signer: (memberId: string, sealed: Uint8Array): PrivateKeyAccount => privateKeyToAccount(open(memberId, sealed)),
  }
}
