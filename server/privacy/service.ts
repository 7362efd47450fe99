import type { Member } from '#domain/access.ts'
import type { MemberExport } from '#domain/privacy.schema.ts'
import type { Alerts } from '#server/alerts/service.ts'
import type { Blocking } from '#server/blocks/blocking.ts'
import type { Desk } from '#server/desk/service.ts'
import type { Favourites } from '#server/favourites/service.ts'
import type { Limits } from '#server/limits/service.ts'
import type { ListingsService } from '#server/listings/service.ts'
import type { Mail } from '#server/mail/service.ts'
import type { MembersService } from '#server/members/service.ts'
import type { Newsletter } from '#server/newsletter/service.ts'
import type { Notices } from '#server/notices/service.ts'
import type { OrdersService } from '#server/orders/service.ts'
import type { Passkeys } from '#server/passkeys/service.ts'
import type { PaymentsService } from '#server/payments/service.ts'
import type { Records } from '#server/records/service.ts'
import type { Reports } from '#server/reports/service.ts'
import type { ReviewsService } from '#server/reviews/service.ts'
import type { Rings } from '#server/rings/service.ts'
import type { Sought } from '#server/sought/service.ts'
import type { StreamPublisher } from '#server/stream/service.ts'
import type { Threads } from '#server/threads/service.ts'
import type { ValRequests } from '#server/transfers/requests.ts'
import type { MemberTransfers } from '#server/transfers/service.ts'
import type { Explain } from '#server/wallet/movement-texts.ts'
import type { WalletService } from '#server/wallet/service.ts'

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
  now: () => Date
}
export const makePrivacyService = (parts: PrivacyParts) => {
  const { favourites, alerts, sought, memberTransfers, valRequests, explainMovements } = parts
  const { blocking, desk, reports, rings, passkeys } = parts
  const {
    members,
    listings,
    reviews,
    orders,
    payments,
    wallet,
    newsletter,
    records,
    mail,
    notices,
    threads,
    stream,
    limits,
    now,
  } = parts
  return {
    /** All data stored about the viewer. */
    async exportOf(viewer: Member): Promise<MemberExport> {
      await limits.take('dataExport', viewer.id)
      const member = await members.profiles.getFull(viewer)
      const subscription = await newsletter.about(member.email)
      const subjects = [`member:${viewer.id}`, ...(subscription ? [subscription.subject] : [])]
      const [
        ownListings,
        favouriteIds,
        ownAlerts,
        ownReviews,
        ownOrders,
        ownPayments,
        transfers,
        asked,
        movements,
        consents,
        audit,
        ownNotices,
        noticePreferences,
        ownThreads,
        blocks,
        moderation,
        ownRings,
        newslettersReceived,
        mailFailure,
        sessions,
        ownPasskeys,
        deskCard,
      ] = await Promise.all([
        listings.ofMember(viewer.id),
        favourites.idsOf(viewer.id),
        alerts.list(viewer),
        reviews.ofMember(viewer.id),
        orders.ofMember(viewer.id),
        payments.ofMember(viewer.id),
        memberTransfers.ofMember(viewer.id),
        valRequests.ofMember(viewer.id),
        wallet.movementsOf(viewer.id, explainMovements),
        records.consentsOf(...subjects),
        records.auditOf(viewer.id),
        notices.ofMember(viewer.id),
        notices.preferences(viewer),
        threads.ofMember(viewer.id),
        blocking.list(viewer),
        reports.ofMember(viewer.id),
        rings.ofMember(viewer.id),
        newsletter.receivedBy([viewer.id, ...(subscription ? [subscription.id] : [])]),
        mail.failureOf(member.email),
        members.sessions.openOf(viewer.id),
        passkeys.ofMember(viewer.id),
        desk.ofMember(viewer.id),
      ])
      return {
        exportedAt: now().toISOString(),
        member,
        listings: ownListings,
        favourites: favouriteIds,
        alerts: ownAlerts,
        reviews: ownReviews,
        orders: ownOrders,
        payments: ownPayments,
        transfers,
        valRequests: asked,
        movements,
        newsletter: subscription?.data ?? null,
        newslettersReceived,
        mailFailure,
        sessions,
        passkeys: ownPasskeys,
        consents,
        audit,
        blocks,
        ...moderation,
        rings: ownRings,
        deskCard,
        notices: ownNotices,
        noticePreferences,
        threads: ownThreads,
      }
    },

    /** Deletes data past its retention period. Idempotent, so that any instance may run it. */
    async deleteExpired(): Promise<void> {
      await members.erasure.deleteExpired()
      await newsletter.deleteExpired()
      await mail.deleteExpired()
      await notices.deleteExpired()
      await threads.deleteExpired()
      await stream.deleteExpired()
      await reports.deleteExpired()
      await desk.deleteExpired()
      await rings.deleteExpired()
      await passkeys.deleteExpired()
      await limits.deleteExpired()
      await alerts.deleteExpired()
      await sought.deleteExpired()
    },
  }
}
