import { identityKey } from '#domain/accounts/members.schema.ts'
import { ACCOUNT_MESSAGES, HOLD_HOURS } from '#domain/accounts/members.ts'
import { HOUR_MS } from '#domain/base/dates.ts'
import { AppError } from '#domain/base/errors.ts'
import {
  type CredentialsChange,
  credentialsChangeMail,
  newAddressMail,
  passwordChangedMail,
} from '#server/accounts/members/mails.ts'
import type { MembersParts } from '#server/accounts/members/parts.ts'
import type { MemberRow } from '#server/accounts/members/rows.ts'
import { refuseIfTaken } from '#server/accounts/members/uniqueness.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import { hashCode, newCode } from '#server/talk/mail/codes.ts'

const emailTaken = (): AppError =>
  new AppError('conflict', ACCOUNT_MESSAGES.emailTaken, { errors: { email: ACCOUNT_MESSAGES.emailTaken } })

type CredentialsParts = Pick<
  MembersParts,
  'store' | 'sessionRows' | 'links' | 'removePasskeys' | 'limits' | 'mail' | 'audit' | 'site' | 'now'
>

/** Changes of password and e-mail address, and the link that reverts them. */
export const makeCredentials = (parts: CredentialsParts) => {
  const { store, sessionRows, links, removePasskeys, limits, mail, audit, site, now } = parts

  const getLocked = async (tx: Queries, id: string): Promise<MemberRow> => {
    const member = await store.lock(tx, id)
    if (!member) throw new AppError('notFound', ACCOUNT_MESSAGES.memberNotFound)
    return member
  }

  /** Call before the change: mails a link that restores the current e-mail and password to the current address. */
  const announce = async (tx: Queries, member: MemberRow, change: CredentialsChange): Promise<void> => {
    const [at, token] = [now(), newCode()]
    const expiresAt = new Date(at.getTime() + HOLD_HOURS * HOUR_MS)
    await links.addRestore(tx, { hash: hashCode(token), memberId: member.id, at, expiresAt })
    const content = credentialsChangeMail(change, { shownName: member.shownName, token, until: expiresAt }, site)
    await mail.enqueue(tx, { to: member.email, content, expiresAt })
    await store.change(tx, member.id, { credentials_changed_at: at })
  }

  /** Throws if a valid link can still restore the address to another member. */
  const refuseReserved = async (tx: Queries, email: string, memberId: string): Promise<void> => {
    if (await links.isReserved(tx, identityKey(email), memberId, now())) throw emailTaken()
  }

  /** Also invalidates recovery links and notifies the member by mail. */
  const setPassword = async (tx: Queries, id: string, passwordHash: string, actor: string | null): Promise<void> => {
    const member = await getLocked(tx, id)
    // An address that was never verified may be another person's: it gets no link.
    if (member.verified) await announce(tx, member, 'password')
    else await mail.enqueue(tx, { to: member.email, content: passwordChangedMail(member.shownName, site) })
    await store.change(tx, id, { password_hash: passwordHash })
    await links.invalidateAll(tx, id, 'recovery', now())
    await audit.record({ actor, action: 'member.new-password', subject: id }, tx)
  }

  return {
    refuseReserved,
    setPassword,

    /** Does not need the current password. Ends all sessions and removes passkeys, because they may be an attacker's. */
    async replaceLostPassword(tx: Queries, id: string, passwordHash: string, actor: string | null): Promise<void> {
      await setPassword(tx, id, passwordHash, actor)
      await sessionRows.removeAll(tx, id)
      await removePasskeys(tx, id)
    },

    takeMailLimit: (email: string): Promise<void> => limits.take('verificationMail', identityKey(email)),

    /** Stores the new address, which is used once the link mailed to it is opened, and notifies the old address. */
    async requestEmail(tx: Queries, id: string, email: string, actor: string): Promise<void> {
      const member = await getLocked(tx, id)
      if (await store.isEmailTaken(tx, email)) throw emailTaken()
      await refuseReserved(tx, email, id)
      if (member.verified) await announce(tx, member, 'email-requested')
      const [at, token] = [now(), newCode()]
      const expiresAt = new Date(at.getTime() + HOLD_HOURS * HOUR_MS)
      await links.invalidateAll(tx, id, 'email', at)
      await links.add(tx, { hash: hashCode(token), memberId: id, purpose: 'email', at, expiresAt })
      await store.change(tx, id, { pending_email: email })
      await mail.enqueue(tx, { to: email, content: newAddressMail(member.shownName, token, site), expiresAt })
      await audit.record({ actor, action: 'member.email-requested', subject: id }, tx)
    },

    /** Replaces the address with the new one; returns the member before the change. */
    async confirmEmail(tx: Queries, token: string): Promise<MemberRow> {
      const id = await links.use(tx, hashCode(token), 'email', now())
      const member = id ? await getLocked(tx, id) : undefined
      if (!member?.pendingEmail) throw new AppError('notFound', ACCOUNT_MESSAGES.linkInvalid)
      const { pendingEmail } = member
      await refuseReserved(tx, pendingEmail, member.id)
      if (member.verified) await announce(tx, member, 'email')
      // Links sent to the old address must stop working: its owner may be another person.
      for (const purpose of ['verification', 'recovery'] as const)
        await links.invalidateAll(tx, member.id, purpose, now())
      await store.change(tx, member.id, {
        email: pendingEmail,
        email_key: identityKey(pendingEmail),
        pending_email: null,
      })
      await mail.clearFailure(tx, pendingEmail)
      await audit.record({ actor: member.id, action: 'member.new-email', subject: member.id }, tx)
      return member
    },

    /** Reverts a change of e-mail or password, ends all sessions and removes passkeys. */
    async restore(token: string, ip: string): Promise<void> {
      await limits.takeFrom(ip, 'linkFromIp')
      const restored = store.transaction(async (tx) => {
        const before = await links.useRestore(tx, hashCode(token), now())
        if (!before) throw new AppError('notFound', ACCOUNT_MESSAGES.linkInvalid)
        const { memberId: id, email, passwordHash, createdAt } = before
        await getLocked(tx, id)
        // Later links would restore the credentials set by the change that is reverted.
        await links.invalidateRestores(tx, id, createdAt, now())
        for (const purpose of ['email', 'recovery'] as const) await links.invalidateAll(tx, id, purpose, now())
        await store.change(tx, id, {
          email,
          email_key: identityKey(email),
          password_hash: passwordHash,
          pending_email: null,
          credentials_changed_at: now(),
        })
        await removePasskeys(tx, id)
        await sessionRows.removeAll(tx, id)
        await audit.record({ actor: id, action: 'member.restored', subject: id }, tx)
      })
      await refuseIfTaken(restored)
    },
  }
}
export type Credentials = ReturnType<typeof makeCredentials>
