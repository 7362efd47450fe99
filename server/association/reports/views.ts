import type { Member } from '#domain/accounts/access.ts'
import type { DecisionView, ReportView } from '#domain/association/reports.schema.ts'
import type { DecisionRow, ReportRow } from '#server/association/reports/store.ts'

const personOf = (id: string | null, username: string | null) => (id && username ? { _id: id, username } : null)

export const toDecision = (row: DecisionRow): DecisionView => ({
  _id: row.id,
  kind: row.kind,
  title: row.title,
  path: row.path,
  author: personOf(row.authorId, row.author),
  action: row.action,
  facts: row.facts,
  ground: row.ground,
  basis: row.basis,
  until: row.endsAt?.toISOString() ?? null,
  reported: row.reported,
  automated: false,
  at: row.createdAt.toISOString(),
  objection: row.objection && row.objectedAt ? { text: row.objection, at: row.objectedAt.toISOString() } : null,
  review:
    row.outcome && row.reviewedAt
      ? {
          outcome: row.outcome,
          facts: row.reviewFacts ?? '',
          ground: row.reviewGround ?? '',
          at: row.reviewedAt.toISOString(),
        }
      : null,
})

/** Only admins see the reporter's address. The author of the reported content never sees the reporter. */
export const toReport = (row: ReportRow, decision: DecisionRow | undefined, viewer: Member): ReportView => ({
  _id: row.id,
  number: row.number,
  kind: row.kind,
  id: row.subjectId,
  title: row.title,
  path: row.path,
  content: row.content,
  author: personOf(row.authorId, row.author),
  reporter: {
    ...(row.authorId === viewer.id
      ? { _id: null, name: '', email: '' }
      : { _id: row.reporterId, name: row.name, email: viewer.isAdmin ? row.email : '' }),
    established: row.established,
  },
  reason: row.reason,
  explanation: row.authorId === viewer.id ? '' : row.explanation,
  hid: row.hid,
  state: row.decisionId ? 'decided' : 'open',
  at: row.createdAt.toISOString(),
  decision: decision ? toDecision(decision) : null,
})
