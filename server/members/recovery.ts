import { AppError } from '#domain/errors.ts'
import { identityKey } from '#domain/members.schema.ts'
import { ACCOUNT_MESSAGES } from '#domain/members.ts'
import type { Queries } from '#server/db/pool.ts'
import { originOf } from '#server/limits/service.ts'
import { hashCode, newCode } from '#server/mail/codes.ts'
import { passwordChangedMail, recoveryMail } from '#server/members/mails.ts'
import type { MembersParts } from '#server/members/parts.ts'

const LINK_MS = 60 * 60 * 1000

type RecoveryParts = Pick<
  MembersParts,
  'store' | 'links' | 'passwords' | 'limits' | 'mail' | 'records' | 'site' | 'now'
>

/** Password recovery by mail, and the effects of a new password. */
export const makeRecovery = (parts: RecoveryParts) => {
  const { store, links, passwords, limits, mail, records, site, now } = parts

  /** Ends all sessions and recovery links, and notifies the member by mail. Returns the new epoch. */
  const setPassword = async (tx: Queries, id: string, passwordHash: string, actor: string | null): Promise<number> => {
    const member = await store.lock(tx, id)
    if (!member) throw new AppError('notFound', ACCOUNT_MESSAGES.memberNotFound)
    await store.change(tx, id, { password_hash: passwordHash })
    await links.invalidateAll(tx, id, 'recovery', now())
    await records.audit({ actor, action: 'member.new-password', subject: id }, tx)
    await mail.enqueue(tx, { to: member.email, content: passwordChangedMail(member.username, site) })
    return store.endSessions(tx, id)
  }

  return {
    setPassword,

    async recover(email: string, ip: string): Promise<void> {
      await limits.take('recoveryFromIp', originOf(ip))
      const member = await store.findByEmail(email)
      if (!member) throw new AppError('notFound', ACCOUNT_MESSAGES.emailUnknown)
      await limits.take('recoveryMail', identityKey(email))
      const token = newCode()
      const at = now()
      const expiresAt = new Date(at.getTime() + LINK_MS)
      await store.transaction(async (tx) => {
        await links.add(tx, { hash: hashCode(token), memberId: member.id, purpose: 'recovery', at, expiresAt })
        await mail.enqueue(tx, { to: member.email, content: recoveryMail(member.username, token, site), expiresAt })
      })
    },

    async replacePassword(token: string, password: string, ip: string): Promise<void> {
      await limits.take('linkFromIp', originOf(ip))
      const invalid = new AppError('notFound', ACCOUNT_MESSAGES.linkInvalid)
      // Checked before the hashing, so that a guessed link costs only a query.
      if (!(await links.isValid(hashCode(token), 'recovery', now()))) throw invalid
      const passwordHash = await passwords.hash(password)
      await store.transaction(async (tx) => {
        const memberId = await links.use(tx, hashCode(token), 'recovery', now())
        if (!memberId) throw invalid
        await setPassword(tx, memberId, passwordHash, memberId)
      })
    },
  }
}
export type Recovery = ReturnType<typeof makeRecovery>
