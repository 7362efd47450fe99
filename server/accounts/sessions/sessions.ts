import type { Member, Viewer } from '#domain/accounts/access.ts'
import { identityKey, type UserInfo } from '#domain/accounts/members.schema.ts'
import { ACCOUNT_MESSAGES, HOLD_HOURS, heldUntil } from '#domain/accounts/members.ts'
import type { PasskeySignature, Proof, SignatureOptions } from '#domain/accounts/passkeys.schema.ts'
import { PASSKEY_MESSAGES } from '#domain/accounts/passkeys.ts'
import { SESSION_DAYS } from '#domain/accounts/retention.ts'
import { HOUR_MS } from '#domain/base/dates.ts'
import { AppError } from '#domain/base/errors.ts'
import type { MembersParts } from '#server/accounts/members/parts.ts'
import { type MemberRow, type Secrets, suspensionAt } from '#server/accounts/members/rows.ts'
import type { PasskeyAction } from '#server/accounts/passkeys/actions.ts'
import { type Claim, newSession } from '#server/accounts/sessions/tokens.ts'
import { networkOf } from '#server/platform/limits/service.ts'
import { hashCode } from '#server/talk/mail/codes.ts'

/** Signing in and out, and confirming with the password or a passkey. */
export const makeSessions = (parts: MembersParts) => {
  const { store, networks, sessionRows, tokens, passwords, passkeys, limits, now } = parts

  const checkPassword = async (viewer: Member, password: string, field = 'password'): Promise<Secrets> => {
    await limits.take('passwordAgain', viewer.id)
    const secrets = await store.findSecrets(viewer.id)
    const isRight = await passwords.matches(secrets?.passwordHash, password)
    const { wrongPassword } = ACCOUNT_MESSAGES
    if (!secrets || !isRight) throw new AppError('forbidden', wrongPassword, { errors: { [field]: wrongPassword } })
    return secrets
  }

  /** With a new token of the session, which ends with it. */
  const userInfo = (
    member: MemberRow,
    { session, sessionEndsAt, actor }: Pick<Member, 'session' | 'sessionEndsAt' | 'actor'>,
  ): UserInfo => ({
    _id: member.id,
    username: member.username,
    token: tokens.issue({ memberId: member.id, epoch: member.epoch, session, actor, expires: sessionEndsAt }),
    verified: member.verified,
    isSeller: member.isSeller,
    isAdmin: member.isAdmin,
    hasAd: member.hasAd,
    ...(member.role === 'moderator' || member.role === 'desk' ? { role: member.role } : {}),
  })

  /** The session of a volunteer who acts for a member: it has no other role, and ends with the volunteer's own rights. */
  const actFor = async (member: Member, { actor, session, expires }: Claim): Promise<Viewer> => {
    const row = actor && (await store.findByToken({ memberId: actor.id, epoch: actor.epoch, session }))
    if (!row || suspensionAt(row, now()) || (row.role !== 'desk' && row.role !== 'admin')) return null
    if (member.role !== 'member') return null
    return { ...member, actor: { id: row.id, username: row.username, epoch: actor.epoch, until: expires } }
  }

  /** For operations that need more than a valid session. A passkey must have signed for exactly this action. */
  const confirm = async (viewer: Member, { password, passkey }: Proof, action: PasskeyAction): Promise<Secrets> => {
    if (!passkey) return checkPassword(viewer, password ?? '')
    await limits.take('passkey', viewer.id)
    await passkeys.check(viewer.id, passkey, action)
    const secrets = await store.findSecrets(viewer.id)
    if (!secrets) throw new AppError('forbidden', PASSKEY_MESSAGES.notConfirmed)
    return secrets
  }

  const refuseHeld = ({ changedAt }: Secrets): void => {
    const until = new Date((changedAt?.getTime() ?? 0) + HOLD_HOURS * HOUR_MS)
    if (until > now()) throw new AppError('forbidden', heldUntil(until))
  }

  const begin = async (member: MemberRow, network: Buffer): Promise<UserInfo> => {
    await networks.remember(member.id, network, now())
    const [session, beganAt] = [newSession(), now()]
    const sessionEndsAt = new Date(beganAt.getTime() + SESSION_DAYS * 24 * HOUR_MS)
    await sessionRows.add({ session, memberId: member.id, epoch: member.epoch, beganAt, expiresAt: sessionEndsAt })
    return userInfo(member, { session, sessionEndsAt })
  }

  return {
    userInfo,

    /** A session in which a volunteer of the desk acts for a member who is present. */
    beginActing(member: MemberRow, volunteer: Member, until: Date): UserInfo & { session: string } {
      const session = newSession()
      const actor = { id: volunteer.id, username: volunteer.username, epoch: volunteer.epoch, until }
      return { ...userInfo(member, { session, sessionEndsAt: until, actor }), session }
    },

    /** The member of a bearer token; null if it is forged, expired or revoked. */
    async recognise(token: string): Promise<Viewer> {
      const claim = tokens.read(token)
      if (!claim) return null
      const row = await store.findByToken(claim)
      if (!row) return null
      const { suspendedAt, suspendedUntil, suspensionReason, ...member } = row
      const suspension = suspensionAt({ suspendedAt, suspendedUntil, suspensionReason }, now())
      const viewer = { ...member, suspension, session: claim.session, sessionEndsAt: claim.expires }
      return claim.actor ? actFor(viewer, claim) : viewer
    },

    /** An unknown address and a wrong password take the same time and get the same answer. */
    async signIn({ email, password }: { email: string; password: string }, ip: string): Promise<UserInfo> {
      const [network, emailKey] = [networkOf(ip), identityKey(email)]
      const networkHash = hashCode(network)
      // Where the member has signed in before, the failures of others do not count.
      if (await networks.isKnown(email, networkHash)) await limits.take('signInFromIpAsMember', network, emailKey)
      else
        await limits.takeFrom(
          ip,
          'signInFromIp',
          ['signInFromIpAsMember', network, emailKey],
          ['signInAsMember', emailKey],
        )
      const member = await store.findToSignIn(email)
      const isRight = await passwords.matches(member?.passwordHash, password)
      if (!member || !isRight) throw new AppError('unauthenticated', ACCOUNT_MESSAGES.wrongCredentials)
      await limits.reset('signInFromIpAsMember', network, emailKey)
      return begin(member, networkHash)
    },

    async passkeyOptions(ip: string): Promise<SignatureOptions> {
      await limits.takeFrom(ip, 'passkeySignInFromIp')
      return passkeys.signInOptions()
    },

    /** An unknown passkey, one of a deleted member and a wrong signature get the same answer. */
    async signInWithPasskey(signature: PasskeySignature, ip: string): Promise<UserInfo> {
      await limits.takeFrom(ip, 'passkeySignInFromIp')
      const memberId = await passkeys.checkSignIn(signature)
      const member = memberId === undefined ? undefined : await store.find(memberId)
      if (!member) throw new AppError('unauthenticated', PASSKEY_MESSAGES.unknown)
      return begin(member, hashCode(networkOf(ip)))
    },

    async signOut({ session }: Member): Promise<void> {
      if (session) await store.endSession(session, new Date(now().getTime() + SESSION_DAYS * 24 * HOUR_MS))
    },

    /** Those of a member that are open, newest first. */
    /** For what is sent to a device. */
    isOpen: async (session: Pick<Claim, 'memberId' | 'epoch' | 'session'>): Promise<boolean> =>
      (await store.findByToken(session)) !== undefined,

    openOf: async (memberId: string): Promise<{ beganAt: string }[]> =>
      (await sessionRows.openOf(memberId, now())).map(({ beganAt }) => ({ beganAt: beganAt.toISOString() })),

    async signOutEverywhere(viewer: Member): Promise<void> {
      await store.transaction((tx) => store.endSessions(tx, viewer.id))
    },

    checkPassword,
    confirm,

    /** For what cannot be taken back: also refused for some days after a change of password or e-mail. */
    async checkPasswordUnheld(viewer: Member, password: string): Promise<Secrets> {
      const secrets = await checkPassword(viewer, password)
      refuseHeld(secrets)
      return secrets
    },
    async confirmUnheld(viewer: Member, proof: Proof, action: PasskeyAction): Promise<Secrets> {
      const secrets = await confirm(viewer, proof, action)
      refuseHeld(secrets)
      return secrets
    },
  }
}
export type Sessions = ReturnType<typeof makeSessions>
