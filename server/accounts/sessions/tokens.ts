import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { SESSION_DAYS } from '#domain/accounts/retention.ts'

// A session token: member, epoch, session and expiry, signed. Roles are not in it, they are read from the database at each
// request. Raising a member's epoch revokes all earlier tokens; signing out revokes those of the session.
const VERSION = 'pz1'
const SESSION_BYTES = 16

/** `actor` is the volunteer of the desk in whose session the member's account is used. */
export type Claim = {
  memberId: string
  epoch: number
  session: string
  actor?: { id: string; epoch: number } | undefined
  expires: Date
}
/** Without a session, a new one begins. */
type NewToken = Omit<Claim, 'session' | 'expires'> & { session?: string | undefined; expires?: Date | undefined }
export type Tokens = { issue(token: NewToken): string; read(token: string): Claim | undefined }

export const newSession = (): string => randomBytes(SESSION_BYTES).toString('base64url')

export const makeTokens = (secret: string, now: () => Date): Tokens => {
  const sign = (payload: string) => createHmac('sha256', secret).update(payload).digest()
  return {
    issue({ memberId, epoch, session = newSession(), actor, expires }) {
      const seconds = expires
        ? Math.floor(expires.getTime() / 1000)
        : Math.floor(now().getTime() / 1000) + SESSION_DAYS * 24 * 60 * 60
      const acting = actor ? `${actor.id}.${actor.epoch}.` : ''
      const payload = `${VERSION}.${memberId}.${epoch}.${session}.${acting}${seconds}`
      return `${payload}.${sign(payload).toString('base64url')}`
    },
    read(token) {
      const match =
        /^(pz1\.([0-9a-f-]{36})\.(\d{1,9})\.([\w-]{22})(?:\.([0-9a-f-]{36})\.(\d{1,9}))?\.(\d{1,12}))\.([\w-]{43})$/.exec(
          token,
        )
      if (!match) return undefined
      const [, payload = '', memberId = '', epoch, session = '', actorId, actorEpoch, expires, signature = ''] = match
      const given = Buffer.from(signature, 'base64url')
      const expected = sign(payload)
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
      if (Number(expires) * 1000 <= now().getTime()) return undefined
      const actor = actorId ? { id: actorId, epoch: Number(actorEpoch) } : undefined
      return { memberId, epoch: Number(epoch), session, actor, expires: new Date(Number(expires) * 1000) }
    },
  }
}
