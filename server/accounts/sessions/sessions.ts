import type { Member, Viewer } from '#domain/accounts/access.ts'
import { identityKey, type UserInfo } from '#domain/accounts/members.schema.ts'
import { ACCOUNT_MESSAGES, HOLD_HOURS, heldUntil } from '#domain/accounts/members.ts'
import type { PasskeySignature, Proof, SignatureOptions } from '#domain/accounts/passkeys.schema.ts'
import { PASSKEY_MESSAGES } from '#domain/accounts/passkeys.ts'
import { SESSION_DAYS } from '#domain/accounts/retention.ts'
import { DAY_MS, HOUR_MS } from '#domain/base/dates.ts'
import { AppError, MESSAGES } from '#domain/base/errors.ts'
import type { MembersParts } from '#server/accounts/members/parts.ts'
import { type MemberRow, type MemberToSignIn, type Secrets, suspensionAt } from '#server/accounts/members/rows.ts'
import type { PasskeyAction } from '#server/accounts/passkeys/actions.ts'
import type { NewSession } from '#server/accounts/sessions/store.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import { networkOf } from '#server/platform/limits/service.ts'
import { hashCode, newCode } from '#server/talk/mail/codes.ts'

/** Signs members in and out, and checks confirmations by password or passkey. */
export const makeSessions = (parts: MembersParts) => {
  const { store, networks, sessionRows, passwords, passkeys, limits, now } = parts

  const checkPassword = async (viewer: Member, password: string, field = 'password'): Promise<Secrets> => {
    await limits.take('passwordAgain', viewer.id)
    const secrets = await store.findSecrets(viewer.id)
    const isRight = await passwords.matches(secrets?.passwordHash, password)
    const { wrongPassword } = ACCOUNT_MESSAGES
    if (!secrets || !isRight) throw new AppError('forbidden', wrongPassword, { errors: { [field]: wrongPassword } })
    return secrets
  }

  const userInfo = (member: MemberRow, token: string): UserInfo => ({
    _id: member.id,
    username: member.username,
    token,
    verified: member.verified,
    isSeller: member.isSeller,
    isAdmin: member.isAdmin,
    hasAd: member.hasAd,
    ...(member.role === 'moderator' || member.role === 'desk' ? { role: member.role } : {}),
  })

  /** Returns the volunteer of a session of the desk, or undefined if the role was removed, or the volunteer is suspended. */
  const findVolunteer = async (session: string) => {
    const volunteer = await sessionRows.findById(session, now())
    const isAtDesk = volunteer?.role === 'desk' || volunteer?.role === 'admin'
    return isAtDesk && !suspensionAt(volunteer, now()) ? volunteer : undefined
  }

  /** For operations that need more than a valid session: the password, or a passkey's signature of exactly this action. */
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

  const add = async (member: MemberRow, kind: Omit<NewSession, 'tokenHash' | 'memberId' | 'beganAt'>) => {
    const token = newCode()
    const row = { tokenHash: hashCode(token), memberId: member.id, beganAt: now(), ...kind }
    const session = await sessionRows.add(row)
    if (!session) throw new AppError('unauthenticated', ACCOUNT_MESSAGES.wrongCredentials)
    return { session, user: userInfo(member, token) }
  }

  const begin = async (member: MemberToSignIn, ip: string): Promise<UserInfo> => {
    await networks.remember(member.id, ip, now())
    const expiresAt = new Date(now().getTime() + SESSION_DAYS * DAY_MS)
    const { user } = await add(member, { passwordHash: member.passwordHash, volunteerSession: null, expiresAt })
    return user
  }

  return {
    userInfo,

    /** Starts a session in which a volunteer of the desk acts for a member. */
    beginActing: (member: MemberRow, volunteer: Member, until: Date) =>
      add(member, { passwordHash: null, volunteerSession: volunteer.session, expiresAt: until }),

    /** Returns the member of a bearer token, or null if the token is unknown or expired or its session has ended. */
    async recognise(token: string): Promise<Viewer> {
      const row = await sessionRows.findByToken(hashCode(token), now())
      if (!row) return null
      const { suspendedAt, suspendedUntil, suspensionReason, volunteerSession, expiresAt, ...member } = row
      const suspension = suspensionAt({ suspendedAt, suspendedUntil, suspensionReason }, now())
      const viewer = { ...member, suspension }
      if (!volunteerSession) return viewer
      const volunteer = await findVolunteer(volunteerSession)
      if (!volunteer || member.role !== 'member') return null
      return { ...viewer, actor: { id: volunteer.id, shownName: volunteer.shownName, until: expiresAt } }
    },

    /** The author of a reply by mail, who has no session. */
    async findSender(memberId: string): Promise<{ viewer: Member; email: string } | undefined> {
      const row = await sessionRows.findMember(memberId)
      if (!row) return undefined
      const { suspendedAt, suspendedUntil, suspensionReason, email, ...member } = row
      const suspension = suspensionAt({ suspendedAt, suspendedUntil, suspensionReason }, now())
      return { viewer: { ...member, session: '', suspension }, email }
    },

    /** An unknown address and a wrong password take the same time and get the same response. */
    async signIn({ email, password }: { email: string; password: string }, ip: string): Promise<UserInfo> {
      const [network, emailKey] = [networkOf(ip), identityKey(email)]
      // From a network where the member has signed in before, failed attempts from elsewhere do not block the sign-in.
      if (await networks.isKnown(email, hashCode(network))) await limits.take('signInFromIpAsMember', network, emailKey)
      else
        await limits.takeFrom(
          ip,
          'signInFromIp',
          ['signInFromIpAsMember', network, emailKey],
          ['signInAsMember', emailKey],
        )
      const member = await store.findToSignIn({ email })
      const isRight = await passwords.matches(member?.passwordHash, password)
      if (!member || !isRight) throw new AppError('unauthenticated', ACCOUNT_MESSAGES.wrongCredentials)
      await limits.reset('signInFromIpAsMember', network, emailKey)
      return begin(member, ip)
    },

    async passkeyOptions(ip: string): Promise<SignatureOptions> {
      await limits.takeFrom(ip, 'passkeySignInFromIp')
      return passkeys.signInOptions()
    },

    /** An unknown passkey, the passkey of a deleted member and a wrong signature get the same response. */
    async signInWithPasskey(signature: PasskeySignature, ip: string): Promise<UserInfo> {
      await limits.takeFrom(ip, 'passkeySignInFromIp')
      const memberId = await passkeys.checkSignIn(signature)
      const member = memberId === undefined ? undefined : await store.findToSignIn({ id: memberId })
      if (!member) throw new AppError('unauthenticated', PASSKEY_MESSAGES.unknown)
      return begin(member, ip)
    },

    signOut: ({ session }: Member): Promise<void> => sessionRows.remove(session),

    /** Used before something is pushed to a device. */
    isOpen: (session: string): Promise<boolean> => sessionRows.isOpen(session, now()),

    /** Returns the member's open sessions, newest first. */
    openOf: async (memberId: string): Promise<{ beganAt: string }[]> =>
      (await sessionRows.openOf(memberId, now())).map(({ beganAt }) => ({ beganAt: beganAt.toISOString() })),

    async signOutEverywhere(viewer: Member): Promise<void> {
      await store.transaction(async (tx) => {
        // Waits for a concurrent password change in another session, which would add a new session.
        await store.lock(tx, viewer.id)
        await sessionRows.removeAll(tx, viewer.id)
      })
    },

    /** Ends all other sessions of the member and replaces the viewer's token, in case it was stolen. */
    async renew(tx: Queries, viewer: Member): Promise<string> {
      const token = newCode()
      if (!(await sessionRows.renew(tx, viewer, hashCode(token))))
        throw new AppError('unauthenticated', MESSAGES.unauthenticated)
      return token
    },

    checkPassword,
    confirm,

    /** For irreversible operations: also refused until HOLD_HOURS after a change of password or e-mail. */
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
