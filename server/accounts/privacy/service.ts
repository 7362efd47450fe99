import type { Member } from '#domain/accounts/access.ts'
import type { MemberExport } from '#domain/accounts/privacy.schema.ts'
import type { Blocking } from '#server/accounts/blocks/blocking.ts'
import type { Desk } from '#server/accounts/desk/service.ts'
import type { MembersService } from '#server/accounts/members/service.ts'
import type { Passkeys } from '#server/accounts/passkeys/service.ts'
import type { Records } from '#server/association/audit/service.ts'
import type { Reports } from '#server/association/reports/service.ts'
import type { OrdersService } from '#server/exchange/orders/service.ts'
import type { PaymentsService } from '#server/exchange/payments/service.ts'
import type { Rings } from '#server/exchange/rings/service.ts'
import type { Alerts } from '#server/market/alerts/service.ts'
import type { Favourites } from '#server/market/favourites/service.ts'
import type { ListingsService } from '#server/market/listings/service.ts'
import type { ReviewsService } from '#server/market/reviews/service.ts'
import type { Sought } from '#server/market/sought/service.ts'
import type { Idempotency } from '#server/platform/idempotency/service.ts'
import type { Limits } from '#server/platform/limits/service.ts'
import type { Mail } from '#server/talk/mail/service.ts'
import type { Newsletter } from '#server/talk/newsletter/service.ts'
import type { Notices } from '#server/talk/notices/service.ts'
import type { StreamPublisher } from '#server/talk/stream/service.ts'
import type { Threads } from '#server/talk/threads/service.ts'
import type { ValRequests } from '#server/val/transfers/requests.ts'
import type { MemberTransfers } from '#server/val/transfers/service.ts'
import type { Explain } from '#server/val/wallet/movement-texts.ts'
import type { WalletService } from '#server/val/wallet/service.ts'

export type PrivacyParts = {
  members: MembersService
  listings: ListingsService
  favourites: Pick<Favourites, 'idsOf'>
  alerts: Pick<Alerts, 'list' | 'deleteExpired'>
  sought: Pick<Sought, 'deleteExpired'>
  reviews: ReviewsService
  orders: OrdersService
  payments: Pick<PaymentsService, 'ofMember'>
  memberTransfers: Pick<MemberTransfers, 'ofMember'>
  valRequests: Pick<ValRequests, 'ofMember'>
  wallet: Pick<WalletService, 'movementsOf'>
  explainMovements: Explain
  newsletter: Newsletter
  records: Records
  mail: Mail
  notices: Pick<Notices, 'ofMember' | 'preferences' | 'deleteExpired'>
  threads: Pick<Threads, 'ofMember' | 'deleteExpired'>
  stream: Pick<StreamPublisher, 'deleteExpired'>
  blocking: Pick<Blocking, 'list'>
  desk: Pick<Desk, 'ofMember' | 'deleteExpired'>
  reports: Pick<Reports, 'ofMember' | 'deleteExpired'>
  rings: Pick<Rings, 'ofMember' | 'deleteExpired'>
  passkeys: Pick<Passkeys, 'ofMember' | 'deleteExpired'>
  limits: Limits
  idempotency: Idempotency
  now: () => Date
}

/** The same object with its values awaited, all at once. */
const awaitValues = async <T extends object>(promises: T): Promise<{ [Name in keyof T]: Awaited<T[Name]> }> =>
  Object.fromEntries(await Promise.all(Object.entries(promises).map(async ([name, value]) => [name, await value])))

export const makePrivacyService = (parts: PrivacyParts) => ({
  /** All data stored about the viewer. */
  async exportOf(viewer: Member): Promise<MemberExport> {
    await parts.limits.take('dataExport', viewer.id)
    const member = await parts.members.profiles.getFull(viewer)
    // An address that was never verified may be another person's.
    const email = member.verified ? member.email : undefined
    const subscription = email ? await parts.newsletter.about(email) : undefined
    const subjects = [`member:${viewer.id}`, ...(subscription ? [subscription.subject] : [])]
    const { moderation, ...data } = await awaitValues({
      listings: parts.listings.ofMember(viewer.id),
      favourites: parts.favourites.idsOf(viewer.id),
      alerts: parts.alerts.list(viewer),
      reviews: parts.reviews.ofMember(viewer.id),
      orders: parts.orders.ofMember(viewer.id),
      payments: parts.payments.ofMember(viewer.id),
      transfers: parts.memberTransfers.ofMember(viewer.id),
      valRequests: parts.valRequests.ofMember(viewer.id),
      movements: parts.wallet.movementsOf(viewer.id, parts.explainMovements),
      newslettersReceived: parts.newsletter.receivedBy([viewer.id, ...(subscription ? [subscription.id] : [])]),
      mailFailure: email ? parts.mail.failureOf(email) : null,
      sessions: parts.members.sessions.openOf(viewer.id),
      passkeys: parts.passkeys.ofMember(viewer.id),
      consents: parts.records.consentsOf(...subjects),
      audit: parts.records.auditOf(viewer.id),
      blocks: parts.blocking.list(viewer),
      moderation: parts.reports.ofMember(viewer.id),
      rings: parts.rings.ofMember(viewer.id),
      deskCard: parts.desk.ofMember(viewer.id),
      notices: parts.notices.ofMember(viewer.id),
      noticePreferences: parts.notices.preferences(viewer),
      threads: parts.threads.ofMember(viewer.id),
    })
    const newsletter = subscription?.data ?? null
    return { exportedAt: parts.now().toISOString(), member, newsletter, ...data, ...moderation }
  },

  /** Deletes data past its retention period. Idempotent, so that any instance may run it. */
  async deleteExpired(): Promise<void> {
    await parts.members.erasure.deleteExpired()
    await parts.newsletter.deleteExpired()
    await parts.mail.deleteExpired()
    await parts.notices.deleteExpired()
    await parts.threads.deleteExpired()
    await parts.stream.deleteExpired()
    await parts.reports.deleteExpired()
    await parts.desk.deleteExpired()
    await parts.rings.deleteExpired()
    await parts.passkeys.deleteExpired()
    await parts.limits.deleteExpired()
    await parts.idempotency.deleteExpired()
    await parts.alerts.deleteExpired()
    await parts.sought.deleteExpired()
  },
})
