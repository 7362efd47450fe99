import { z } from 'zod'
import type { Audience } from '#domain/accounts/access.ts'
import { BlockView } from '#domain/accounts/blocks.schema.ts'
import * as desk from '#domain/accounts/desk.schema.ts'
import * as memberImport from '#domain/accounts/member-import.schema.ts'
import { MAX_IMPORT_CSV } from '#domain/accounts/member-import.ts'
import * as members from '#domain/accounts/members.schema.ts'
import { PasskeyQuestion } from '#domain/accounts/passkey-questions.schema.ts'
import * as passkeys from '#domain/accounts/passkeys.schema.ts'
import { ErasurePreview, MemberExport } from '#domain/accounts/privacy.schema.ts'
import { Dashboard } from '#domain/association/dashboard.schema.ts'
import * as texts from '#domain/association/page-texts.schema.ts'
import * as reports from '#domain/association/reports.schema.ts'
import { AssociationSettings } from '#domain/association/settings.schema.ts'
import { Status } from '#domain/association/status.schema.ts'
import * as orders from '#domain/exchange/orders.schema.ts'
import { QueueView } from '#domain/exchange/reservations.schema.ts'
import { RingAnswer, RingPage, RingQuery, RingView } from '#domain/exchange/rings.schema.ts'
import { AlertList, AlertRequest, AlertView } from '#domain/market/alerts.schema.ts'
import { FavouritePage, FavouriteQuery } from '#domain/market/favourites.schema.ts'
import { FreshnessQuestion, FreshnessReply } from '#domain/market/freshness.schema.ts'
import {
  ListingChange,
  ListingDetail,
  ListingPage,
  ListingQuery,
  ListingStatistics,
  OwnListing,
  ReviewView,
} from '#domain/market/listings.schema.ts'
import { MatchDraft, Matches } from '#domain/market/matches.schema.ts'
import { NearestQuery, Place, PlaceQuery } from '#domain/market/places.schema.ts'
import { ReviewRequest } from '#domain/market/reviews.schema.ts'
import { MissedSearch, SoughtList } from '#domain/market/sought.schema.ts'
import { Suggestion, SuggestionQuery } from '#domain/market/suggestions.schema.ts'
import * as synonyms from '#domain/market/synonyms.schema.ts'
import * as newsletter from '#domain/talk/newsletter.schema.ts'
import * as notices from '#domain/talk/notices.schema.ts'
import { PushEndpoint, PushKey, PushSubscription } from '#domain/talk/push.schema.ts'
import * as threads from '#domain/talk/threads.schema.ts'
import { CurrencyFigures, Round, RoundDate, RoundPage, RoundQuery } from '#domain/val/currency.schema.ts'
import * as transfers from '#domain/val/transfers.schema.ts'
import * as treasury from '#domain/val/treasury.schema.ts'
import { MAX_GIFT_CSV } from '#domain/val/treasury.ts'
import { KnownBalance, Statement, StatementFilter, StatementQuery, WalletView } from '#domain/val/wallet.schema.ts'

type Signature = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /api/${string}`

export type CallShape = {
  audience: Audience
  /** Path parameters. */
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  answer: z.ZodType
  /** Responses to requests without a token are cached until public data changes. */
  cached?: true
  /** Answered 202 while what was asked for is stored and not yet done. */
  pending?: true
  /** The body is multipart/form-data; the handler reads it. */
  form?: true
  /** The largest body, if it is more than usual. */
  bodyBytes?: number
  /** The handler returns the text in parts, which are sent as they come. */
  streamed?: true
  /** A write that changes no public data: cached responses stay valid. */
  keepsCache?: true
  /** The response stays open: no timeout. */
  eventStream?: true
  /** Open to the desk while it acts for a member, besides public reads. */
  atDesk?: true
  /** Open to suspended members, who otherwise only read. */
  whileSuspended?: true
  /** The path contains a secret and must not be logged. */
  secret?: true
}

const Id = z.object({ id: z.uuid() })
const ListingId = z.object({ listingId: z.uuid() })
const UserId = z.object({ userId: z.uuid() })
const MailLinkToken = z.object({ id: z.string() })
const Code = z.object({ code: z.string() })
const Message = z.object({ message: z.string() })
const TextStream = z.custom<AsyncIterable<string>>()
const FullOrPublicMember = z.union([members.FullMember, members.PublicMember])
const OneListing = z.object({ product: OwnListing })
const OneReview = z.object({ review: ReviewView })
const OneOrder = z.object({ order: orders.OrderView })

/** Every call of the API: those of the specification (section 7), in its order, then our own. */
export const calls = {
  'GET /api/users/:id': { audience: 'public', params: Id, answer: FullOrPublicMember },
  'GET /api/users': { audience: 'admin', query: members.MemberQuery, answer: z.array(members.FullMember) },
  'PUT /api/users/:id': { audience: 'admin', params: Id, body: members.MemberChange, answer: members.FullMember },
  'DELETE /api/users/:id': { audience: 'admin', params: Id, answer: Message },
  'PUT /api/users/profile': {
    whileSuspended: true,
    audience: 'member',
    body: members.ProfileChange,
    answer: members.UserInfo,
  },
  'PUT /api/users/upgrade/:userId': {
    whileSuspended: true,
    audience: 'member',
    atDesk: true,
    params: UserId,
    answer: members.UserInfo,
    keepsCache: true,
  },
  'POST /api/users/signin': {
    audience: 'public',
    body: members.Credentials,
    answer: members.UserInfo,
    keepsCache: true,
  },
  'POST /api/users/register': { audience: 'public', body: members.Registration, answer: Message },
  'POST /api/users/password-recovery': {
    audience: 'public',
    body: members.RecoveryRequest,
    answer: Message,
    keepsCache: true,
  },
  'POST /api/users/password-replacement': { audience: 'public', body: members.PasswordReplacement, answer: Message },
  'POST /api/users/newsletter': {
    audience: 'public',
    body: newsletter.Subscription,
    answer: Message,
    keepsCache: true,
  },
  'POST /api/users/newsletterVerify': {
    audience: 'public',
    body: newsletter.NewsletterConfirmation,
    answer: newsletter.ConfirmedSubscribers,
  },
  'POST /api/users/newsletterUpdate': { audience: 'member', whileSuspended: true, answer: Message },
  'POST /api/users/verification/:id': {
    audience: 'public',
    params: MailLinkToken,
    body: members.Verification,
    answer: members.VerifiedRecord,
    secret: true,
  },
  'GET /api/users/sellers': { audience: 'public', answer: z.array(members.PublicMember), cached: true },
  'GET /api/config/google': { audience: 'public', answer: z.string() },
  'GET /api/products': { audience: 'public', query: ListingQuery, answer: ListingPage, cached: true },
  'GET /api/products/categories': { audience: 'public', answer: z.array(z.string()), cached: true },
  'GET /api/products/:id': { audience: 'public', params: Id, answer: ListingDetail, cached: true },
  'POST /api/products': { audience: 'verified', atDesk: true, answer: OneListing },
  'PUT /api/products/:id': { audience: 'verified', atDesk: true, params: Id, body: ListingChange, answer: OwnListing },
  'DELETE /api/products/:id': { audience: 'verified', atDesk: true, whileSuspended: true, params: Id, answer: Message },
  'POST /api/products/:id/reviews': { audience: 'verified', params: Id, body: ReviewRequest, answer: OneReview },
  'POST /api/uploads/s3': { audience: 'verified', atDesk: true, form: true, answer: z.string() },
  'POST /api/payment': {
    audience: 'verified',
    atDesk: true,
    body: orders.PaymentRequest,
    answer: orders.PaymentResult,
    pending: true,
  },
  'POST /api/orders': { audience: 'verified', atDesk: true, body: orders.OrderRequest, answer: OneOrder },
  'GET /api/orders/mine': {
    audience: 'member',
    atDesk: true,
    query: orders.OrderPageQuery,
    answer: z.array(orders.OrderView),
  },
  'GET /api/orders': { audience: 'member', atDesk: true, query: orders.OrderQuery, answer: z.array(orders.OrderView) },
  'GET /api/orders/:id': { audience: 'member', atDesk: true, params: Id, answer: orders.OrderView },
  'PUT /api/orders/:id/pay': { audience: 'member', atDesk: true, whileSuspended: true, params: Id, answer: Message },
  'PUT /api/orders/:id/deliver': {
    audience: 'member',
    atDesk: true,
    whileSuspended: true,
    params: Id,
    answer: Message,
  },
  'DELETE /api/orders/:id': { audience: 'admin', params: Id, answer: Message },
  'POST /api/orders/mailing': { audience: 'member', body: orders.SecondMail, answer: orders.MailingAnswer },
  'POST /api/orders/notifications/': { audience: 'member', body: orders.OrderReference, answer: orders.MailingAnswer },

  'DELETE /api/orders/:id/pay': { audience: 'member', atDesk: true, whileSuspended: true, params: Id, answer: Message },
  'DELETE /api/orders/:id/deliver': {
    audience: 'member',
    atDesk: true,
    whileSuspended: true,
    params: Id,
    answer: Message,
  },
  'POST /api/orders/:id/conclude': {
    audience: 'member',
    atDesk: true,
    whileSuspended: true,
    params: Id,
    answer: Message,
  },
  'POST /api/orders/:id/cancel': {
    whileSuspended: true,
    audience: 'member',
    atDesk: true,
    params: Id,
    body: orders.Cancellation,
    answer: Message,
  },
  'POST /api/orders/:id/transfer': {
    audience: 'verified',
    atDesk: true,
    params: Id,
    body: orders.TransferRequest,
    answer: orders.PaymentResult,
    pending: true,
  },
  'POST /api/orders/:id/refund': {
    whileSuspended: true,
    audience: 'verified',
    params: Id,
    answer: orders.PaymentResult,
    pending: true,
  },
  'GET /api/payments/alone': { audience: 'member', answer: z.array(orders.AlonePayment) },
  'POST /api/payments/:id/return': {
    whileSuspended: true,
    audience: 'member',
    params: Id,
    answer: orders.PaymentResult,
    pending: true,
  },
  'GET /api/users/top-sellers': { audience: 'public', answer: z.array(members.PublicMember), cached: true },
  'POST /api/users/verification': {
    audience: 'public',
    body: members.VerificationMailRequest,
    answer: Message,
    keepsCache: true,
  },
  'POST /api/users/new-email/:id': { audience: 'public', params: MailLinkToken, answer: Message, secret: true },
  'POST /api/users/restore/:id': { audience: 'public', params: MailLinkToken, answer: Message, secret: true },
  'POST /api/users/signout': {
    audience: 'member',
    atDesk: true,
    whileSuspended: true,
    body: members.SignOut,
    answer: Message,
    keepsCache: true,
  },
  'POST /api/users/:id/secret': {
    audience: 'verified',
    params: Id,
    body: passkeys.RequiredProof,
    answer: members.WalletSecret,
  },
  'GET /api/passkeys': { audience: 'member', answer: passkeys.PasskeyList },
  'POST /api/passkeys/options': {
    whileSuspended: true,
    audience: 'verified',
    body: members.PasswordConfirmation,
    answer: passkeys.CreationOptions,
    keepsCache: true,
  },
  'POST /api/passkeys': {
    whileSuspended: true,
    audience: 'verified',
    body: passkeys.NewPasskey,
    answer: passkeys.PasskeyView,
    keepsCache: true,
  },
  'PUT /api/passkeys/:id': {
    whileSuspended: true,
    audience: 'member',
    params: Id,
    body: passkeys.PasskeyChange,
    answer: passkeys.PasskeyView,
    keepsCache: true,
  },
  'POST /api/passkeys/:id/remove': {
    whileSuspended: true,
    audience: 'member',
    params: Id,
    body: passkeys.RequiredProof,
    answer: Message,
    keepsCache: true,
  },
  'POST /api/passkeys/confirmation': {
    whileSuspended: true,
    audience: 'member',
    body: PasskeyQuestion,
    answer: passkeys.SignatureOptions,
    keepsCache: true,
  },
  'POST /api/passkeys/signin/options': { audience: 'public', answer: passkeys.SignatureOptions, keepsCache: true },
  'POST /api/passkeys/signin': {
    audience: 'public',
    body: passkeys.PasskeySignature,
    answer: members.UserInfo,
    keepsCache: true,
  },
  'POST /api/newsletter/leave': { audience: 'verified', whileSuspended: true, answer: Message },
  'POST /api/newsletter/leave/:code': { audience: 'public', params: Code, answer: Message, secret: true },
  'GET /api/privacy/export': { audience: 'member', answer: MemberExport },
  'GET /api/privacy/erase': { audience: 'member', answer: ErasurePreview },
  'POST /api/privacy/erase': {
    whileSuspended: true,
    audience: 'member',
    body: members.PasswordConfirmation,
    answer: Message,
  },
  'GET /api/welcome': { audience: 'admin', answer: z.array(members.HeldWelcome) },
  'POST /api/welcome/:id': { audience: 'admin', params: Id, answer: Message },
  'GET /api/notices': { audience: 'member', atDesk: true, query: notices.NoticeQuery, answer: notices.NoticePage },
  'GET /api/notices/unseen': { audience: 'member', answer: notices.UnseenSummary },
  'POST /api/notices/seen': {
    whileSuspended: true,
    audience: 'member',
    body: notices.SeenNotices,
    answer: notices.Unseen,
    keepsCache: true,
  },
  'GET /api/notices/preferences': { audience: 'member', answer: notices.NoticePreferences },
  'PUT /api/notices/preferences': {
    whileSuspended: true,
    audience: 'member',
    body: notices.NoticePreferencesChange,
    answer: notices.NoticePreferences,
    keepsCache: true,
  },
  'GET /api/threads': { audience: 'member', atDesk: true, query: threads.ThreadQuery, answer: threads.ThreadList },
  'GET /api/threads/:id': {
    audience: 'member',
    atDesk: true,
    params: Id,
    query: threads.ThreadPageQuery,
    answer: threads.ThreadView,
  },
  'POST /api/threads': {
    audience: 'verified',
    atDesk: true,
    body: threads.NewThread,
    answer: threads.ThreadReference,
    keepsCache: true,
  },
  'POST /api/threads/:id/messages': {
    audience: 'verified',
    atDesk: true,
    params: Id,
    body: threads.NewMessage,
    answer: threads.MessageView,
    keepsCache: true,
  },
  'GET /api/stream': { audience: 'member', query: threads.StreamQuery, answer: z.string(), eventStream: true },
  'GET /api/push': { audience: 'member', answer: PushKey },
  'POST /api/push': { audience: 'member', body: PushSubscription, answer: Message, keepsCache: true },
  'POST /api/push/remove': {
    whileSuspended: true,
    audience: 'member',
    body: PushEndpoint,
    answer: Message,
    keepsCache: true,
  },
  'POST /api/notices/leave/:code': {
    audience: 'public',
    params: Code,
    answer: Message,
    secret: true,
    keepsCache: true,
  },
  'POST /api/products/:id/views': { audience: 'public', params: Id, answer: Message, keepsCache: true },
  'GET /api/products/:id/statistics': { audience: 'verified', params: Id, answer: ListingStatistics },
  'GET /api/products/:id/matches': { audience: 'verified', params: Id, answer: Matches },
  'POST /api/products/matches': { audience: 'verified', body: MatchDraft, answer: Matches, keepsCache: true },
  'GET /api/rings': { audience: 'member', query: RingQuery, answer: RingPage },
  'POST /api/rings/:id/answer': { audience: 'verified', params: Id, body: RingAnswer, answer: RingView },
  'GET /api/favourites': { audience: 'member', query: FavouriteQuery, answer: FavouritePage },
  'PUT /api/favourites/:listingId': { audience: 'member', params: ListingId, answer: Message, keepsCache: true },
  'DELETE /api/favourites/:listingId': { audience: 'member', params: ListingId, answer: Message, keepsCache: true },
  'GET /api/alerts': { audience: 'member', answer: AlertList },
  'POST /api/alerts': { audience: 'member', body: AlertRequest, answer: AlertView, keepsCache: true },
  'DELETE /api/alerts/:id': { audience: 'member', params: Id, answer: Message, keepsCache: true },
  'GET /api/orders/:id/queue': { audience: 'member', params: Id, answer: QueueView },
  'PUT /api/orders/:id/reserve': { audience: 'verified', params: Id, answer: Message },
  'DELETE /api/orders/:id/reserve': { audience: 'verified', params: Id, answer: Message },
  'POST /api/searches/missed': { audience: 'public', body: MissedSearch, answer: Message, keepsCache: true },
  'GET /api/searches/sought': { audience: 'admin', answer: SoughtList },
  'GET /api/freshness/:code': { audience: 'public', params: Code, answer: FreshnessQuestion, secret: true },
  'POST /api/freshness/:code': {
    audience: 'public',
    params: Code,
    body: FreshnessReply,
    answer: Message,
    secret: true,
  },
  'GET /api/dashboard': { audience: 'admin', answer: Dashboard },
  'GET /api/products/suggestions': { audience: 'public', query: SuggestionQuery, answer: z.array(Suggestion) },
  'GET /api/synonyms': { audience: 'admin', answer: synonyms.SynonymGroups },
  'POST /api/synonyms': { audience: 'admin', body: synonyms.NewSynonymGroup, answer: synonyms.SynonymGroup },
  'DELETE /api/synonyms/:id': { audience: 'admin', params: Id, answer: Message },
  'GET /api/places': { audience: 'public', query: PlaceQuery, answer: z.array(Place) },
  'GET /api/places/nearest': { audience: 'public', query: NearestQuery, answer: Place },
  'GET /api/wallet': { audience: 'verified', atDesk: true, answer: WalletView },
  'GET /api/wallet/balance': { audience: 'verified', atDesk: true, answer: KnownBalance },
  'GET /api/wallet/statement': { audience: 'verified', atDesk: true, query: StatementQuery, answer: Statement },
  'GET /api/wallet/statement.csv': { audience: 'verified', query: StatementFilter, answer: z.string() },
  'POST /api/wallet/transfers': {
    audience: 'verified',
    atDesk: true,
    body: transfers.TransferToMember,
    answer: transfers.TransferResult,
    pending: true,
  },
  'GET /api/wallet/transfers/:id': {
    audience: 'verified',
    atDesk: true,
    params: Id,
    answer: transfers.TransferResult,
    pending: true,
  },
  'GET /api/wallet/recipients/:username': {
    audience: 'verified',
    atDesk: true,
    params: transfers.RecipientName,
    answer: transfers.Recipient,
  },
  'POST /api/wallet/requests': {
    audience: 'verified',
    atDesk: true,
    body: transfers.NewValRequest,
    answer: transfers.ValRequestView,
  },
  'GET /api/wallet/requests': {
    audience: 'verified',
    atDesk: true,
    query: transfers.ValRequestQuery,
    answer: transfers.ValRequestPage,
  },
  'POST /api/wallet/requests/:id/pay': {
    audience: 'verified',
    atDesk: true,
    params: Id,
    body: transfers.RequestPayment,
    answer: transfers.TransferResult,
    pending: true,
  },
  'POST /api/members/import': {
    audience: 'admin',
    body: memberImport.MemberImport,
    answer: memberImport.MemberImportResult,
    bodyBytes: 2 * MAX_IMPORT_CSV,
    keepsCache: true,
  },
  'POST /api/users/invitation/:id': {
    audience: 'public',
    params: MailLinkToken,
    body: memberImport.InvitationAcceptance,
    answer: memberImport.AcceptedInvitation,
    secret: true,
  },
  'GET /api/users/:id/sessions': { audience: 'admin', params: Id, answer: members.MemberSessions },
  'DELETE /api/users/:id/sessions': { audience: 'admin', params: Id, answer: Message, keepsCache: true },
  'GET /api/newsletters': { audience: 'admin', query: newsletter.NewsletterQuery, answer: newsletter.NewsletterPage },
  'POST /api/newsletters': {
    audience: 'admin',
    body: newsletter.NewsletterText,
    answer: newsletter.NewsletterReference,
    keepsCache: true,
  },
  'GET /api/newsletters/:id': { audience: 'admin', params: Id, answer: newsletter.NewsletterView },
  'PUT /api/newsletters/:id': {
    audience: 'admin',
    params: Id,
    body: newsletter.NewsletterText,
    answer: newsletter.NewsletterView,
    keepsCache: true,
  },
  'DELETE /api/newsletters/:id': { audience: 'admin', params: Id, answer: Message, keepsCache: true },
  'POST /api/newsletters/:id/test': {
    audience: 'admin',
    params: Id,
    body: newsletter.NewsletterTest,
    answer: Message,
    keepsCache: true,
  },
  'POST /api/newsletters/:id/send': {
    audience: 'admin',
    params: Id,
    answer: newsletter.NewsletterView,
    keepsCache: true,
  },
  'GET /api/export/members.csv': { audience: 'admin', answer: TextStream, streamed: true },
  'GET /api/export/listings.csv': { audience: 'admin', answer: TextStream, streamed: true },
  'GET /api/export/orders.csv': { audience: 'admin', answer: TextStream, streamed: true },
  'GET /api/export/movements.csv': { audience: 'admin', answer: TextStream, streamed: true },
  'GET /api/currency': { audience: 'public', answer: CurrencyFigures },
  'GET /api/currency/events.csv': { audience: 'public', answer: TextStream, streamed: true },
  'POST /api/wallet/requests/:id/decline': { audience: 'verified', atDesk: true, params: Id, answer: Message },
  'GET /api/currency/rounds': { audience: 'public', query: RoundQuery, answer: RoundPage },
  'POST /api/currency/rounds': { audience: 'admin', body: RoundDate, answer: Round },
  'DELETE /api/currency/rounds/:date': { audience: 'admin', params: RoundDate, answer: Message },
  'PUT /api/users/:id/suspension': {
    audience: 'admin',
    params: Id,
    body: reports.SuspensionRequest,
    answer: reports.SuspensionView,
  },
  'DELETE /api/users/:id/suspension': { audience: 'admin', params: Id, answer: Message },
  'POST /api/reports': { audience: 'public', body: reports.ReportRequest, answer: reports.ReportReceipt },
  'GET /api/reports': { audience: 'moderator', query: reports.ReportQuery, answer: reports.ReportPage },
  'POST /api/reports/:id/decision': {
    audience: 'moderator',
    params: Id,
    body: reports.DecisionRequest,
    answer: reports.ReportView,
  },
  'GET /api/decisions': { audience: 'admin', answer: reports.Objections },
  'GET /api/decisions/:id': { audience: 'member', params: Id, answer: reports.DecisionView },
  'POST /api/decisions/:id/objection': {
    audience: 'member',
    params: Id,
    body: reports.ObjectionRequest,
    answer: Message,
    whileSuspended: true,
  },
  'POST /api/decisions/:id/review': {
    audience: 'admin',
    params: Id,
    body: reports.ReviewOfDecision,
    answer: reports.DecisionView,
  },
  'GET /api/settings': { audience: 'admin', answer: AssociationSettings },
  'PUT /api/settings': { audience: 'admin', body: AssociationSettings, answer: AssociationSettings },
  'GET /api/status': { audience: 'admin', answer: Status },
  'GET /api/audit': { audience: 'admin', query: reports.AuditQuery, answer: reports.AuditPage },
  'GET /api/pages/:page': { audience: 'public', params: texts.TextPageName, answer: texts.PageText },
  'PUT /api/pages/:page': {
    audience: 'admin',
    params: texts.TextPageName,
    body: texts.PageTextChange,
    answer: texts.PageText,
  },
  'GET /api/terms': { audience: 'member', answer: texts.TermsState },
  'POST /api/terms': { audience: 'member', whileSuspended: true, body: texts.TermsAcceptance, answer: Message },
  'POST /api/desk/members': { audience: 'desk', body: desk.DeskRegistration, answer: desk.DeskCard },
  'PUT /api/desk/members/:id/card': { audience: 'admin', params: Id, body: desk.NewPin, answer: desk.DeskCard },
  'POST /api/desk/code': { audience: 'verified', answer: desk.DeskCode },
  'POST /api/desk/codes': { audience: 'desk', body: desk.DeskCodeRequest, answer: Message },
  'POST /api/desk/sessions': { audience: 'desk', body: desk.DeskSessionRequest, answer: desk.DeskSession },
  'GET /api/desk/receipt': { audience: 'member', atDesk: true, answer: desk.DeskReceipt },
  'GET /api/blocks': { audience: 'member', answer: z.object({ blocks: z.array(BlockView) }) },
  'PUT /api/blocks/:userId': { audience: 'member', whileSuspended: true, params: UserId, answer: Message },
  'DELETE /api/blocks/:userId': { audience: 'member', whileSuspended: true, params: UserId, answer: Message },
  'GET /api/treasury': { audience: 'admin', answer: treasury.Treasury },
  'GET /api/treasury/history': { audience: 'admin', query: treasury.HistoryQuery, answer: treasury.TreasuryHistory },
  'POST /api/treasury/gifts': {
    audience: 'admin',
    body: treasury.Gift,
    answer: transfers.TransferResult,
    pending: true,
  },
  'POST /api/treasury/gifts/import': {
    audience: 'admin',
    body: treasury.GiftImport,
    answer: treasury.GiftImportResult,
    bodyBytes: 2 * MAX_GIFT_CSV,
  },
  'POST /api/treasury/mint': { audience: 'admin', body: treasury.Mint, answer: treasury.MintResult, pending: true },
  'POST /api/treasury/rounds': { audience: 'admin', body: RoundDate, answer: Round },
} satisfies Record<Signature, CallShape>

export type Calls = typeof calls
export type Call = keyof Calls
type Part = 'params' | 'query' | 'body' | 'answer'

/** A part of a call as the client sends it; undefined if the call has no such part. */
export type Sent<C extends Call, P extends Part> = Calls[C] extends { [K in P]: infer T extends z.ZodType }
  ? z.input<T>
  : undefined

/** A part of a call as its schema parses it; undefined if the call has no such part. */
export type Parsed<C extends Call, P extends Part> = Calls[C] extends { [K in P]: infer T extends z.ZodType }
  ? z.output<T>
  : undefined
