import { ACCOUNT_MESSAGES } from '#domain/accounts/members.ts'
import { SUSPENSION_MESSAGES, type Suspension } from '#domain/accounts/suspension.ts'
import { AppError } from '#domain/base/errors.ts'
import type { MembersParts } from '#server/accounts/members/parts.ts'
import type { MemberRow } from '#server/accounts/members/rows.ts'
import type { Queries } from '#server/platform/db/pool.ts'

/** Suspends accounts: hides their listings, and refuses changes except calls with `whileSuspended` in domain/calls.ts. */
export const makeSuspensions = ({ store, hooks: { listings }, now }: MembersParts) => {
  const getLocked = async (tx: Queries, id: string): Promise<MemberRow> => {
    const member = await store.lock(tx, id)
    if (!member) throw new AppError('notFound', ACCOUNT_MESSAGES.memberNotFound)
    return member
  }

  const clear = async (tx: Queries, { id, isSeller }: MemberRow): Promise<void> => {
    await store.change(tx, id, { suspended_at: null, suspended_until: null, suspension_reason: '' })
    await listings.setHidden(tx, id, !isSeller)
  }

  return {
    /** Replaces an earlier suspension. */
    async suspend(tx: Queries, id: string, { until, reason }: Suspension): Promise<void> {
      const member = await getLocked(tx, id)
      if (member.isAdmin) throw new AppError('conflict', SUSPENSION_MESSAGES.adminNotSuspendable)
      await store.change(tx, id, { suspended_at: now(), suspended_until: until, suspension_reason: reason })
      await listings.setHidden(tx, id, true)
    },

    /** Returns false if the member is not suspended. */
    async lift(tx: Queries, id: string): Promise<boolean> {
      const member = await getLocked(tx, id)
      if (!member.suspendedAt) return false
      await clear(tx, member)
      return true
    },

    hasDue: () => store.hasEndedSuspensions(now()),

    /**
     * Clears expired suspensions and shows the listings again. Permissions do not depend on it: each request compares the
     * end of the suspension with the clock.
     */
    async endDue(): Promise<void> {
      for (const id of await store.endedSuspensions(now()))
        await store.transaction(async (tx) => {
          const member = await store.lock(tx, id)
          if (member?.suspendedUntil && member.suspendedUntil <= now()) await clear(tx, member)
        })
    },
  }
}
