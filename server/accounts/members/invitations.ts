import { INVITATION_DAYS } from '#domain/accounts/member-import.ts'
import { ACCOUNT_MESSAGES } from '#domain/accounts/members.ts'
import { DAY_MS } from '#domain/base/dates.ts'
import { AppError } from '#domain/base/errors.ts'
import { invitationMail } from '#server/accounts/members/mails.ts'
import type { MembersParts } from '#server/accounts/members/parts.ts'
import type { MemberRow } from '#server/accounts/members/rows.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import { hashCode, newCode } from '#server/talk/mail/codes.ts'

const BATCH = 100

type Verification = {
  verifying<T>(work: (tx: Queries) => Promise<T>): Promise<T>
  makeVerified(tx: Queries, memberId: string, ip: string): Promise<MemberRow>
}

const expiryFrom = (at: Date): Date => new Date(at.getTime() + INVITATION_DAYS * DAY_MS)

/**
 * Mails the invitation again instead of a verification or recovery link, which would not ask to accept the terms.
 * Returns false if the member has no open invitation.
 */
export const makeInviteAgain =
  ({ store, imports, links, mail, site, now }: MembersParts) =>
  async ({ id, shownName, email, verified }: MemberRow): Promise<boolean> => {
    if (verified || !(await imports.isInvited(id))) return false
    const [at, token] = [now(), newCode()]
    const expiresAt = expiryFrom(at)
    await store.transaction(async (tx) => {
      await links.add(tx, { hash: hashCode(token), memberId: id, purpose: 'invitation', at, expiresAt })
      await mail.enqueue(tx, { to: email, content: invitationMail(shownName, token, site), expiresAt })
    })
    return true
  }

/** Invitations to imported members: a link to choose a password and accept the terms. */
export const makeInvitations = (parts: MembersParts, { verifying, makeVerified }: Verification) => {
  const { store, imports, links, passwords, limits, mail, audit, hooks, site, now } = parts

  /** Stores links, mails and `mailed_at` in one transaction, so that nobody is invited twice. */
  const mailBatch = (): Promise<number> =>
    imports.transaction(async (tx) => {
      const waiting = await imports.lockWaiting(tx, BATCH)
      if (waiting.length === 0) return 0
      const at = now()
      const expiresAt = expiryFrom(at)
      const invited = waiting.map((member) => ({ ...member, token: newCode() }))
      await links.addAll(
        tx,
        invited.map(({ id, token }) => ({ hash: hashCode(token), memberId: id })),
        { purpose: 'invitation', at, expiresAt },
      )
      await mail.enqueueBulk(
        tx,
        invited.map(({ email, shownName, token }) => ({
          to: email,
          content: invitationMail(shownName, token, site),
          expiresAt,
        })),
      )
      await imports.markMailed(
        tx,
        waiting.map(({ id }) => id),
        at,
      )
      return waiting.length
    })

  return {
    hasWaiting: () => imports.hasWaiting,

    async mailAll(stopping: AbortSignal): Promise<void> {
      while (!stopping.aborted && (await mailBatch()) === BATCH);
    },

    /** Returns the address, which the sign-in page fills in. */
    async accept(token: string, password: string, ip: string): Promise<string> {
      await limits.takeFrom(ip, 'linkFromIp')
      const invalid = new AppError('notFound', ACCOUNT_MESSAGES.linkInvalid)
      // Checked before hashing, so that a guessed link costs only a query.
      if (!(await links.isValid(hashCode(token), 'invitation', now()))) throw invalid
      const passwordHash = await passwords.hash(password)
      return verifying(async (tx) => {
        const memberId = await links.use(tx, hashCode(token), 'invitation', now())
        if (!memberId) throw invalid
        const { email, verified } = await makeVerified(tx, memberId, ip)
        // A link in an old mail must not change the password of an account that is already verified.
        if (verified) throw invalid
        await store.change(tx, memberId, { password_hash: passwordHash })
        await imports.removeInvitation(tx, memberId)
        await audit.consent({ subject: `member:${memberId}`, purpose: 'privacy', event: 'confirmed' }, tx)
        await hooks.acceptTerms(tx, memberId)
        return email
      })
    },
  }
}
