import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import type { Hex, PrivateKeyAccount } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

// A sealed key: form (1 byte), mark of the secret it was sealed with (4), nonce (12), tag (16), the key under AES-256-GCM.
// The member's id is bound to it, so that a key copied into somebody else's row does not open. The mark tells, the day
// the secret is changed, which rows are still under the old one.
const FORM = 1
const MARK = 4
const NONCE = 12
const TAG = 16
const CIPHER = 'aes-256-gcm'

export type Wallet = { account: string; sealedKey: Buffer }
export type Keys = ReturnType<typeof makeKeys>

export const makeKeys = (secret: string) => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'piazza wallet 1', 32))
  const mark = createHash('sha256').update(key).digest().subarray(0, MARK)

  const seal = (memberId: string, privateKey: Hex): Buffer => {
    const nonce = randomBytes(NONCE)
    const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(memberId))
    const sealed = Buffer.concat([cipher.update(Buffer.from(privateKey.slice(2), 'hex')), cipher.final()])
    return Buffer.concat([Buffer.of(FORM), mark, nonce, cipher.getAuthTag(), sealed])
  }
  const open = (memberId: string, sealed: Uint8Array): Hex => {
    const bytes = Buffer.from(sealed)
    if (bytes[0] !== FORM || !bytes.subarray(1, 1 + MARK).equals(mark)) {
      throw new Error(`the wallet of member ${memberId} was sealed with another WALLET_SECRET`)
    }
    const [nonceAt, tagAt, keyAt] = [1 + MARK, 1 + MARK + NONCE, 1 + MARK + NONCE + TAG]
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(nonceAt, tagAt))
    decipher.setAAD(Buffer.from(memberId)).setAuthTag(bytes.subarray(tagAt, keyAt))
    return `0x${Buffer.concat([decipher.update(bytes.subarray(keyAt)), decipher.final()]).toString('hex')}`
  }

  return {
    /** A new wallet for a member. */
    make(memberId: string): Wallet {
      const privateKey = generatePrivateKey()
      return { account: privateKeyToAccount(privateKey).address, sealedKey: seal(memberId, privateKey) }
    },
    seal,
    open,
    signer: (memberId: string, sealed: Uint8Array): PrivateKeyAccount => privateKeyToAccount(open(memberId, sealed)),
  }
}
