import type { Member, Viewer } from '#domain/accounts/access.ts'
import { identityKey } from '#domain/accounts/members.schema.ts'
import { REPORTER_DAYS } from '#domain/accounts/retention.ts'
import type {
  ReportPage,
  ReportQuery,
  ReportReceipt,
  ReportRequest,
  ReportView,
} from '#domain/association/reports.schema.ts'
import {
  REPORT_MESSAGES,
  REPORTS_THAT_HIDE,
  type ReportedThing,
  reportedTooOften,
  thingName,
} from '#domain/association/reports.ts'
import type { SiteSettings } from '#domain/association/settings.ts'
import { DAY_MS } from '#domain/base/dates.ts'
import { AppError } from '#domain/base/errors.ts'
import type { MembersService } from '#server/accounts/members/service.ts'
import { hiddenByReportsMail, receiptMail } from '#server/association/reports/mails.ts'
import type { ReportsStore } from '#server/association/reports/store.ts'
import type { Things } from '#server/association/reports/things.ts'
import { toDecision, toReport } from '#server/association/reports/views.ts'
import type { OrdersService } from '#server/exchange/orders/service.ts'
import type { ListingsService } from '#server/market/listings/service.ts'
import type { Audit } from '#server/platform/audit.ts'
import { pagesOf } from '#server/platform/db/page.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import { LIMITS } from '#server/platform/limits/limits.ts'
import type { Limits } from '#server/platform/limits/service.ts'
import type { PersonalData } from '#server/platform/personal-data.ts'
import type { Mail } from '#server/talk/mail/service.ts'
import type { Notices } from '#server/talk/notices/service.ts'

const PAGE_SIZE = 20

export type ReportsParts = {
  store: ReportsStore
  things: Things
  listings: ListingsService
  members: MembersService
  orders: OrdersService
  mail: Mail
  notices: Notices
  audit: Audit
  limits: Limits
  site: SiteSettings
  now: () => Date
}
type Contacts = Awaited<ReturnType<MembersService['contacts']>>
type Contact = ReturnType<Contacts['get']>
type Reporter = { id: string | null; key: string; name: string; email: string; established: boolean }

/** Accepts reports from members and visitors, and lists them for moderators. */
export const makeReports = (parts: ReportsParts) => {
  const { store, things, listings, members, orders, mail, notices, audit, limits, site, now } = parts

  const takeLimits = (viewer: Viewer, email: string, ip: string): Promise<void> =>
    viewer
      ? limits.takeExplained((again) => reportedTooOften(LIMITS.report.times, again), 'report', viewer.id)
      : limits.takeFrom(ip, 'reportFromIp', ['reportMail', identityKey(email)])

  const reporterOf = async (
    tx: Queries,
    viewer: Viewer,
    { name, email = '' }: ReportRequest,
    contacts: Contacts,
  ): Promise<Reporter> => {
    if (!viewer) return { id: null, key: `mail ${identityKey(email)}`, name, email, established: false }
    const contact = contacts.get(viewer.id)
    const established = viewer.verified && !viewer.suspension && (await orders.countFinished(viewer.id, tx)) > 0
    return {
      id: viewer.id,
      key: `member ${viewer.id}`,
      name: contact?.name ?? viewer.shownName,
      email: contact?.email ?? '',
      established,
    }
  }

  /**
   * Hides a listing when enough established members have reported it, but not again after a decision about it. A reporter
   * whose only exchanges were with the other reporters does not count: the accounts may belong to one person.
   */
  const hideIfEnough = async (
    tx: Queries,
    reportId: string,
    listingId: string,
    thing: ReportedThing,
    author: Contact,
  ): Promise<void> => {
    const locked = await listings.lockWithheld(tx, listingId)
    const { by, wasHiddenOrDecided } = await store.established(tx, 'listing', listingId)
    if (!locked || locked.withheld || wasHiddenOrDecided || by.length < REPORTS_THAT_HIDE) return
    if ((await orders.exchangedOutside(by, tx)).length < REPORTS_THAT_HIDE) return
    await mail.removeAbout(tx, listingId)
    await listings.setWithheld(tx, listingId, 'reports')
    await store.markAsHiding(tx, reportId)
    if (author) {
      const content = hiddenByReportsMail(author.shownName, { ...thing, kind: 'listing' }, by.length)
      await notices.tell(tx, {
        member: author.id,
        kind: 'decision',
        text: content.subject,
        link: thing.path,
        mail: { content },
      })
    }
    await audit.record(
      { actor: null, action: 'report.hide', subject: thing.authorId, details: { listing: listingId } },
      tx,
    )
  }

  return {
    async report(viewer: Viewer, request: ReportRequest, ip: string): Promise<ReportReceipt> {
      const { kind, id: subjectId, reason, explanation } = request
      if (!viewer && (!request.name || !request.email)) throw new AppError('invalid', REPORT_MESSAGES.nameRequired)
      await takeLimits(viewer, request.email ?? '', ip)
      const thing = await things[kind].find(subjectId, viewer)
      if (!thing) throw new AppError('notFound', REPORT_MESSAGES.notFound)
      if (thing.authorId === viewer?.id) throw new AppError('invalid', REPORT_MESSAGES.own)
      const at = now()
      return store.transaction(async (tx) => {
        const moderators = await members.moderators(tx)
        const contacts = await members.contacts(tx, [...(viewer ? [viewer.id] : []), thing.authorId, ...moderators])
        const { id: reporterId, key: reporterKey, ...reporter } = await reporterOf(tx, viewer, request, contacts)
        const row = { ...thing, ...reporter, kind, subjectId, reporterId, reporterKey, reason, explanation, at }
        const added = await store.add(tx, row)
        if (!added) throw new AppError('conflict', REPORT_MESSAGES.already)
        const content = receiptMail({ ...row, number: added.number }, site)
        if (reporterId)
          await notices.tell(tx, {
            member: reporterId,
            kind: 'report',
            text: content.subject,
            link: thing.path,
            mail: { content },
          })
        else await mail.enqueue(tx, { to: reporter.email, content })
        const others = moderators.filter((id) => id !== reporterId && id !== thing.authorId)
        await notices.tellAll(tx, others, {
          kind: 'duty',
          text: `Segnalazione n. ${added.number} da esaminare: ${thingName(kind, thing.title)}`,
          link: '/segnalazioni',
        })
        // Without actor, so that an admin whose content is reported cannot find the reporter in the audit log.
        await audit.record({ actor: null, action: 'report.add', subject: added.id, details: { kind, reason } }, tx)
        if (kind === 'listing' && reporter.established)
          await hideIfEnough(tx, added.id, subjectId, thing, contacts.get(thing.authorId))
        return { _id: added.id, number: added.number, message: `${content.subject}.` }
      })
    },

    async page({ state, p }: ReportQuery, viewer: Member): Promise<ReportPage> {
      const { rows, total } = await store.page(state, { p, size: PAGE_SIZE })
      const decisions = await store.findDecisions(rows.flatMap(({ decisionId }) => decisionId ?? []))
      const byId = new Map(decisions.map((decision) => [decision.id, decision]))
      const reports = rows.map((row): ReportView => toReport(row, byId.get(row.decisionId ?? ''), viewer))
      return { reports, total, pages: pagesOf(total, PAGE_SIZE) }
    },

    /** Covers the member's reports, and the decisions about the member's content. */
    personalData: {
      tables: ['report', 'decision'],
      async export({ id }) {
        const [made, about] = await Promise.all([store.madeBy(id), store.about(id)])
        const reports = made.map(({ number, kind, title, reason, explanation, createdAt }) => {
          return { number, kind, title, reason, explanation, at: createdAt.toISOString() }
        })
        return { reports, decisions: about.map(toDecision) }
      },
      erase: (tx, { id }) => store.anonymise(tx, id),
      deleteExpired: (at) => store.forgetReporters(new Date(at.getTime() - REPORTER_DAYS * DAY_MS)),
    } satisfies PersonalData,
  }
}
