import { getAddress, isAddress } from 'viem'
import type { Member } from '#domain/accounts/access.ts'
import { AppError } from '#domain/base/errors.ts'
import type { PayeeSuggestions, Recipient } from '#domain/val/transfers.schema.ts'
import { TRANSFER_MESSAGES } from '#domain/val/transfers.ts'
import type { RecipientRow } from '#server/accounts/members/rows.ts'
import type { MembersService } from '#server/accounts/members/service.ts'
import type { Limits } from '#server/platform/limits/service.ts'

export type Recipients = ReturnType<typeof makeRecipients>
export type Payee = RecipientRow & { account: string }

// Fewer letters would list everybody.
const LEAST_LETTERS = 2
const SUGGESTED = 8
const RECENT = 5

type Parts = {
  members: MembersService
  /** Whether one of the two has blocked the other. */
  areBlocked: (one: string, other: string) => Promise<boolean>
  blockedWith: (id: string) => Promise<string[]>
  /** The last members with whom the member has exchanged VAL, newest first. */
  recentPartners: (id: string) => Promise<string[]>
  limits: Limits
}

/** The other member of a transfer, by username or account. */
export const makeRecipients = ({ members, areBlocked, blockedWith, recentPartners, limits }: Parts) => {
  /** Returns undefined if one has blocked the other, so that a block looks like an unknown member. */
  const find = async (text: string, viewer: Member): Promise<RecipientRow | undefined> => {
    const found = await members.findRecipient(text, isAddress(text, { strict: false }) ? getAddress(text) : '')
    return found && (await areBlocked(found.id, viewer.id)) ? undefined : found
  }

  return {
    /** Returns a member who can receive VAL from the viewer or be asked for VAL. Errors are reported for the body field `field`. */
    async get(text: string, viewer: Member, field: 'to' | 'from'): Promise<Payee> {
      const refusal = (message: string) => new AppError('invalid', message, { errors: { [field]: message } })
      const found = await find(text, viewer)
      if (!found) throw refusal(TRANSFER_MESSAGES.recipientUnknown)
      if (found.isDeleted) throw refusal(TRANSFER_MESSAGES.recipientDeleted)
      if (found.id === viewer.id)
        throw refusal(field === 'from' ? TRANSFER_MESSAGES.askedSelf : TRANSFER_MESSAGES.ownRecipient)
      if (found.isSuspended) throw refusal(TRANSFER_MESSAGES.recipientSuspended)
      const { account } = found
      if (!account) throw refusal(TRANSFER_MESSAGES.recipientWithoutWallet)
      return { ...found, account }
    },

    /** People by the name that others see, or the recent ones. */
    async suggest(q: string, { id }: Member): Promise<PayeeSuggestions['people']> {
      await limits.take('payeeSuggestions', id)
      const text = q.trim()
      if (text !== '' && text.length < LEAST_LETTERS) return []
      const [recent, blocked] = await Promise.all([recentPartners(id), blockedWith(id)])
      return members.suggestedPayees({ text, recent, hidden: [id, ...blocked], most: text ? SUGGESTED : RECENT })
    },

    /** What a payer sees of the recipient before confirming. */
    async show(username: string, viewer: Member): Promise<Recipient> {
      await limits.take('recipient', viewer.id)
      const found = await find(username, viewer)
      if (!found || found.isDeleted || !found.account)
        throw new AppError('notFound', TRANSFER_MESSAGES.recipientUnknown)
      const { id, name, logo, createdAt } = found
      return { username: found.username, name, logo, createdAt: createdAt.toISOString(), isSelf: id === viewer.id }
    },
  }
}
