import { z } from 'zod'
import { type CallList, Id, Message } from '#domain/base/call.schema.ts'
import * as agreement from '#domain/exchange/agreement.schema.ts'
import { FeedbackPage, FeedbackQuery, FeedbackRequest } from '#domain/exchange/feedback.schema.ts'
import * as orders from '#domain/exchange/orders.schema.ts'
import { RingAnswer, RingPage, RingQuery, RingView } from '#domain/exchange/rings.schema.ts'
import { MessageView } from '#domain/talk/threads.schema.ts'
import * as transfers from '#domain/val/transfers.schema.ts'

const OneOrder = z.object({ order: orders.OrderView })
const OrderPage = orders.OrderView.extend({
  /** The median time in which the owner answers, while an answer is awaited; null with too few answers. */
  answerMinutes: z.number().nullable(),
})

export const exchangeCalls = {
  'POST /api/payment': {
    audience: 'verified',
    body: orders.PaymentRequest,
    answer: transfers.PaymentResult,
    pending: true,
    atDesk: true,
  },
  'GET /api/payments/alone': { audience: 'member', answer: z.array(orders.UnclaimedPayment) },
  'POST /api/payments/:id/return': {
    audience: 'member',
    params: Id,
    body: transfers.OptionalProof,
    answer: transfers.RequestPaymentResult,
    pending: true,
    whileSuspended: true,
  },

  'POST /api/orders': { audience: 'verified', body: orders.OrderRequest, answer: OneOrder, atDesk: true },
  'GET /api/orders/mine': {
    audience: 'member',
    query: orders.OrderPageQuery,
    answer: z.array(orders.OrderView),
    atDesk: true,
  },
  'GET /api/orders': { audience: 'member', query: orders.OrderQuery, answer: z.array(orders.OrderView), atDesk: true },
  'GET /api/orders/:id': { audience: 'member', params: Id, answer: OrderPage, atDesk: true },
  'PUT /api/orders/:id/pay': {
    audience: 'member',
    params: Id,
    body: agreement.Confirmation,
    answer: Message,
    atDesk: true,
    whileSuspended: true,
  },
  'PUT /api/orders/:id/deliver': {
    audience: 'member',
    params: Id,
    answer: Message,
    atDesk: true,
    whileSuspended: true,
  },
  'DELETE /api/orders/:id': { audience: 'admin', params: Id, answer: Message },
  'POST /api/orders/mailing': { audience: 'member', body: orders.SecondMail, answer: orders.MailingAnswer },
  'POST /api/orders/notifications/': { audience: 'member', body: orders.OrderReference, answer: orders.MailingAnswer },
  'DELETE /api/orders/:id/pay': { audience: 'member', params: Id, answer: Message, atDesk: true, whileSuspended: true },
  'DELETE /api/orders/:id/deliver': {
    audience: 'member',
    params: Id,
    answer: Message,
    atDesk: true,
    whileSuspended: true,
  },
  'POST /api/orders/:id/conclude': {
    audience: 'member',
    params: Id,
    answer: Message,
    atDesk: true,
    whileSuspended: true,
  },
  'POST /api/orders/:id/accept': {
    audience: 'verified',
    params: Id,
    body: agreement.Acceptance,
    answer: Message,
    atDesk: true,
  },
  'POST /api/orders/:id/propose': {
    audience: 'verified',
    params: Id,
    body: agreement.Proposal,
    answer: Message,
    atDesk: true,
  },
  'POST /api/orders/:id/handover': {
    audience: 'member',
    params: Id,
    answer: Message,
    atDesk: true,
    whileSuspended: true,
  },
  'DELETE /api/orders/:id/handover': {
    audience: 'member',
    params: Id,
    answer: Message,
    atDesk: true,
    whileSuspended: true,
  },
  'POST /api/orders/:id/problem': {
    audience: 'member',
    params: Id,
    body: agreement.ProblemReport,
    answer: Message,
    atDesk: true,
    whileSuspended: true,
  },
  'DELETE /api/orders/:id/problem': {
    audience: 'member',
    params: Id,
    answer: Message,
    atDesk: true,
    whileSuspended: true,
  },
  'POST /api/orders/:id/settle': { audience: 'admin', params: Id, body: agreement.Settlement, answer: Message },
  'GET /api/orders/:id/messages': { audience: 'admin', params: Id, answer: z.array(MessageView) },
  'POST /api/orders/:id/cancel': {
    audience: 'member',
    params: Id,
    body: orders.Cancellation,
    answer: Message,
    pending: true,
    atDesk: true,
    whileSuspended: true,
  },
  'POST /api/orders/:id/transfer': {
    audience: 'verified',
    params: Id,
    body: orders.TransferRequest,
    answer: transfers.RequestPaymentResult,
    pending: true,
    atDesk: true,
  },
  'POST /api/orders/:id/refund': {
    audience: 'verified',
    params: Id,
    body: transfers.OptionalProof,
    answer: transfers.RequestPaymentResult,
    pending: true,
    whileSuspended: true,
  },

  'POST /api/orders/:id/feedback': { audience: 'verified', params: Id, body: FeedbackRequest, answer: Message },
  'GET /api/users/:id/feedback': {
    audience: 'public',
    params: Id,
    query: FeedbackQuery,
    answer: FeedbackPage,
    cached: true,
  },

  'GET /api/rings': { audience: 'member', query: RingQuery, answer: RingPage, atDesk: true },
  'POST /api/rings/:id/answer': { audience: 'verified', params: Id, body: RingAnswer, answer: RingView, atDesk: true },
} satisfies CallList
