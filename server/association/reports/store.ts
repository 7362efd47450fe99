import { DELETED_MEMBER_NAME } from '#domain/accounts/members.ts'
import type {
  Basis,
  DecisionAction,
  DecisionKind,
  Outcome,
  ReportedThing,
  ReportKind,
  ReportReason,
} from '#domain/association/reports.ts'
import { limitOf, type Page } from '#server/platform/db/page.ts'
import type { Database, Queries } from '#server/platform/db/pool.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'

export type DecisionRow = {
  id: string
  kind: DecisionKind
  subjectId: string
  title: string
  path: string
  authorId: string | null
  /** Null if the author was deleted. */
  author: string | null
  action: DecisionAction
  facts: string
  ground: string
  basis: Basis
  endsAt: Date | null
  reported: boolean
  decidedBy: string
  createdAt: Date
  objection: string | null
  objectedAt: Date | null
  outcome: Outcome | null
  reviewFacts: string | null
  reviewGround: string | null
  reviewedAt: Date | null
}
export type NewDecision = Pick<
  DecisionRow,
  | 'kind'
  | 'subjectId'
  | 'title'
  | 'path'
  | 'authorId'
  | 'action'
  | 'facts'
  | 'ground'
  | 'basis'
  | 'endsAt'
  | 'reported'
  | 'decidedBy'
> & { at: Date }

export type ReportRow = ReportedThing & {
  id: string
  number: number
  kind: ReportKind
  subjectId: string
  /** Null if the author was deleted. */
  author: string | null
  reporterId: string | null
  name: string
  email: string
  reason: ReportReason
  explanation: string
  established: boolean
  hid: boolean
  decisionId: string | null
  createdAt: Date
}
export type NewReport = ReportedThing &
  Pick<ReportRow, 'kind' | 'subjectId' | 'reporterId' | 'name' | 'email' | 'reason' | 'explanation' | 'established'> & {
    reporterKey: string
    at: Date
  }

export type ReportsStore = ReturnType<typeof makeReportsStore>

export const makeReportsStore = (db: Database) => {
  const reportColumns = sql`
    r.id, r.number, r.kind, r.subject_id as "subjectId", r.title, r.path, r.content, r.author_id as "authorId",
    case when a.deleted_at is null then a.username end as author, r.reporter_id as "reporterId", r.name, r.email, r.reason,
    r.explanation, r.established, r.hid, r.decision_id as "decisionId", r.created_at as "createdAt"`
  const reports = sql`report r left join member a on a.id = r.author_id`
  const decisionColumns = sql`
    d.id, d.kind, d.subject_id as "subjectId", d.title, d.path, d.author_id as "authorId",
    case when a.deleted_at is null then a.username end as author, d.action, d.facts, d.ground, d.basis,
    d.ends_at as "endsAt", d.reported, d.decided_by as "decidedBy", d.created_at as "createdAt", d.objection,
    d.objected_at as "objectedAt", d.outcome, d.review_facts as "reviewFacts", d.review_ground as "reviewGround",
    d.reviewed_at as "reviewedAt"`
  const decisions = sql`decision d left join member a on a.id = d.author_id`
  const inState: Record<'open' | 'decided', Sql> = {
    open: sql`r.decision_id is null`,
    decided: sql`r.decision_id is not null`,
  }

  return {
    async countOpen(): Promise<number> {
      const row = await db.first<{ open: number }>(sql`select count(*) as open from report where decision_id is null`)
      return row?.open ?? 0
    },

    transaction: db.transaction,

    /** Returns undefined if this person has already reported the thing. */
    add: (tx: Queries, report: NewReport): Promise<{ id: string; number: number } | undefined> =>
      tx.first<{ id: string; number: number }>(sql`
        insert into report (kind, subject_id, title, path, content, author_id, reporter_id, reporter_key, name, email, reason,
          explanation, established, created_at)
        values (${report.kind}, ${report.subjectId}, ${report.title}, ${report.path}, ${report.content}, ${report.authorId},
          ${report.reporterId}, ${report.reporterKey}, ${report.name}, ${report.email}, ${report.reason},
          ${report.explanation}, ${report.established}, ${report.at})
        on conflict (kind, subject_id, reporter_key) do nothing returning id, number`),

    /** Returns established members with open reports of the thing, and whether it was hidden by reports or decided on before. */
    async established(
      tx: Queries,
      kind: ReportKind,
      subjectId: string,
    ): Promise<{ by: string[]; wasHiddenOrDecided: boolean }> {
      const row = await tx.first<{ by: string[] | null; wasHiddenOrDecided: boolean }>(sql`
        select array_agg(reporter_id) filter (where established and decision_id is null and reporter_id is not null) as by,
          bool_or(hid) or exists (select from decision d where d.kind = ${kind} and d.subject_id = ${subjectId})
            as "wasHiddenOrDecided"
        from report where kind = ${kind} and subject_id = ${subjectId}`)
      return { by: row?.by ?? [], wasHiddenOrDecided: row?.wasHiddenOrDecided ?? false }
    },

    async markAsHiding(tx: Queries, id: string): Promise<void> {
      await tx.execute(sql`update report set hid = true where id = ${id}`)
    },

    /** Open reports are ordered oldest first, decided ones newest first. */
    async page(state: 'open' | 'decided', page: Page): Promise<{ rows: ReportRow[]; total: number }> {
      const order = state === 'open' ? sql`r.number` : sql`r.number desc`
      const [rows, [counted]] = await Promise.all([
        db.query<ReportRow>(sql`
          select ${reportColumns} from ${reports} where ${inState[state]} order by ${order} ${limitOf(page)}`),
        db.query<{ total: number }>(sql`select count(*) as total from report r where ${inState[state]}`),
      ])
      return { rows, total: counted?.total ?? 0 }
    },

    find: (id: string, tx: Queries = db): Promise<ReportRow | undefined> =>
      tx.first<ReportRow>(sql`select ${reportColumns} from ${reports} where r.id = ${id}`),

    /** Returns the members who made the open reports of a thing. */
    async openReporters(tx: Queries, kind: ReportKind, subjectId: string): Promise<string[]> {
      const rows = await tx.query<{ id: string }>(sql`
        select reporter_id as id from report
        where kind = ${kind} and subject_id = ${subjectId} and decision_id is null and reporter_id is not null`)
      return rows.map(({ id }) => id)
    },

    /** Locks and returns all open reports of a thing. */
    lockOpen: (tx: Queries, kind: ReportKind, subjectId: string): Promise<ReportRow[]> =>
      tx.query<ReportRow>(sql`
        select ${reportColumns} from ${reports}
        where r.kind = ${kind} and r.subject_id = ${subjectId} and r.decision_id is null
        order by r.id for update of r`),

    decided: (tx: Queries, decisionId: string): Promise<ReportRow[]> =>
      tx.query<ReportRow>(
        sql`select ${reportColumns} from ${reports} where r.decision_id = ${decisionId} order by r.id`,
      ),

    async setDecision(tx: Queries, ids: string[], decisionId: string): Promise<void> {
      await tx.execute(sql`update report set decision_id = ${decisionId} where id = any(${ids}::uuid[])`)
    },

    async addDecision(tx: Queries, decision: NewDecision): Promise<string> {
      const row = await tx.first<{ id: string }>(sql`
        insert into decision (kind, subject_id, title, path, author_id, action, facts, ground, basis, ends_at, reported,
          decided_by, created_at)
        values (${decision.kind}, ${decision.subjectId}, ${decision.title}, ${decision.path}, ${decision.authorId},
          ${decision.action}, ${decision.facts}, ${decision.ground}, ${decision.basis}, ${decision.endsAt},
          ${decision.reported}, ${decision.decidedBy}, ${decision.at})
        returning id`)
      return row?.id ?? ''
    },

    findDecision: (id: string, tx: Queries = db): Promise<DecisionRow | undefined> =>
      tx.first<DecisionRow>(sql`select ${decisionColumns} from ${decisions} where d.id = ${id}`),

    findDecisions: (ids: string[]): Promise<DecisionRow[]> =>
      db.query<DecisionRow>(sql`select ${decisionColumns} from ${decisions} where d.id = any(${ids}::uuid[])`),

    lockDecision: (tx: Queries, id: string): Promise<DecisionRow | undefined> =>
      tx.first<DecisionRow>(sql`select ${decisionColumns} from ${decisions} where d.id = ${id} for update of d`),

    /** Returns decisions with an objection that was not reviewed yet, oldest first. */
    objections: (): Promise<DecisionRow[]> =>
      db.query<DecisionRow>(sql`
        select ${decisionColumns} from ${decisions}
        where d.objection is not null and d.outcome is null order by d.objected_at limit 100`),
    async countObjections(): Promise<number> {
      const row = await db.first<{ count: number }>(sql`
        select count(*) as count from decision where objection is not null and outcome is null`)
      return row?.count ?? 0
    },

    async object(tx: Queries, id: string, text: string, at: Date): Promise<void> {
      await tx.execute(sql`update decision set objection = ${text}, objected_at = ${at} where id = ${id}`)
    },

    async review(
      tx: Queries,
      id: string,
      review: { outcome: Outcome; facts: string; ground: string; by: string; at: Date },
    ): Promise<void> {
      await tx.execute(sql`
        update decision set outcome = ${review.outcome}, review_facts = ${review.facts}, review_ground = ${review.ground},
          reviewed_by = ${review.by}, reviewed_at = ${review.at}
        where id = ${id}`)
    },

    /** Returns the latest other suspension of the same member that was not reversed. It replaces earlier suspensions. */
    lastSuspension: (tx: Queries, { id, authorId }: DecisionRow): Promise<DecisionRow | undefined> =>
      tx.first<DecisionRow>(sql`
        select ${decisionColumns} from ${decisions}
        where d.author_id = ${authorId} and d.action = 'suspend' and d.id <> ${id}
          and d.outcome is distinct from 'reversed'
        order by d.created_at desc, d.id desc limit 1`),

    /** Returns the id of the member's latest suspension that was not reversed. */
    async suspensionOf(memberId: string): Promise<string | undefined> {
      const row = await db.first<{ id: string }>(sql`
        select id from decision where author_id = ${memberId} and action = 'suspend' and outcome is distinct from 'reversed'
        order by created_at desc, id desc limit 1`)
      return row?.id
    },

    /** Returns the action of the latest other decision that withholds the same thing and was not reversed. */
    async standingAction(tx: Queries, { id, kind, subjectId }: DecisionRow): Promise<'hide' | 'remove' | undefined> {
      const row = await tx.first<{ action: 'hide' | 'remove' }>(sql`
        select d.action from decision d
        where d.kind = ${kind} and d.subject_id = ${subjectId} and d.action in ('hide', 'remove') and d.id <> ${id}
          and d.outcome is distinct from 'reversed'
        order by d.created_at desc, d.id desc limit 1`)
      return row?.action
    },

    /** Used by the export of the member's own data. */
    madeBy: (memberId: string): Promise<ReportRow[]> =>
      db.query<ReportRow>(
        sql`select ${reportColumns} from ${reports} where r.reporter_id = ${memberId} order by r.number`,
      ),
    about: (memberId: string): Promise<DecisionRow[]> =>
      db.query<DecisionRow>(sql`
        select ${decisionColumns} from ${decisions} where d.author_id = ${memberId} order by d.created_at`),

    /**
     * Removes the member's name from their reports, and the copied content from reports about the member. The title of a
     * reported message is the name of its recipient, who is always the reporter.
     */
    async anonymise(tx: Queries, memberId: string): Promise<void> {
      await tx.execute(sql`
        update report set name = '', email = '', title = case when kind = 'message' then ${DELETED_MEMBER_NAME} else title end
        where reporter_id = ${memberId}`)
      await tx.execute(sql`
        update report set content = '', title = case when kind = 'member' then ${DELETED_MEMBER_NAME} else title end
        where author_id = ${memberId}`)
      await tx.execute(sql`
        update decision set title = ${DELETED_MEMBER_NAME} where author_id = ${memberId} and kind = 'member'`)
      await tx.execute(sql`
        update decision d set title = ${DELETED_MEMBER_NAME} from report r
        where r.decision_id = d.id and r.reporter_id = ${memberId} and r.kind = 'message'`)
    },

    /** Removes the names and addresses of visitors whose reports were decided before that time. */
    async forgetReporters(before: Date): Promise<number> {
      return db.execute(sql`
        update report r set name = '', email = '', reporter_key = r.id::text from decision d
        where d.id = r.decision_id and r.reporter_id is null and r.email <> '' and d.created_at < ${before}`)
    },
  }
}
