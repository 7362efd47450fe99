import { z } from 'zod'
import type { Member } from '#domain/accounts/access.ts'
import { DESK_MESSAGES, dailySumMessage } from '#domain/accounts/desk.ts'
import { DESK_PAYMENTS } from '#domain/accounts/desk-acts.ts'
import type { AssociationLimits } from '#domain/association/settings.ts'
import { fromItalianTime, italianDate } from '#domain/base/dates.ts'
import { AppError } from '#domain/base/errors.ts'
import { type Hundredths, toHundredths } from '#domain/base/money.ts'
import type { Call } from '#domain/calls.ts'
import type { AccountHooks } from '#server/accounts/hooks.ts'
import type { Audit } from '#server/platform/audit.ts'
import { earlierNow } from '#server/platform/db/clocks.ts'
import { lockName } from '#server/platform/db/named-lock.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import type { ActRecord } from '#server/platform/http/call.ts'

type Parts = {
  audit: Audit
  hooks: AccountHooks
  association: AssociationLimits
  now: () => Date
}
export type Acting = ReturnType<typeof makeActing>

type DeskPayment = { payeeId: string; amount: Hundredths; transferId: string }

const PAYMENT = 'desk.payment'

const Made = z.union([
  z.object({ product: z.object({ _id: z.string() }) }).transform(({ product }) => product._id),
  z.object({ order: z.object({ _id: z.string() }) }).transform(({ order }) => order._id),
  z.object({ _id: z.string() }).transform(({ _id }) => _id),
])
/** The id of what a call has made. */
const madeBy = (answer: unknown): string | undefined => Made.safeParse(answer).data

const isConfirmedPayment = (call: Call, answer: unknown): boolean =>
  DESK_PAYMENTS.includes(call) && z.object({ status: z.literal('confirmed') }).safeParse(answer).success

/** While the chain does not answer. */
const noBalance = () => undefined

/** Checks and records what a desk volunteer does for a member. Without an `actor` (the member's own session) it does nothing. */
export const makeActing = ({ audit, hooks: { failedTransfers, wallet }, association, now }: Parts) => {
  /** A volunteer must not be the other party of an action that they carry out for a member. */
  const refuseVolunteerAsParty = ({ actor }: Member, otherId: string | null): void => {
    if (actor && actor.id === otherId) throw new AppError('forbidden', DESK_MESSAGES.ownAccount)
  }

  /** Returns the sum of today's payments by the desk for the member, without failed ones. Locks it until the transaction ends. */
  const lockSum = async (tx: Queries, memberId: string): Promise<Hundredths> => {
    await lockName(tx, `${PAYMENT} ${memberId}`)
    const since = fromItalianTime(`${italianDate(await earlierNow(tx, now()))}T00:00`)
    const rows = await audit.where({ action: PAYMENT, subject: memberId, since }, tx)
    const failed = await failedTransfers(
      rows.map(({ details }) => String(details.transfer)),
      tx,
    )
    const paid = rows.filter(({ details }) => !failed.has(String(details.transfer)))
    return paid.reduce((sum, { details }) => sum + Number(details.amount), 0)
  }

  return {
    refuseVolunteerAsParty,

    /** Records a call before it is executed, and then what it made and the balance after a payment, or that it was refused. */
    async record({ id, actor, session }: Member, call: Call, params: unknown): Promise<ActRecord> {
      if (!actor) return { done: async () => undefined, refused: async () => undefined }
      const by = { actor: actor.id, subject: id }
      const details = { ...(params as object | undefined), call, session }
      const entry = await audit.recordWithId({ ...by, action: 'desk.call', details })
      const outcome = { entry, call, session }
      return {
        async done(answer) {
          const made = call.startsWith('POST ') && !('id' in details) ? madeBy(answer) : undefined
          const balance = isConfirmedPayment(call, answer) ? await wallet.readBalance(id).catch(noBalance) : undefined
          if (made === undefined && balance === undefined) return
          const result = { ...outcome, ...(made && { made }), ...(balance !== undefined && { balance }) }
          await audit.record({ ...by, action: 'desk.done', details: result })
        },
        refused: () => audit.record({ ...by, action: 'desk.refused', details: outcome }),
      }
    },

    /** Call in the transaction that stores a payment. Throws if it exceeds the daily limit or its payee is the volunteer. */
    async pay(tx: Queries, viewer: Member, { payeeId, amount, transferId }: DeskPayment): Promise<void> {
      const { id, actor, session } = viewer
      if (!actor) return
      refuseVolunteerAsParty(viewer, payeeId)
      if ((await lockSum(tx, id)) + amount > toHundredths(association.deskDailySum))
        throw new AppError('forbidden', dailySumMessage(association.deskDailySum))
      const details = { amount, to: payeeId, transfer: transferId, session }
      await audit.record({ actor: actor.id, action: PAYMENT, subject: id, details }, tx)
    },
  }
}
