import type { Member } from '#domain/accounts/access.ts'
import { NOTICE_DAYS } from '#domain/accounts/retention.ts'
import type { SiteSettings } from '#domain/association/settings.ts'
import { DAY_MS } from '#domain/base/dates.ts'
import { AppError } from '#domain/base/errors.ts'
import type {
  NoticePage,
  NoticePreferencesChange,
  NoticeView,
  SeenNotices,
  UnseenSummary,
} from '#domain/talk/notices.schema.ts'
import {
  isAlwaysMailed,
  mailMoment,
  NOTICE_KINDS,
  NOTICE_MESSAGES,
  type NoticeKind,
  type NoticePreferences,
  nextMorning,
  OPTIONAL_KINDS,
  OPTIONAL_NOTICES,
  type OptionalKind,
  type Way,
} from '#domain/talk/notices.ts'
import { pagesOf } from '#server/platform/db/page.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import type { PersonalData } from '#server/platform/personal-data.ts'
import type { ReplyAddresses } from '#server/talk/inbound/reply-addresses.ts'
import type { Mail } from '#server/talk/mail/service.ts'
import { digestMail, listingsIn, makeLeaveCodes, plainMail, withLeave } from '#server/talk/notices/mails.ts'
import type {
  AddedNotice,
  DueNotice,
  NoticeMail,
  NoticeRow,
  NoticesStore,
  QuotingMail,
  Told,
} from '#server/talk/notices/store.ts'
import type { Push } from '#server/talk/push/service.ts'
import type { StreamPublisher } from '#server/talk/stream/service.ts'

const PAGE_SIZE = 20
const MAILS_AT_ONCE = 100
const DIGESTS_AT_ONCE = 200
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

export type { DueNotice, NoticeMail, QuotingMail } from '#server/talk/notices/store.ts'
export type Notice = {
  member: string
  kind: NoticeKind
  /** Refers to what it quotes of others (talk/references). */
  text: string
  /** A path of this site. */
  link: string
  /** The content of the mail, if it differs from the text. */
  mail?: NoticeMail
  /** Replaces an unseen notice with the same key instead of adding another, so that only one mail is sent. */
  key?: string
  /** The listing whose name the text quotes: while it is withheld, the text is neither shown nor mailed. */
  listing?: string | null | undefined
}
export type NoticesParts = {
  store: NoticesStore
  mail: Mail
  stream: StreamPublisher
  push: Push
  /** Called when the mail of unread messages is sent, because messages may be withheld or erased before that. */
  messageMail: (tx: Queries, notice: DueNotice) => Promise<QuotingMail | undefined>
  replyAddresses: ReplyAddresses
  site: SiteSettings
  secret: string
  quietHours: boolean
  now: () => Date
}
export type Notices = ReturnType<typeof makeNotices>

const viewOf = ({ id, kind, text, link, createdAt, seen }: NoticeRow): NoticeView => ({
  _id: id,
  kind,
  text,
  link,
  at: createdAt.toISOString(),
  seen,
})

const toMemberId = ({ memberId }: AddedNotice): string => memberId

export const makeNotices = (parts: NoticesParts) => {
  const { store, mail, stream, push, messageMail, replyAddresses, site, secret, quietHours, now } = parts
  const codes = makeLeaveCodes(secret)

  /** Returns undefined if the content that it would quote has been withheld. */
  const mailOf = async (tx: Queries, notice: DueNotice): Promise<QuotingMail | undefined> => {
    if (notice.isWithheld) return undefined
    if (notice.kind === 'message') return messageMail(tx, notice)
    const written = notice.mail ?? { content: plainMail(notice) }
    return { ...written, quotes: [...(written.quotes ?? []), ...listingsIn([notice])] }
  }

  /** Returns whether a mail was queued. */
  const send = async (tx: Queries, notice: DueNotice): Promise<boolean> => {
    const { memberId, email: to, kind } = notice
    const content = await mailOf(tx, notice)
    if (!content) return false
    const { newest, ...quoting } = content
    if (newest && notice.key) await store.noteMailed(tx, memberId, notice.key, newest)
    const written = await replyAddresses.addTo(tx, quoting, notice)
    const sent = isAlwaysMailed(kind) ? written : withLeave(written, codes.issue(memberId, kind), site)
    return mail.enqueue(tx, { to, ...sent })
  }

  const plan = (kind: OptionalKind, way: Way, at: Date): { mailAt: Date | null; daily: boolean } => {
    if (way === 'never') return { mailAt: null, daily: false }
    return way === 'daily'
      ? { mailAt: nextMorning(at), daily: true }
      : { mailAt: mailMoment(kind, at, quietHours), daily: false }
  }

  /** Whether quiet hours delay this kind of notice. */
  const isHeldBack = (kind: NoticeKind, at: Date): boolean =>
    mailMoment(kind, at, quietHours) > mailMoment(kind, at, false)

  /** Adds a notice for each member in the caller's transaction, and plans push and mail by the member's preferences. */
  const add = async (tx: Queries, told: Told[], notice: Omit<Notice, 'member' | 'text'>) => {
    const at = now()
    const { kind, link, key = null, listing, mail: ownMail = null } = notice
    const mailAt = { now: mailMoment(kind, at, quietHours), daily: nextMorning(at) }
    const added = await store.add(tx, told, { kind, link, key, listing: listing ?? null, mail: ownMail, at, mailAt })
    const pushed = isHeldBack(kind, at) ? [] : added.filter(({ way }) => way !== 'never')
    await replyAddresses.prepare(tx, added.map(toMemberId), kind, link)
    stream.publish(tx, added.map(toMemberId), 'notices', {})
    // After `publish`: both lock rows before the commit, and every transaction must lock them in the same order.
    push.plan(tx, pushed.map(toMemberId))
    return added
  }

  /** Queues the mails of these notices that are due; returns how many were queued. */
  const sendAmong = async (tx: Queries, added: AddedNotice[]): Promise<number> => {
    const ids = added.map(({ noticeId }) => noticeId)
    let queued = 0
    for (const due of await store.takeDueAmong(tx, ids, now())) if (await send(tx, due)) queued += 1
    return queued
  }

  /** Kinds that are always mailed are queued at once; the mails of the others are sent by the job `send-notices`. */
  const tellEach = async (tx: Queries, told: Told[], notice: Omit<Notice, 'member' | 'text'>) => {
    const added = await add(tx, told, notice)
    if (isAlwaysMailed(notice.kind)) await sendAmong(tx, added)
    return added
  }

  const choose = async (tx: Queries, memberId: string, choices: NoticePreferencesChange): Promise<void> => {
    for (const kind of OPTIONAL_KINDS) {
      const way = choices[kind]
      if (!way) continue
      await store.setPreference(tx, memberId, kind, way)
      await store.replan(tx, memberId, kind, plan(kind, way, now()))
    }
  }

  const preferences = async (memberId: string, tx?: Queries): Promise<NoticePreferences> => {
    const chosen = new Map((await store.preferences(memberId, tx)).map(({ kind, way }) => [kind, way]))
    const wayOf = (kind: NoticeKind): Way =>
      isAlwaysMailed(kind) ? 'now' : (chosen.get(kind) ?? OPTIONAL_NOTICES[kind].way)
    return Object.fromEntries(NOTICE_KINDS.map((kind) => [kind, wayOf(kind)])) as NoticePreferences
  }

  return {
    tellEach,

    /** Notifies many members with the same text. */
    async tellAll(tx: Queries, members: string[], { text, ...notice }: Omit<Notice, 'member'>): Promise<void> {
      await tellEach(
        tx,
        members.map((member) => ({ member, text })),
        notice,
      )
    },

    /** Notifies one member, and queues the mail at once if it is due. Returns whether a mail was queued. */
    async tell(tx: Queries, { member, text, ...notice }: Notice): Promise<boolean> {
      return (await sendAmong(tx, await add(tx, [{ member, text }], notice))) > 0
    },

    /** Notifies the member's devices, unless all notices have been seen in the meantime. */
    async sendPush(memberId: string): Promise<void> {
      if ((await store.countUnseen(memberId)) > 0) await push.send(memberId)
    },

    hasDue: () => store.hasDue(now()),

    /** Mails the unseen notices that are due. */
    async sendDue(stopping?: AbortSignal): Promise<void> {
      const sendBatch = () =>
        store.transaction(async (tx) => {
          const due = await store.takeDue(tx, now(), MAILS_AT_ONCE)
          for (const notice of due) await send(tx, notice)
          return due.length
        })
      while (!stopping?.aborted && (await sendBatch()) === MAILS_AT_ONCE);
    },

    /** Mails the digests that are due, in batches of members with one transaction each. */
    async sendDigests(stopping?: AbortSignal): Promise<void> {
      for (let after = FIRST_ID; !stopping?.aborted; ) {
        const members = await store.digestMembers(now(), after, DIGESTS_AT_ONCE)
        if (members.length === 0) return
        await store.transaction(async (tx) => {
          const taken = (await store.takeDigests(tx, members, now())).filter(({ isWithheld }) => !isWithheld)
          taken.sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
          for (const [first, ...others] of Object.values(Object.groupBy(taken, ({ memberId }) => memberId)).map(
            (own) => own ?? [],
          ))
            if (first) await mail.enqueue(tx, { to: first.email, ...digestMail([first, ...others], codes, site) })
        })
        after = members.at(-1) ?? after
      }
    },

    async page({ id }: Member, p: number): Promise<NoticePage> {
      const page = store.page(id, { p, size: PAGE_SIZE })
      const [rows, { total, unseen }] = await Promise.all([page, store.count(id)])
      return { notices: rows.map(viewOf), unseen, pages: pagesOf(total, PAGE_SIZE) }
    },

    /** Returns the newest unseen notices, and how many there are in total. */
    async unseen({ id }: Member): Promise<Pick<UnseenSummary, 'notices' | 'unseen'>> {
      const rows = await store.unseen(id, PAGE_SIZE)
      const count = rows.length < PAGE_SIZE ? rows.length : await store.countUnseen(id)
      return { notices: rows.map(({ id: _id, link }) => ({ _id, link })), unseen: count }
    },

    unseenOf: store.unseenOf,

    /** Returns how many are still unseen. */
    markSeen: ({ id }: Member, which: SeenNotices): Promise<{ unseen: number }> =>
      store.transaction(async (tx) => {
        await store.lockMember(tx, id)
        const count = await store.markSeen(tx, id, 'all' in which ? 'all' : which, now())
        if (count > 0) stream.publish(tx, [id], 'notices', {})
        return { unseen: await store.countUnseen(id, tx) }
      }),

    preferences: ({ id }: Member): Promise<NoticePreferences> => preferences(id),

    setPreferences: ({ id }: Member, choices: NoticePreferencesChange): Promise<NoticePreferences> =>
      store.transaction(async (tx) => {
        await choose(tx, id, choices)
        return preferences(id, tx)
      }),

    /** Unsubscribes with the code of a mail's unsubscribe link. */
    async leave(code: string): Promise<void> {
      const read = codes.read(code)
      if (!read) throw new AppError('notFound', NOTICE_MESSAGES.linkInvalid)
      const { memberId, from } = read
      if (isAlwaysMailed(from)) throw new AppError('conflict', NOTICE_MESSAGES.always)
      await store.transaction(async (tx) => {
        const ways = await preferences(memberId, tx)
        const kinds = from === 'digest' ? OPTIONAL_KINDS.filter((kind) => ways[kind] === 'daily') : [from]
        await choose(tx, memberId, Object.fromEntries(kinds.map((kind) => [kind, 'never'])))
      })
    },

    /** Marks the member's notices with this key as seen. */
    async markRead(tx: Queries, member: string, key: string): Promise<void> {
      if ((await store.markSeen(tx, member, { key }, now())) > 0) stream.publish(tx, [member], 'notices', {})
    },
    mailedMessages: store.mailedMessages,
    removeAbout: store.removeAbout,

    personalData: {
      tables: ['notice', 'notice_preference'],
      export: async ({ id }) => ({
        notices: (await store.ofMember(id)).map(viewOf),
        noticePreferences: await preferences(id),
      }),
      erase: (tx, { id }) => store.removeOf(tx, id),
      deleteExpired: (at) => store.removeOlderThan(new Date(at.getTime() - NOTICE_DAYS * DAY_MS)),
    } satisfies PersonalData,
  }
}
