import type { Member } from '#domain/accounts/access.ts'
import type {
  CreationOptions,
  NewPasskey,
  PasskeyList,
  PasskeyView,
  Proof,
  SignatureOptions,
} from '#domain/accounts/passkeys.schema.ts'
import { MAX_PASSKEYS, PASSKEY_MESSAGES } from '#domain/accounts/passkeys.ts'
import type { SiteSettings } from '#domain/association/settings.ts'
import { AppError, MESSAGES } from '#domain/base/errors.ts'
import type { PasskeyQuestion } from '#domain/val/passkey-questions.schema.ts'
import type { AccountHooks } from '#server/accounts/hooks.ts'
import type { MembersService } from '#server/accounts/members/service.ts'
import { type PasskeyAction, paymentAction, removeAction, SECRET_ACTION } from '#server/accounts/passkeys/actions.ts'
import type { PasskeyChecking } from '#server/accounts/passkeys/checking.ts'
import { passkeyAddedMail, passkeyRemovedMail } from '#server/accounts/passkeys/mails.ts'
import type { PasskeyRow, PasskeysStore } from '#server/accounts/passkeys/store.ts'
import type { Audit } from '#server/platform/audit.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import type { Limits } from '#server/platform/limits/service.ts'
import type { PersonalData } from '#server/platform/personal-data.ts'
import type { Mail } from '#server/talk/mail/service.ts'

type Parts = {
  store: PasskeysStore
  checking: PasskeyChecking
  members: MembersService
  hooks: AccountHooks
  limits: Limits
  mail: Mail
  audit: Audit
  site: SiteSettings
  now: () => Date
}

const viewOf = ({ id, name, createdAt, lastUsedAt }: PasskeyRow): PasskeyView => ({
  _id: id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})

/** A member's own passkeys: adding, renaming and removing them, and requesting a confirmation. */
export const makePasskeys = (parts: Parts) => {
  const { store, checking, members, hooks, limits, mail, audit, site, now } = parts

  const refuseTooMany = (found: PasskeyRow[]): void => {
    if (found.length >= MAX_PASSKEYS) throw new AppError('conflict', PASSKEY_MESSAGES.tooMany)
  }

  /** Also locks the account against deletion until the transaction ends. */
  const contactOf = async (tx: Queries, memberId: string) => {
    const contact = (await members.contacts(tx, [memberId])).get(memberId)
    if (!contact) throw new AppError('unauthenticated', MESSAGES.unauthenticated)
    return contact
  }

  const getOwn = async (viewer: Member, id: string): Promise<PasskeyRow> => {
    const found = (await store.of(viewer.id)).find((passkey) => passkey.id === id)
    if (!found) throw new AppError('notFound', PASSKEY_MESSAGES.notFound)
    return found
  }

  const actionOf = async (viewer: Member, question: PasskeyQuestion): Promise<PasskeyAction> => {
    switch (question.purpose) {
      case 'payment':
        // A party of a request can be paid also where `findPayee` would refuse: after a block its VAL can be returned.
        return paymentAction(
          'payee' in question ? question.payee : (await hooks.findPayee(question.to, viewer, 'to')).id,
          question.amount,
        )
      case 'secret':
        return SECRET_ACTION
      case 'remove':
        return removeAction((await getOwn(viewer, question.id)).id)
    }
  }

  return {
    async list(viewer: Member): Promise<PasskeyList> {
      return { available: checking.isAvailable(), passkeys: (await store.of(viewer.id)).map(viewOf) }
    },

    /** Needs the password: with a stolen session alone an attacker must not be able to add a passkey. */
    async begin(viewer: Member, password: string): Promise<CreationOptions> {
      await members.sessions.checkPassword(viewer, password)
      refuseTooMany(await store.of(viewer.id))
      return checking.creationOptions(viewer)
    },

    async add(viewer: Member, { name, passkey }: NewPasskey): Promise<PasskeyView> {
      await limits.take('passkey', viewer.id)
      const { id: credentialId, publicKey, counter, transports = [] } = await checking.checkNew(viewer.id, passkey)
      return store.transaction(async (tx) => {
        await store.lockPasskeys(tx, viewer.id)
        const { email, shownName } = await contactOf(tx, viewer.id)
        refuseTooMany(await store.of(viewer.id, tx))
        const row = await store.add(tx, {
          memberId: viewer.id,
          credentialId,
          publicKey: Buffer.from(publicKey),
          counter,
          transports,
          name,
          createdAt: now(),
        })
        if (!row) throw new AppError('conflict', PASSKEY_MESSAGES.alreadyAdded)
        await mail.enqueue(tx, { to: email, content: passkeyAddedMail({ shownName, name }, site) })
        await audit.record({ actor: viewer.id, action: 'passkey.add', subject: viewer.id }, tx)
        return viewOf(row)
      })
    },

    async rename(viewer: Member, id: string, name: string): Promise<PasskeyView> {
      const row = await store.rename(viewer.id, id, name)
      if (!row) throw new AppError('notFound', PASSKEY_MESSAGES.notFound)
      return viewOf(row)
    },

    async remove(viewer: Member, id: string, proof: Proof): Promise<void> {
      const { name } = await getOwn(viewer, id)
      await members.sessions.confirm(viewer, proof, removeAction(id))
      await store.transaction(async (tx) => {
        const { email, shownName } = await contactOf(tx, viewer.id)
        if (!(await store.remove(tx, viewer.id, id))) throw new AppError('notFound', PASSKEY_MESSAGES.notFound)
        await mail.enqueue(tx, { to: email, content: passkeyRemovedMail({ shownName, name }, site) })
        await audit.record({ actor: viewer.id, action: 'passkey.remove', subject: viewer.id }, tx)
      })
    },

    /** Returns the options with which the browser asks a passkey to sign. */
    async ask(viewer: Member, question: PasskeyQuestion): Promise<SignatureOptions> {
      await limits.take('passkey', viewer.id)
      // Before the recipient is looked up, so that the request of a member without passkeys discloses nothing about recipients.
      const passkeys = await checking.usable(viewer.id)
      return checking.confirmationOptions(viewer.id, passkeys, await actionOf(viewer, question))
    },

    personalData: {
      tables: ['passkey', 'passkey_challenge'],
      export: async ({ id }) => ({ passkeys: (await store.of(id)).map(viewOf) }),
      erase: (tx, { id }) => store.removeOf(tx, id),
      deleteExpired: (at) => store.removeExpiredChallenges(at),
    } satisfies PersonalData,
  }
}
