import type { Member } from '#domain/accounts/access.ts'
import { identityKey, isReservedName, RESERVED_NAME_TAKEN, type Registration } from '#domain/accounts/members.schema.ts'
import { ACCOUNT_MESSAGES } from '#domain/accounts/members.ts'
import { shownName } from '#domain/accounts/names.ts'
import { DAY_MS } from '#domain/base/dates.ts'
import { AppError } from '#domain/base/errors.ts'
import { makeInviteAgain } from '#server/accounts/members/invitations.ts'
import { verificationMail } from '#server/accounts/members/mails.ts'
import type { MembersParts } from '#server/accounts/members/parts.ts'
import type { MemberRow } from '#server/accounts/members/rows.ts'
import { refuseIfTaken } from '#server/accounts/members/uniqueness.ts'
import type { Welcome } from '#server/accounts/members/welcome.ts'
import type { Credentials } from '#server/accounts/sessions/credentials.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import { hashCode, newCode } from '#server/talk/mail/codes.ts'

const LINK_DAYS = 7
const FIRST_ADMIN = 'member.first-admin'

type DeskPerson = { username: string; email: string; name: string; surname: string; phone: string }
type Recipient = Pick<MemberRow, 'id' | 'shownName' | 'email'>

/** Registration, and verification of the e-mail address through a link. */
export const makeRegistration = (parts: MembersParts, credentials: Credentials, welcome: Welcome) => {
  const { store, links, networks, passwords, limits, mail, newsletter, audit, hooks, site, now } = parts
  const inviteAgain = makeInviteAgain(parts)

  const sendVerification = async (tx: Queries, { id, shownName: name, email }: Recipient, listing?: string) => {
    const token = newCode()
    const at = now()
    const expiresAt = new Date(at.getTime() + LINK_DAYS * DAY_MS)
    await links.add(tx, { hash: hashCode(token), memberId: id, purpose: 'verification', at, expiresAt })
    await mail.enqueue(tx, { to: email, content: verificationMail(name, { token, listing }, site), expiresAt })
  }

  /** A transaction that calls `makeVerified`. */
  const verifying = <T>(work: (tx: Queries) => Promise<T>): Promise<T> =>
    store.transaction(async (tx) => {
      await welcome.lockBeforeVerification(tx)
      return work(tx)
    })

  /** Marks the member as verified and seller, and creates the wallet. Returns the member before the change. */
  const makeVerified = async (tx: Queries, memberId: string, ip?: string): Promise<MemberRow> => {
    const member = await store.lock(tx, memberId)
    if (!member) throw new AppError('notFound', ACCOUNT_MESSAGES.linkInvalid)
    // The limit on welcome VAL counts members by network, and before the first sign-in no network is stored.
    if (ip !== undefined) await networks.remember(memberId, ip, now(), tx)
    await store.change(tx, memberId, { verified: true, is_seller: true })
    if (member.account) return member
    const { account, sealedKey } = hooks.wallet.make(memberId)
    await store.change(tx, memberId, { account, account_key: sealedKey })
    await welcome.onVerification(tx, memberId)
    return member
  }

  const sendLinkAgain = async (member: MemberRow, listing: string | undefined): Promise<void> => {
    if (await inviteAgain(member)) return
    await store.transaction((tx) => sendVerification(tx, member, listing))
  }

  /** By field of the form. Schemas know only the names that are reserved everywhere. */
  const refuseReservedNames = (names: Record<string, string>): void => {
    for (const [field, name] of Object.entries(names))
      if (isReservedName(name, site.associationName))
        throw new AppError('invalid', RESERVED_NAME_TAKEN, { errors: { [field]: RESERVED_NAME_TAKEN } })
  }

  const takeMailLimit = (email: string) => limits.take('verificationMail', identityKey(email))

  return {
    verifying,
    makeVerified,

    async register(form: Registration, ip: string): Promise<void> {
      refuseReservedNames({ username: form.username, sellername: form.sellername })
      await limits.takeFrom(ip, 'registerFromIp')
      const passwordHash = await passwords.hash(form.password)
      const { username, email, sellername: sellerName, phone, cf, referer } = form
      const registered = store.transaction(async (tx) => {
        const id = await store.add(tx, { username, email, passwordHash, sellerName, phone, cf, referer }, now())
        await credentials.refuseReserved(tx, email, id)
        await audit.consent({ subject: `member:${id}`, purpose: 'privacy', event: 'asked' }, tx)
        await hooks.acceptTerms(tx, id)
        const name = shownName({ sellerName, name: '', username })
        await sendVerification(tx, { id, shownName: name, email }, form.listing)
        if (form.newsletter) await newsletter.subscribe({ name, email }, tx)
      })
      await refuseIfTaken(registered)
    },

    /** Registers a person without e-mail: verified at once, without a password. `follow` runs in the same transaction. */
    async registerAtDesk<T>(
      person: DeskPerson,
      by: string,
      follow: (tx: Queries, id: string) => Promise<T>,
    ): Promise<T> {
      const { username, email, name, surname, phone } = person
      refuseReservedNames({ username, name })
      refuseReservedNames({ name: `${name} ${surname}` })
      const registered = verifying(async (tx) => {
        const blank = { passwordHash: '', sellerName: '', cf: '', referer: [] }
        const id = await store.add(tx, { username, email, phone, ...blank }, now())
        await store.change(tx, id, { name, surname, registered_by: by })
        await audit.consent({ subject: `member:${id}`, purpose: 'privacy', event: 'confirmed' }, tx)
        await hooks.acceptTerms(tx, id)
        await makeVerified(tx, id)
        return follow(tx, id)
      })
      return refuseIfTaken(registered)
    },

    /**
     * Returns the verified address, which the sign-in page fills in. A link that was used before verifies nothing and
     * discloses no address, which may have changed since.
     */
    async verify(token: string, ip: string): Promise<{ email: string; again: boolean }> {
      await limits.takeFrom(ip, 'linkFromIp')
      const hash = hashCode(token)
      return verifying(async (tx) => {
        const memberId = await links.use(tx, hash, 'verification', now())
        if (!memberId && (await links.findVerified(tx, hash))) return { email: '', again: true }
        if (!memberId) throw new AppError('notFound', ACCOUNT_MESSAGES.linkInvalid)
        const { email } = await makeVerified(tx, memberId, ip)
        await audit.consent({ subject: `member:${memberId}`, purpose: 'privacy', event: 'confirmed' }, tx)
        return { email, again: false }
      })
    },

    /** Handles the link mailed to a new address. It also verifies a member that was not verified yet. */
    async confirmEmail(token: string, ip: string): Promise<void> {
      await limits.takeFrom(ip, 'linkFromIp')
      const confirmed = verifying(async (tx) => {
        const before = await credentials.confirmEmail(tx, token)
        if (before.verified) return
        await makeVerified(tx, before.id, ip)
        await audit.consent({ subject: `member:${before.id}`, purpose: 'privacy', event: 'confirmed' }, tx)
      })
      await refuseIfTaken(confirmed)
    },

    async resendVerification(viewer: Member, listing: string | undefined): Promise<void> {
      if (viewer.verified) throw new AppError('conflict', ACCOUNT_MESSAGES.alreadyVerified)
      const member = await store.find(viewer.id)
      if (!member) return
      await takeMailLimit(member.email)
      await sendLinkAgain(member, listing)
    },

    /** For a client that is not signed in. Does not disclose whether the address belongs to an unverified account. */
    async resendVerificationTo(email: string, listing: string | undefined, ip: string): Promise<void> {
      await limits.takeFrom(ip, 'verificationMailFromIp')
      await takeMailLimit(email)
      const member = await store.findByEmail(email)
      if (member && !member.verified) await sendLinkAgain(member, listing)
    },

    /**
     * Creates the admin named in the settings, once for each address: an account that was deleted, or whose address has
     * changed, is not created again. An existing account with that address is left unchanged.
     */
    async ensureAdmin({ email, password }: { email: string; password: string }): Promise<void> {
      // A hash, because entries of the audit are never deleted.
      const details = { address: hashCode(identityKey(email)).toString('hex') }
      if ((await store.findByEmail(email)) || (await audit.has(FIRST_ADMIN, details))) return
      const passwordHash = await passwords.hash(password)
      const name = identityKey(email.split('@')[0] ?? '')
        .toUpperCase()
        .slice(0, 30)
      const created = verifying(async (tx) => {
        // A random suffix, because the name may be taken.
        const username = `${name}-${newCode().slice(0, 4).toUpperCase()}`
        const blank = { sellerName: '', phone: '', cf: '', referer: [] }
        const id = await store.add(tx, { username, email, passwordHash, ...blank }, now())
        await makeVerified(tx, id)
        await store.change(tx, id, { role: 'admin' })
        await audit.record({ actor: null, action: FIRST_ADMIN, subject: id, details }, tx)
      })
      // Another instance of the server that starts at the same time may have created it.
      await refuseIfTaken(created).catch((error) => {
        if (!(error instanceof AppError)) throw error
      })
    },
  }
}
