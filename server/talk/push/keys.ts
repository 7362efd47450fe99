import { createECDH, hkdfSync } from 'node:crypto'

export type VapidKeys = { publicKey: string; privateKey: string }

/** The server's key pair for push services (RFC 8292). Derived from AUTH_SECRET, so that all instances have the same one. */
export const deriveVapidKeys = (secret: string): VapidKeys => {
  const privateKey = Buffer.from(hkdfSync('sha256', secret, '', 'piazza vapid p-256', 32))
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(privateKey)
  return { publicKey: curve.getPublicKey().toString('base64url'), privateKey: privateKey.toString('base64url') }
}
