import type { Member } from '#domain/accounts/access.ts'
import type { Proof } from '#domain/accounts/passkeys.schema.ts'
import type { AssociationLimits } from '#domain/association/settings.ts'
import { AppError } from '#domain/base/errors.ts'
import { type Hundredths, toHundredths } from '#domain/base/money.ts'
import { TRANSFER_MESSAGES } from '#domain/val/transfers.ts'
import type { Acting } from '#server/accounts/desk/acting.ts'
import type { MembersService } from '#server/accounts/members/service.ts'
import { paymentAction } from '#server/accounts/passkeys/actions.ts'
import { lockName } from '#server/platform/db/named-lock.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import { jobs } from '#server/platform/jobs/jobs.ts'
import type { Transfer, WalletService } from '#server/val/wallet/service.ts'

type Parts = {
  wallet: WalletService
  members: MembersService
  acting: Acting
  association: Pick<AssociationLimits, 'transferPasswordAbove'>
  now: () => Date
}
type Expense = { payer: Member; payeeId: string; amount: Hundredths; proof: Proof }
/** An expense that may be stored; `isProven` if a password or passkey has confirmed exactly this amount to this payee. */
export type Approved = Expense & { isProven: boolean }
export type Spending = ReturnType<typeof makeSpending>

/**
 * The only way in which VAL leave the wallet of a member: whatever they are for, above a sum per day the member confirms with
 * the password or a passkey. At the desk, which does not ask for passwords, the limit is that of the desk
 * (server/accounts/desk/acting.ts).
 */
export const makeSpending = ({ wallet, members, acting, association, now }: Parts) => {
  const needsProof = async (payer: Member, amount: Hundredths, tx?: Queries): Promise<boolean> => {
    if (payer.actor) return false
    return (await wallet.sentInADay(payer.id, now(), tx)) + amount > toHundredths(association.transferPasswordAbove)
  }

  const store = async (tx: Queries, transfer: Transfer, payeeId: string, isDecided: boolean): Promise<string> => {
    const id = await wallet.intend(transfer, tx)
    await jobs.add(tx, 'send-receipt', { id, payeeId, isDecided })
    return id
  }

  return {
    /** Throws if a proof is needed and missing or wrong. Call it before the transaction, since it reads on other connections. */
    async approve(expense: Expense): Promise<Approved> {
      const { payer, payeeId, amount, proof } = expense
      if (!(await needsProof(payer, amount))) return { ...expense, isProven: false }
      if (!proof.password && !proof.passkey) throw new AppError('forbidden', TRANSFER_MESSAGES.passwordNeeded)
      await members.sessions.confirmUnheld(payer, proof, paymentAction(payeeId, amount))
      return { ...expense, isProven: true }
    },

    /** Serialises the expenses of a member, in all instances of the server. Before every row lock of the transaction. */
    async lock(tx: Queries, payerId: string): Promise<void> {
      await lockName(tx, `spending ${payerId}`)
    },

    /** Stores the transfer of an approved expense, after `lock`. Throws if other expenses have meanwhile made a proof necessary. */
    async intend(tx: Queries, { payer, payeeId, amount, isProven }: Approved, transfer: Transfer): Promise<string> {
      const isCovered = isProven && amount === transfer.amount
      if (!isCovered && (await needsProof(payer, transfer.amount, tx)))
        throw new AppError('forbidden', TRANSFER_MESSAGES.passwordNeeded)
      const id = await store(tx, transfer, payeeId, false)
      await acting.pay(tx, payer, { payeeId, amount: transfer.amount, transferId: id })
      return id
    },

    /** Stores a transfer that the association has decided, or that follows from the deletion of the payer's account. */
    intendWithoutPayer: (tx: Queries, payeeId: string, transfer: Transfer): Promise<string> =>
      store(tx, transfer, payeeId, true),
  }
}
