import type { Member } from '#domain/access.ts'
import type { Call } from '#domain/calls.ts'
import { fromItalianTime, italianDate } from '#domain/dates.ts'
import { DESK_MESSAGES, dailySumMessage } from '#domain/desk.ts'
import { AppError } from '#domain/errors.ts'
import { type Hundredths, toHundredths } from '#domain/money.ts'
import type { AssociationLimits } from '#domain/settings.ts'
import type { Queries } from '#server/db/pool.ts'
import type { Records } from '#server/records/service.ts'

type Parts = {
  records: Pick<Records, 'audit' | 'auditAs' | 'lockSum'>
  association: Pick<AssociationLimits, 'deskDailySum'>
  now: () => Date
}
export type Acting = ReturnType<typeof makeActing>

const PAYMENT = 'desk.payment'

/** Checks and records of what the desk does for a member. Nothing happens in a member's own session. */
export const makeActing = ({ records, association, now }: Parts) => {
  /** The volunteer is never the other party of what is done for a member. */
  const refuseOwn = ({ actor }: Member, otherId: string | null): void => {
    if (actor && actor.id === otherId) throw new AppError('forbidden', DESK_MESSAGES.ownAccount)
  }

  return {
    refuseOwn,

    /** Every change is recorded before it is made. Call the returned function if it was refused. */
    async record({ id, actor, session = '' }: Member, call: Call, params: unknown): Promise<() => Promise<void>> {
      if (!actor) return async () => undefined
      const by = { actor: actor.id, subject: id }
      const details = { ...(params as object | undefined), call, session }
      const entry = await records.auditAs({ ...by, action: 'desk.call', details })
      return () => records.audit({ ...by, action: 'desk.refused', details: { entry, call, session } })
    },

    /** In the transaction that stores a payment: within the sum of the day, and not to the volunteer. */
    async pay(tx: Queries, viewer: Member, payeeId: string, amount: Hundredths): Promise<void> {
      const { id, actor, session } = viewer
      if (!actor) return
      refuseOwn(viewer, payeeId)
      const since = fromItalianTime(`${italianDate(now())}T00:00`)
      const paid = await records.lockSum(tx, { action: PAYMENT, subject: id, since })
      if (paid + amount > toHundredths(association.deskDailySum))
        throw new AppError('forbidden', dailySumMessage(association.deskDailySum))
      const details = { amount, to: payeeId, session: session ?? '' }
      await records.audit({ actor: actor.id, action: PAYMENT, subject: id, details }, tx)
    },
  }
}
