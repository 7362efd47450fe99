import type { DecisionKind } from '#domain/association/reports.ts'
import { REPORT_MESSAGES } from '#domain/association/reports.ts'
import { AppError } from '#domain/base/errors.ts'
import type { MembersService } from '#server/accounts/members/service.ts'
import type { DecisionRow, NewDecision, ReportsStore } from '#server/association/reports/store.ts'
import type { Things } from '#server/association/reports/things.ts'
import type { PreparedUndo, Problems } from '#server/exchange/problems/service.ts'
import type { SuspensionNotices } from '#server/exchange/problems/suspension-notices.ts'
import type { Audit } from '#server/platform/audit.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import type { Mail } from '#server/talk/mail/service.ts'

type Parts = {
  store: ReportsStore
  things: Things
  members: MembersService
  mail: Mail
  audit: Audit
  suspensionNotices: SuspensionNotices
  /** Returned VAL of requests. */
  returned: Pick<Problems, 'parties' | 'prepareUndo' | 'undoReturn'>
  now: () => Date
}
export type Effects = ReturnType<typeof makeEffects>

const WITHHELD = { hide: 'hidden', remove: 'removed' } as const

/** What a decision changes, and how a reversal undoes it. */
export const makeEffects = (parts: Parts) => {
  const { store, things, members, mail, audit, suspensionNotices, returned, now } = parts

  const apply = async (
    tx: Queries,
    { kind, subjectId, authorId, action, endsAt, facts }: NewDecision,
  ): Promise<void> => {
    // The return itself is part of settling the problem.
    if (kind === 'order') return
    if (action === 'hide' || action === 'remove') {
      await mail.removeAbout(tx, subjectId)
      return things[kind].withhold(tx, subjectId, WITHHELD[action])
    }
    if (action !== 'suspend') return things[kind].show?.(tx, subjectId)
    if (!authorId) throw new AppError('conflict', REPORT_MESSAGES.authorGone)
    // Locks the requests before the listings.
    await suspensionNotices.tell(tx, authorId, endsAt)
    await things[kind].show?.(tx, subjectId)
    await members.suspensions.suspend(tx, authorId, { until: endsAt, reason: facts })
  }

  const affectedMembers = async (tx: Queries, kind: DecisionKind, subjectId: string): Promise<string[]> =>
    kind === 'order' ? returned.parties(tx, subjectId) : ((await things[kind].affected?.(tx, subjectId)) ?? [])

  const isOver = (endsAt: Date | null): boolean => endsAt !== null && endsAt <= now()

  const wasLifted = async (tx: Queries, memberId: string, since: Date): Promise<boolean> =>
    (await audit.where({ action: 'suspension.lift', subject: memberId, since }, tx)).length > 0

  const undoSuspension = async (tx: Queries, decision: DecisionRow): Promise<void> => {
    const { authorId, author, endsAt } = decision
    const isDeleted = author === null
    if (!authorId || isDeleted || isOver(endsAt)) return
    const other = await store.lastSuspension(tx, decision)
    if (other && !isOver(other.endsAt) && !(await wasLifted(tx, authorId, other.createdAt)))
      await members.suspensions.suspend(tx, authorId, { until: other.endsAt, reason: other.facts })
    else await members.suspensions.lift(tx, authorId)
  }

  /** What `undo` needs from the chain; call it before the transaction. */
  const prepareUndo = async ({ kind, subjectId }: DecisionRow): Promise<PreparedUndo | undefined> =>
    kind === 'order' ? returned.prepareUndo(subjectId) : undefined

  /** Returns whether VAL move. */
  const undo = async (tx: Queries, decision: DecisionRow, prepared: PreparedUndo | undefined): Promise<boolean> => {
    const { kind, subjectId, action } = decision
    if (kind === 'order') return returned.undoReturn(tx, subjectId, prepared)
    if (action === 'suspend') await undoSuspension(tx, decision)
    else {
      const standing = await store.standingAction(tx, decision)
      await things[kind].withhold(tx, subjectId, standing ? WITHHELD[standing] : null)
    }
    return false
  }

  /** Locks the admins, these members, and the other parties of the open requests, who are told. */
  const lockForSuspension = async (tx: Queries, memberId: string, concerned: string[]): Promise<void> => {
    await members.lockAdmins(tx, [...concerned, ...(await suspensionNotices.partners(tx, memberId))])
  }

  return { apply, prepareUndo, undo, affectedMembers, lockForSuspension }
}
