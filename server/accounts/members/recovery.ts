import { identityKey } from '#domain/accounts/members.schema.ts'
import { ACCOUNT_MESSAGES } from '#domain/accounts/members.ts'
import { AppError } from '#domain/base/errors.ts'
import { makeInviteAgain } from '#server/accounts/members/invitations.ts'
import { recoveryMail } from '#server/accounts/members/mails.ts'
import type { MembersParts } from '#server/accounts/members/parts.ts'
import type { Credentials } from '#server/accounts/sessions/credentials.ts'
import { hashCode, newCode } from '#server/talk/mail/codes.ts'

const LINK_MS = 60 * 60 * 1000

export const makeRecovery = (parts: MembersParts, credentials: Credentials) => {
  const { store, links, passwords, limits, mail, site, now } = parts
  const inviteAgain = makeInviteAgain(parts)

  return {
    async recover(email: string, ip: string): Promise<void> {
      await limits.takeFrom(ip, 'recoveryFromIp')
      const member = await store.findByEmail(email)
      if (!member) throw new AppError('notFound', ACCOUNT_MESSAGES.emailUnknown)
      await limits.take('recoveryMail', identityKey(email))
      if (await inviteAgain(member)) return
      const token = newCode()
      const at = now()
      const expiresAt = new Date(at.getTime() + LINK_MS)
      await store.transaction(async (tx) => {
        // The link must go only to the requested address, and the account may have changed its address in the meantime.
        const current = await store.lock(tx, member.id)
        if (current?.email !== member.email) throw new AppError('notFound', ACCOUNT_MESSAGES.emailUnknown)
        await links.add(tx, { hash: hashCode(token), memberId: member.id, purpose: 'recovery', at, expiresAt })
        await mail.enqueue(tx, { to: member.email, content: recoveryMail(member.shownName, token, site), expiresAt })
      })
    },

    async replacePassword(token: string, password: string, ip: string): Promise<void> {
      await limits.takeFrom(ip, 'linkFromIp')
      const invalid = new AppError('notFound', ACCOUNT_MESSAGES.linkInvalid)
      // Checked before hashing, so that a guessed link costs only a query.
      if (!(await links.isValid(hashCode(token), 'recovery', now()))) throw invalid
      const passwordHash = await passwords.hash(password)
      await store.transaction(async (tx) => {
        const memberId = await links.use(tx, hashCode(token), 'recovery', now())
        if (!memberId) throw invalid
        await credentials.replaceLostPassword(tx, memberId, passwordHash, memberId)
        const member = await store.find(memberId, tx)
        if (member) await mail.clearFailure(tx, member.email)
      })
    },
  }
}
