import { z } from 'zod'
import { BlockView } from '#domain/accounts/blocks.schema.ts'
import { FullMember } from '#domain/accounts/members.schema.ts'
import { PasskeyView } from '#domain/accounts/passkeys.schema.ts'
import { AuditView, ConsentView, MailFailureView } from '#domain/accounts/privacy.schema.ts'
import { DecisionView, ReportView } from '#domain/association/reports.schema.ts'
import { FeedbackExport } from '#domain/exchange/feedback.schema.ts'
import { OrderView, PaymentExport } from '#domain/exchange/orders.schema.ts'
import { RingView } from '#domain/exchange/rings.schema.ts'
import { AlertView } from '#domain/market/alerts.schema.ts'
import { ListingCard, ReviewView } from '#domain/market/listings.schema.ts'
import { HeldReplyExport } from '#domain/talk/inbound.schema.ts'
import { NoticePreferences, NoticeView } from '#domain/talk/notices.schema.ts'
import { ThreadExport } from '#domain/talk/threads.schema.ts'
import { TransferExport, ValRequestView } from '#domain/val/transfers.schema.ts'
import { Movement } from '#domain/val/wallet.schema.ts'

/** All stored data about one member. */
export const MemberExport = z.object({
  exportedAt: z.string(),
  member: FullMember,
  /** Ids of listings. */
  favourites: z.array(z.string()),
  /** Saved searches. */
  alerts: z.array(AlertView),
  listings: z.array(ListingCard.extend({ auxPhone: z.string() })),
  reviews: z.array(ReviewView.extend({ product: z.string() })),
  /** Answers to reviews of the member's listings. */
  replies: z.array(z.object({ review: z.string(), product: z.string(), text: z.string(), at: z.string() })),
  orders: z.array(OrderView),
  feedback: z.array(FeedbackExport),
  movements: z.array(Movement),
  payments: z.array(PaymentExport),
  transfers: z.array(TransferExport),
  valRequests: z.array(ValRequestView),
  newsletter: z
    .object({ name: z.string(), email: z.string(), createdAt: z.string(), verifiedAt: z.string().nullable() })
    .nullable(),
  /** Open ones, newest first. */
  sessions: z.array(z.object({ beganAt: z.string() })),
  /** Without the keys, which are useless without the device. */
  passkeys: z.array(PasskeyView),
  newslettersReceived: z.array(z.object({ subject: z.string(), state: z.string(), at: z.string() })),
  /** Why a mail server refused the member's address; null if none did. */
  mailFailure: MailFailureView.nullable(),
  consents: z.array(ConsentView),
  audit: z.array(AuditView),
  blocks: z.array(BlockView),
  /** What the member has reported. */
  reports: z.array(
    ReportView.pick({ number: true, kind: true, title: true, reason: true, explanation: true, at: true }),
  ),
  /** Decisions about the member's content and account. */
  decisions: z.array(DecisionView),
  rings: z.array(RingView),
  /** The printed card for the desk; its code and PIN are stored as hashes. */
  deskCard: z.object({ createdAt: z.string() }).nullable(),
  notices: z.array(NoticeView),
  noticePreferences: NoticePreferences,
  threads: z.array(ThreadExport),
  /** Replies by mail that wait for the member's confirmation. */
  heldReplies: z.array(HeldReplyExport),
})
export type MemberExport = z.infer<typeof MemberExport>
