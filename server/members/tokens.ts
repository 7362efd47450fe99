import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { SESSION_DAYS } from '#domain/retention.ts'

// A session token: member, epoch, session and expiry, signed. Roles are not in it, they are read from the database at each
// request. Raising a member's epoch revokes all earlier tokens; signing out revokes those of the session.
const VERSION = 'pz1'
const SESSION_BYTES = 16

export type Claim = { memberId: string; epoch: number; session: string }
/** Without a session, a new one begins. */
type NewToken = Omit<Claim, 'session'> & { session?: string | undefined }
export type Tokens = { issue(token: NewToken): string; read(token: string): Claim | undefined }

export const makeTokens = (secret: string, now: () => Date): Tokens => {
  const sign = (payload: string) => createHmac('sha256', secret).update(payload).digest()
  return {
    issue({ memberId, epoch, session = randomBytes(SESSION_BYTES).toString('base64url') }) {
      const expires = Math.floor(now().getTime() / 1000) + SESSION_DAYS * 24 * 60 * 60
      const payload = `${VERSION}.${memberId}.${epoch}.${session}.${expires}`
      return `${payload}.${sign(payload).toString('base64url')}`
    },
    read(token) {
      const match = /^(pz1\.([0-9a-f-]{36})\.(\d{1,9})\.([\w-]{22})\.(\d{1,12}))\.([\w-]{43})$/.exec(token)
      if (!match) return undefined
      const [, payload = '', memberId = '', epoch, session = '', expires, signature = ''] = match
      const given = Buffer.from(signature, 'base64url')
      const expected = sign(payload)
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
      if (Number(expires) * 1000 <= now().getTime()) return undefined
      return { memberId, epoch: Number(epoch), session }
    },
  }
}
