import type { AssociationLimits } from '#domain/association/settings.ts'
import { AppError } from '#domain/base/errors.ts'
import { type Hundredths, toHundredths } from '#domain/base/money.ts'
import { TREASURY_MESSAGES } from '#domain/val/treasury.ts'
import type { MembersService } from '#server/accounts/members/service.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import type { Notices } from '#server/talk/notices/service.ts'
import type { TreasuryStore } from '#server/val/treasury/store.ts'

export const TREASURY_PATH = '/tesoreria'
const refusal = (message: string) => new AppError('invalid', message, { errors: { confirmation: message } })

/** Throws unless a sum was typed again. */
export const assertTyped = (sum: Hundredths, typed: Hundredths | undefined): void => {
  if (typed !== sum) throw refusal(TREASURY_MESSAGES.confirmationNeeded)
}

type Parts = {
  store: TreasuryStore
  members: MembersService
  notices: Notices
  association: AssociationLimits
  now: () => Date
}
export type SecondYes = ReturnType<typeof makeSecondYes>

/** Gifts above the association's limits: the sum is typed again, and another admin has to agree, where there is one. */
export const makeSecondYes = ({ store, members, notices, association, now }: Parts) => {
  /** What the admin may still give today without the yes of another; null without another. */
  const leftOf = async (giverId: string, others: string[], tx?: Queries): Promise<Hundredths | null> => {
    if (others.length === 0) return null
    const given = await store.givenAlone(giverId, now(), tx)
    return Math.max(0, toHundredths(association.giftSecondYesAbove) - given)
  }
  const othersThan = (giverId: string, admins: string[]) => admins.filter((id) => id !== giverId)

  return {
    assertTyped(sum: Hundredths, typed: Hundredths | undefined): void {
      if (sum > toHundredths(association.giftTypedAbove)) assertTyped(sum, typed)
    },

    /** Admins who could agree, for the start of the transaction: they are locked with its other members. */
    async others(tx: Queries, giverId: string): Promise<string[]> {
      return othersThan(giverId, await members.activeAdmins(tx))
    },

    /** After `store.lockGiver`. */
    async isNeeded(tx: Queries, giverId: string, sum: Hundredths, others: string[]): Promise<boolean> {
      const left = await leftOf(giverId, others, tx)
      return left !== null && sum > left
    },

    left: async (giverId: string): Promise<Hundredths | null> =>
      leftOf(giverId, othersThan(giverId, await members.activeAdmins())),

    async ask(tx: Queries, others: string[], text: string): Promise<void> {
      for (const member of others) await notices.tell(tx, { member, kind: 'payment', text, link: TREASURY_PATH })
    },
  }
}
