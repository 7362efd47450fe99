import { z } from 'zod'
import { type CallList, Code, Id, Message } from '#domain/base/call.schema.ts'
import { ReplyConfirmation, ReplyQuestion } from '#domain/talk/inbound.schema.ts'
import * as newsletter from '#domain/talk/newsletter.schema.ts'
import * as notices from '#domain/talk/notices.schema.ts'
import { PushEndpoint, PushKey, PushSubscription } from '#domain/talk/push.schema.ts'
import * as threads from '#domain/talk/threads.schema.ts'

export const talkCalls = {
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
  'POST /api/users/newsletterUpdate': { audience: 'member', answer: Message, whileSuspended: true },
  'POST /api/newsletter/leave': { audience: 'verified', answer: Message, whileSuspended: true },
  'POST /api/newsletter/leave/:code': { audience: 'public', params: Code, answer: Message, secret: true },
  'GET /api/notices': { audience: 'member', query: notices.NoticeQuery, answer: notices.NoticePage, atDesk: true },
  'GET /api/notices/unseen': { audience: 'member', answer: notices.UnseenSummary, atDesk: true },
  'POST /api/notices/seen': {
    audience: 'member',
    body: notices.SeenNotices,
    answer: notices.Unseen,
    keepsCache: true,
    atDesk: true,
    whileSuspended: true,
  },
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
    body: newsletter.NewsletterChange,
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
  /** With what the sender has read it is refused if the draft says something else by now. */
  'POST /api/newsletters/:id/send': {
    audience: 'admin',
    params: Id,
    body: newsletter.ReadNewsletter,
    answer: newsletter.NewsletterView,
    keepsCache: true,
  },

  'GET /api/notices/preferences': { audience: 'member', answer: notices.NoticePreferences },
  'PUT /api/notices/preferences': {
    audience: 'member',
    body: notices.NoticePreferencesChange,
    answer: notices.NoticePreferences,
    keepsCache: true,
    whileSuspended: true,
  },
  'POST /api/notices/leave/:code': {
    audience: 'public',
    params: Code,
    answer: Message,
    keepsCache: true,
    secret: true,
  },

  'GET /api/threads': { audience: 'member', query: threads.ThreadQuery, answer: threads.ThreadList, atDesk: true },
  'GET /api/threads/:id': {
    audience: 'member',
    params: Id,
    query: threads.ThreadPageQuery,
    answer: threads.ThreadView,
    atDesk: true,
  },
  'POST /api/threads': {
    audience: 'verified',
    body: threads.NewThread,
    answer: threads.ThreadReference,
    keepsCache: true,
    atDesk: true,
    // Only a thread that exists, or that of an own request.
    whileSuspended: true,
  },
  'POST /api/threads/:id/messages': {
    audience: 'verified',
    params: Id,
    body: threads.NewMessage,
    answer: threads.MessageView,
    keepsCache: true,
    atDesk: true,
    // Only in the thread of a request in which VAL have moved.
    whileSuspended: true,
  },

  'GET /api/replies/:code': { audience: 'public', params: Code, answer: ReplyQuestion, secret: true },
  'POST /api/replies/:code': {
    audience: 'public',
    params: Code,
    body: ReplyConfirmation,
    answer: Message,
    secret: true,
  },

  'GET /api/stream': { audience: 'member', query: threads.StreamQuery, answer: z.string(), eventStream: true },
  'GET /api/push': { audience: 'member', answer: PushKey },
  'POST /api/push': { audience: 'member', body: PushSubscription, answer: Message, keepsCache: true },
  'POST /api/push/remove': {
    audience: 'member',
    body: PushEndpoint,
    answer: Message,
    keepsCache: true,
    whileSuspended: true,
  },
} satisfies CallList
