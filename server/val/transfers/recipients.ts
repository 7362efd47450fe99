import { getAddress, isAddress } from 'viem'
import type { Member } from '#domain/accounts/access.ts'
import { AppError } from '#domain/base/errors.ts'
import type { Recipient } from '#domain/val/transfers.schema.ts'
import { TRANSFER_MESSAGES } from '#domain/val/transfers.ts'
import type { RecipientRow } from '#server/accounts/members/rows.ts'
import type { MembersService } from '#server/accounts/members/service.ts'
import type { Limits } from '#server/platform/limits/service.ts'

export type Recipients = ReturnType<typeof makeRecipients>
export type Payee = RecipientRow & { account: string }

type Parts = {
  members: MembersService
  /** Whether one of the two has blocked the other. */
  areBlocked: (one: string, other: string) => Promise<boolean>
  limits: Limits
}

/** The other member of a transfer, by username or account. */
export const makeRecipients = ({ members, areBlocked, limits }: Parts) => {
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
