import type { Platform } from '#server/platform/make.ts'
import type { Post } from '#server/platform/outgoing/post.ts'
import { makeReplyCodes, makeReplyConfirming } from '#server/talk/inbound/confirming.ts'
import type { InboundHooks } from '#server/talk/inbound/hooks.ts'
import { makePosting } from '#server/talk/inbound/posting.ts'
import { makeReplyAddresses } from '#server/talk/inbound/reply-addresses.ts'
import { makeInbound } from '#server/talk/inbound/service.ts'
import { makeInboundStore } from '#server/talk/inbound/store.ts'
import { makeMail } from '#server/talk/mail/service.ts'
import { senderOf } from '#server/talk/mail/smtp.ts'
import { makeMailStore } from '#server/talk/mail/store.ts'
import type { NewsletterHooks } from '#server/talk/newsletter/hooks.ts'
import { makeNearbyLists } from '#server/talk/newsletter/nearby.ts'
import { makeNewslettersStore } from '#server/talk/newsletter/newsletters-store.ts'
import { makeRecipients } from '#server/talk/newsletter/recipients.ts'
import { makeReturned } from '#server/talk/newsletter/returned.ts'
import { makeNewsletterSending } from '#server/talk/newsletter/sending.ts'
import { makeNewsletter } from '#server/talk/newsletter/service.ts'
import { makeNewsletterStore } from '#server/talk/newsletter/store.ts'
import { makeNewsletterWriting } from '#server/talk/newsletter/writing.ts'
import { makeNotices } from '#server/talk/notices/service.ts'
import { makeNoticesStore } from '#server/talk/notices/store.ts'
import { deriveVapidKeys } from '#server/talk/push/keys.ts'
import { makePush } from '#server/talk/push/service.ts'
import { makePushStore } from '#server/talk/push/store.ts'
import { makeStreamPublisher } from '#server/talk/stream/service.ts'
import { makeStreamStore } from '#server/talk/stream/store.ts'
import type { ThreadHooks } from '#server/talk/threads/hooks.ts'
import { makeMessageMail } from '#server/talk/threads/mails.ts'
import { makeThreadPosting } from '#server/talk/threads/posting.ts'
import { makeThreads } from '#server/talk/threads/service.ts'
import { makeThreadsStore } from '#server/talk/threads/store.ts'

type Hooks = {
  isSessionOpen: (session: string) => Promise<boolean>
  /** To which members answer mails; undefined if no mail is read. */
  mailInAddress: string | undefined
  /** From the settings; undefined for the usual sender. */
  mailFrom: string | undefined
  post: Post | undefined
}

/** Mails, notices, events and push: everything that notifies members. */
export const makeTalk = (platform: Platform, { isSessionOpen, mailInAddress, mailFrom, post }: Hooks) => {
  const { db, site, secret, now } = platform
  const mailStore = makeMailStore(db)
  const mail = makeMail(mailStore, platform)
  const streamStore = makeStreamStore(db)
  const stream = makeStreamPublisher(streamStore, now)
  const push = makePush({
    store: makePushStore(db),
    keys: deriveVapidKeys(secret),
    subject: site.publicUrl,
    isOpen: isSessionOpen,
    now,
    post,
  })
  const threadsStore = makeThreadsStore(db)
  const posting = makeThreadPosting({ store: threadsStore, stream })
  const messageMail = makeMessageMail(threadsStore)
  const inboundStore = makeInboundStore(db)
  const replyAddresses = makeReplyAddresses({
    ...platform,
    store: inboundStore,
    address: mailInAddress,
    sender: senderOf(mailFrom, site),
  })
  const notices = makeNotices({
    ...platform,
    store: makeNoticesStore(db),
    mail,
    stream,
    push,
    messageMail,
    replyAddresses,
  })
  const newsletters = makeNewslettersStore(db)
  const newsletter = makeNewsletter({ ...platform, store: makeNewsletterStore(db), newsletters, mail })
  return { mailStore, mail, streamStore, stream, push, inboundStore, replyAddresses, notices, posting, newsletter }
}
export type Talk = ReturnType<typeof makeTalk>

/** Conversations and newsletters. Separate from `makeTalk`, because they depend on members, listings and requests. */
export const makeConversations = (
  platform: Platform,
  talk: Talk,
  hooks: ThreadHooks & NewsletterHooks & InboundHooks & { isDelivering: boolean },
) => {
  const { db, site, secret } = platform
  const { mail, stream, notices, newsletter, push } = talk
  const threads = makeThreads({ ...platform, ...talk, store: makeThreadsStore(db), hooks })
  const store = makeNewslettersStore(db)
  const recipients = makeRecipients({ store, members: hooks.audience, failedAmong: mail.failedAmong })
  const { audience: members, isDelivering } = hooks
  const writing = { ...platform, ...talk, store, members, nearby: makeNearbyLists(hooks) }
  const replies = {
    ...platform,
    ...talk,
    store: talk.inboundStore,
    hooks,
    codes: makeReplyCodes(secret),
    posting: makePosting({ threads, hooks }),
  }
  const { hostname: domain } = new URL(site.publicUrl)
  const inbound = makeInbound({ ...replies, domain, returned: makeReturned({ store, mail, domain }) })
  return {
    threads,
    inbound,
    replyConfirming: makeReplyConfirming(replies),
    newsletterWriting: makeNewsletterWriting(writing),
    newsletterSending: makeNewsletterSending({ ...writing, recipients, isDelivering }),
    talkData: [inbound, threads, notices, push, stream, newsletter, mail].map(({ personalData }) => personalData),
  }
}
export type Conversations = ReturnType<typeof makeConversations>
