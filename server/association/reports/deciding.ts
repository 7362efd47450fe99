import { isModerator, type Member } from '#domain/accounts/access.ts'
import { SUSPENSION_MESSAGES } from '#domain/accounts/suspension.ts'
import type {
  DecisionRequest,
  DecisionView,
  ReportView,
  ReviewOfDecision,
  SuspensionRequest,
} from '#domain/association/reports.schema.ts'
import { aboutThing, actionsFor, type DecisionAction, REPORT_MESSAGES } from '#domain/association/reports.ts'
import { AppError } from '#domain/base/errors.ts'
import type { UnseenSummary } from '#domain/talk/notices.schema.ts'
import type { MembersService } from '#server/accounts/members/service.ts'
import type { Effects } from '#server/association/reports/effects.ts'
import {
  CONTACT_PATH,
  decisionPath,
  liftedMail,
  outcomeMail,
  outcomeText,
  reversedMail,
  reversedText,
  reviewMail,
  type Statement,
  shownAgainMail,
  statementMail,
} from '#server/association/reports/mails.ts'
import type { DecisionRow, NewDecision, ReportRow, ReportsStore } from '#server/association/reports/store.ts'
import { toDecision, toReport } from '#server/association/reports/views.ts'
import type { ReturnDecision } from '#server/exchange/hooks.ts'
import type { Audit } from '#server/platform/audit.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import type { MailContent } from '#server/talk/mail/render.ts'
import type { Mail } from '#server/talk/mail/service.ts'
import type { Notices } from '#server/talk/notices/service.ts'

type Parts = {
  store: ReportsStore
  effects: Effects
  members: MembersService
  mail: Mail
  notices: Notices
  audit: Audit
  now: () => Date
}
const SUSPENSION_GROUND = 'Regole della piazza: comportamento verso le altre persone e uso dell’account'
const RETURN_GROUND = 'Regole della piazza: chi paga riceve quello che è stato concordato, oppure gli tornano i VAL'

type AuthorNotice = { authorId: string; kind: 'decision' | 'suspension'; link: string }
const noticeKind = (action: DecisionAction): AuthorNotice['kind'] => (action === 'suspend' ? 'suspension' : 'decision')

/** Decisions about what was reported, objections to them, and suspensions by admins. */
export const makeDeciding = ({ store, effects, members, mail, notices, audit, now }: Parts) => {
  const notifyAuthor = async (
    tx: Queries,
    { authorId, kind, link }: AuthorNotice,
    write: (name: string) => MailContent,
  ): Promise<void> => {
    const author = (await members.contacts(tx, [authorId])).get(authorId)
    if (!author) return
    const content = write(author.shownName)
    await notices.tell(tx, { member: authorId, kind, text: content.subject, link, mail: { content } })
  }

  /** Notifies members, and mails visitors. `text` contains the outcome too, because the member may get no mail. */
  const notifyReporter = async (tx: Queries, { reporterId, email }: ReportRow, text: string, content: MailContent) => {
    if (reporterId)
      await notices.tell(tx, { member: reporterId, kind: 'report', text, link: CONTACT_PATH, mail: { content } })
    else if (email) await mail.enqueue(tx, { to: email, content })
  }

  const write = async (tx: Queries, decision: NewDecision): Promise<string> => {
    await effects.apply(tx, decision)
    const id = await store.addDecision(tx, decision)
    const { kind, subjectId, action, decidedBy, authorId } = decision
    await audit.record(
      {
        actor: decidedBy,
        action: `decision.${action}`,
        subject: authorId ?? subjectId,
        details: { decision: id, kind, id: subjectId },
      },
      tx,
    )
    return id
  }

  const refuse = (report: ReportRow, { action, until }: DecisionRequest, viewer: Member): void => {
    if (report.decisionId) throw new AppError('conflict', REPORT_MESSAGES.alreadyDecided)
    if (report.authorId === viewer.id) throw new AppError('forbidden', REPORT_MESSAGES.ownContent)
    if (!actionsFor(report.kind).includes(action)) throw new AppError('invalid', REPORT_MESSAGES.wrongAction)
    if (until && action !== 'suspend') throw new AppError('invalid', REPORT_MESSAGES.untilOnlyForSuspension)
  }

  const getDecision = async (id: string, viewer: Member, tx?: Queries): Promise<DecisionRow> => {
    const decision = await (tx ? store.lockDecision(tx, id) : store.findDecision(id))
    const maySee = decision && (decision.authorId === viewer.id || isModerator(viewer))
    if (!decision || !maySee) throw new AppError('notFound', REPORT_MESSAGES.decisionNotFound)
    return decision
  }

  return {
    /** The decision closes all open reports about the same thing. */
    async decide(id: string, request: DecisionRequest, viewer: Member): Promise<ReportView> {
      const found = await store.find(id)
      if (!found) throw new AppError('notFound', REPORT_MESSAGES.reportNotFound)
      refuse(found, request, viewer)
      const { kind, subjectId, title, path } = found
      const { action, facts, ground, basis = found.reason === 'illegal' ? 'law' : 'terms', until } = request
      return store.transaction(async (tx) => {
        // Members are locked before their content.
        const reporters = await store.openReporters(tx, kind, subjectId)
        const affected = await effects.affectedMembers(tx, kind, subjectId)
        const concerned = [found.authorId, viewer.id, ...reporters, ...affected]
        if (action === 'suspend') await effects.lockForSuspension(tx, found.authorId, concerned)
        else await members.contacts(tx, concerned)
        const reports = await store.lockOpen(tx, kind, subjectId)
        if (!reports.some((report) => report.id === id)) throw new AppError('conflict', REPORT_MESSAGES.alreadyDecided)
        const authorId = found.author ? found.authorId : null
        // If only the deciding moderator has reported it, the decision counts as the association's own initiative.
        const reported = reports.some(({ reporterId }) => reporterId !== viewer.id)
        const decision = {
          kind,
          subjectId,
          title,
          path,
          authorId,
          action,
          facts,
          ground,
          basis,
          reported,
          endsAt: until ?? null,
          decidedBy: viewer.id,
          at: now(),
        }
        const decisionId = await write(tx, decision)
        await store.setDecision(
          tx,
          reports.map((report) => report.id),
          decisionId,
        )
        const statement: Statement = decision
        const wasHidden = reports.some(({ hid }) => hid)
        if (authorId && action !== 'none')
          await notifyAuthor(tx, { authorId, kind: noticeKind(action), link: decisionPath(decisionId) }, (name) =>
            statementMail(name, decisionId, statement),
          )
        else if (authorId && wasHidden)
          await notifyAuthor(tx, { authorId, kind: 'decision', link: path }, (name) => shownAgainMail(name, decision))
        for (const report of reports)
          await notifyReporter(tx, report, outcomeText(report, statement), outcomeMail(report, statement))
        const stored = await store.findDecision(decisionId, tx)
        return toReport({ ...found, decisionId }, stored, viewer)
      })
    },

    /** Suspends a member without a report; for admins. */
    async suspend(id: string, { until, reason }: SuspensionRequest, viewer: Member) {
      const title = (await members.reported(id))?.title ?? (await members.usernames([id])).get(id) ?? ''
      const decision: NewDecision = {
        kind: 'member',
        subjectId: id,
        title,
        path: `/seller/${id}`,
        authorId: id,
        action: 'suspend',
        facts: reason,
        ground: SUSPENSION_GROUND,
        basis: 'terms',
        endsAt: until ?? null,
        reported: false,
        decidedBy: viewer.id,
        at: now(),
      }
      const decisionId = await store.transaction(async (tx) => {
        await effects.lockForSuspension(tx, id, [id, viewer.id])
        const written = await write(tx, decision)
        await notifyAuthor(tx, { authorId: id, kind: 'suspension', link: decisionPath(written) }, (name) =>
          statementMail(name, written, decision),
        )
        return written
      })
      return { suspension: { until: until?.toISOString() ?? null, reason }, decision: { _id: decisionId } }
    },

    /** The payee can object to the return of the VAL of a request. Returns the path of the decision. */
    async recordReturn(tx: Queries, { orderId, title, payeeId, reason, by }: ReturnDecision): Promise<string> {
      const id = await write(tx, {
        kind: 'order',
        subjectId: orderId,
        title,
        path: `/order/${orderId}`,
        authorId: payeeId,
        action: 'return',
        facts: reason,
        ground: RETURN_GROUND,
        basis: 'terms',
        endsAt: null,
        reported: true,
        decidedBy: by,
        at: now(),
      })
      return decisionPath(id)
    },

    lift: (id: string, viewer: Member): Promise<void> =>
      store.transaction(async (tx) => {
        if (!(await members.suspensions.lift(tx, id))) throw new AppError('conflict', SUSPENSION_MESSAGES.notSuspended)
        await audit.record({ actor: viewer.id, action: 'suspension.lift', subject: id }, tx)
        await notifyAuthor(tx, { authorId: id, kind: 'suspension', link: '/profile' }, liftedMail)
      }),

    /** What a suspended member is told on every page. */
    async suspensionOf({ id, suspension }: Member): Promise<UnseenSummary['suspension']> {
      if (!suspension) return undefined
      const { until, reason } = suspension
      const decision = (await store.suspensionOf(id)) ?? null
      return { until: until?.toISOString() ?? null, reason, decision }
    },

    get: async (id: string, viewer: Member): Promise<DecisionView> => toDecision(await getDecision(id, viewer)),
    objections: async (): Promise<DecisionView[]> => (await store.objections()).map(toDecision),

    /** The author can object once. */
    object: (id: string, text: string, viewer: Member): Promise<void> =>
      store.transaction(async (tx) => {
        const admins = (await members.lockAdmins(tx, [viewer.id])).filter((admin) => admin !== viewer.id)
        const decision = await getDecision(id, viewer, tx)
        if (decision.authorId !== viewer.id) throw new AppError('notFound', REPORT_MESSAGES.decisionNotFound)
        if (decision.action === 'none') throw new AppError('conflict', REPORT_MESSAGES.nothingToObject)
        if (decision.objection) throw new AppError('conflict', REPORT_MESSAGES.objectionMade)
        await store.object(tx, id, text, now())
        await audit.record(
          { actor: viewer.id, action: 'decision.object', subject: viewer.id, details: { decision: id } },
          tx,
        )
        const others = admins.filter((admin) => admin !== decision.decidedBy)
        await notices.tellAll(tx, others.length > 0 ? others : admins, {
          kind: 'duty',
          text: `Ricorso da decidere ${aboutThing(decision.kind, decision.title)}`,
          link: decisionPath(id),
        })
      }),

    /** Only for an admin who did not take the decision, unless there is no other admin. */
    async review(id: string, { outcome, facts, ground }: ReviewOfDecision, viewer: Member): Promise<DecisionView> {
      const found = await getDecision(id, viewer)
      const { kind, subjectId, authorId, action } = found
      const prepared = outcome === 'reversed' ? await effects.prepareUndo(found) : undefined
      await store.transaction(async (tx) => {
        const reporters = (await store.decided(tx, id)).flatMap(({ reporterId }) => reporterId ?? [])
        const affected = await effects.affectedMembers(tx, kind, subjectId)
        const admins = await members.lockAdmins(tx, [...reporters, ...affected, ...(authorId ? [authorId] : [])])
        const decision = await getDecision(id, viewer, tx)
        const isParty = kind === 'order' && affected.includes(viewer.id)
        if (decision.authorId === viewer.id || isParty) throw new AppError('forbidden', REPORT_MESSAGES.ownContent)
        if (!decision.objection) throw new AppError('conflict', REPORT_MESSAGES.noObjection)
        if (decision.outcome) throw new AppError('conflict', REPORT_MESSAGES.alreadyReviewed)
        const others = admins.filter(
          (admin) => admin !== viewer.id && !affected.includes(admin) && admin !== decision.authorId,
        )
        if (decision.decidedBy === viewer.id && others.length > 0)
          throw new AppError('forbidden', REPORT_MESSAGES.anotherAdmin)
        await store.review(tx, id, { outcome, facts, ground, by: viewer.id, at: now() })
        const movesVal = outcome === 'reversed' && (await effects.undo(tx, decision, prepared))
        await audit.record(
          {
            actor: viewer.id,
            action: `decision.${outcome}`,
            subject: decision.authorId ?? id,
            details: { decision: id },
          },
          tx,
        )
        const reviewed = { ...decision, outcome, reviewFacts: facts, reviewGround: ground, movesVal }
        if (authorId)
          await notifyAuthor(tx, { authorId, kind: noticeKind(action), link: decisionPath(id) }, (name) =>
            reviewMail(name, id, reviewed),
          )
        if (outcome === 'reversed')
          for (const report of await store.decided(tx, id))
            await notifyReporter(tx, report, reversedText(report), reversedMail(report, reviewed))
      })
      return toDecision(await getDecision(id, viewer))
    },
  }
}
