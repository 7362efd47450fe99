import {
  isAlwaysMailed,
  NOTICE_MESSAGES,
  type NoticeKind,
  OPTIONAL_NOTICES,
  type OptionalKind,
  type Way,
} from '#domain/talk/notices.ts'
import { limitOf, type Page } from '#server/platform/db/page.ts'
import type { Database, Queries } from '#server/platform/db/pool.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import type { MailContent } from '#server/talk/mail/render.ts'
import { makeReferences } from '#server/talk/references/store.ts'

/**
 * `quotes` are the ids of members whose words or contact details the mail holds: it is deleted with the account while it
 * waits. And of the messages and listings that it is about: it is deleted when its only one is withheld. `isLast` says that
 * the other person reads no answer.
 */
export type NoticeMail = { content: MailContent; headers?: Record<string, string>; quotes?: string[]; isLast?: true }
/** `newest` is the number of the newest message that it quotes. */
export type QuotingMail = NoticeMail & { quotes: string[]; newest?: number | undefined }
export type NewNotice = {
  kind: NoticeKind
  link: string
  key: string | null
  listing: string | null
  mail: NoticeMail | null
  at: Date
  /** When it is mailed, for each preference of the member. */
  mailAt: Record<'now' | 'daily', Date>
}
export type NoticeRow = { id: string; kind: NoticeKind; text: string; link: string; createdAt: Date; seen: boolean }
export type DueNotice = {
  memberId: string
  email: string
  shownName: string
  kind: NoticeKind
  text: string
  link: string
  key: string | null
  listingId: string | null
  /** Whether the listing that the text quotes is withheld; such a notice is not mailed. */
  isWithheld: boolean
  mail: NoticeMail | null
}

export type Told = { member: string; text: string }
/** Includes the member's preference for this kind. */
export type AddedNotice = { memberId: string; noticeId: string; way: Way }

export type UnseenKind = { memberId: string; kind: NoticeKind; count: number; since: Date }
export type NoticesStore = ReturnType<typeof makeNoticesStore>

export const makeNoticesStore = (db: Database) => {
  const references = makeReferences(db)
  const filledIn = async (rows: NoticeRow[]): Promise<NoticeRow[]> => {
    const fill = await references.fill(rows.map(({ text }) => text))
    return rows.map((row) => ({ ...row, text: fill(row.text) }))
  }
  const isWithheld = sql`exists (select from listing l where l.id = n.listing_id and l.withheld is not null)`
  const columns = sql`
    n.id, n.kind, case when ${isWithheld} then ${NOTICE_MESSAGES.withheld} else n.text end as text, n.link,
    n.created_at as "createdAt", n.seen_at is not null as seen`
  // Also deletes the text of the mail, which may contain contact details.
  const nothingToMail = sql`mail_at = null, mail = null`
  const dueColumns = sql`m.id as "memberId", m.email, m.shown_name as "shownName", n.kind, n.text, n.link, n.key, n.listing_id as "listingId",
    ${isWithheld} as "isWithheld", due.mail`
  const wayOf = (kind: NoticeKind, memberId: Sql): Sql =>
    isAlwaysMailed(kind)
      ? sql`'now'`
      : sql`coalesce((select p.way from notice_preference p where p.member_id = ${memberId} and p.kind = ${kind}),
          ${OPTIONAL_NOTICES[kind].way})`

  return {
    transaction: db.transaction,

    /** Adds a notice for each of these members, except deleted ones, in one statement. */
    async add(tx: Queries, told: Told[], notice: NewNotice): Promise<AddedNotice[]> {
      const { kind, link, key, listing, mail, at, mailAt } = notice
      return tx.query<AddedNotice>(sql`
        insert into notice (member_id, kind, text, link, key, listing_id, created_at, mail_at, daily, mail)
        select m.id, ${kind}, told.text, ${link}, ${key}, ${listing}, ${at},
          case way.chosen when 'now' then ${mailAt.now}::timestamptz when 'daily' then ${mailAt.daily}::timestamptz end,
          way.chosen = 'daily',
          case way.chosen when 'now' then ${mail && JSON.stringify(mail)}::jsonb end
        from unnest(${told.map(({ member }) => member)}::uuid[], ${told.map(({ text }) => text)}::text[])
            as told (member_id, text)
          join member m on m.id = told.member_id
          cross join lateral (select ${wayOf(kind, sql`m.id`)} as chosen) as way
        where m.deleted_at is null order by m.id
        on conflict (member_id, key) where seen_at is null and key is not null
          do update set text = excluded.text, link = excluded.link, listing_id = excluded.listing_id,
            created_at = excluded.created_at,
            mail = case when notice.mail_at is not null and not notice.daily then excluded.mail end
        returning member_id as "memberId", id as "noticeId", ${wayOf(kind, sql`notice.member_id`)} as way`)
    },

    /** Call before notices change: members are locked before their rows, and the event that follows refers to the member. */
    async lockMember(tx: Queries, memberId: string): Promise<void> {
      await tx.execute(sql`select from member where id = ${memberId} for key share`)
    },

    /** Returns due notices and marks them as mailed in the caller's transaction; skips rows locked elsewhere. */
    takeDue: (tx: Queries, now: Date, limit: number): Promise<DueNotice[]> =>
      tx.query<DueNotice>(sql`
        with due as (
          select id, mail from notice where mail_at <= ${now} and not daily
          order by mail_at limit ${limit} for update skip locked)
        update notice n set ${nothingToMail} from due, member m where n.id = due.id and m.id = n.member_id
        returning ${dueColumns}`),

    hasDue: (now: Date): Sql => sql`exists (select from notice where mail_at <= ${now} and not daily)`,

    /** Returns those of the notices that are due, and marks them as mailed. */
    takeDueAmong: (tx: Queries, ids: string[], now: Date): Promise<DueNotice[]> =>
      tx.query<DueNotice>(sql`
        with due as (select id, mail from notice where id = any(${ids}::uuid[]) and mail_at <= ${now} and not daily)
        update notice n set ${nothingToMail} from due, member m where n.id = due.id and m.id = n.member_id
        returning ${dueColumns}`),

    /** Returns members whose digest is due, ordered by id, after the id `after`. */
    async digestMembers(now: Date, after: string, limit: number): Promise<string[]> {
      const rows = await db.query<{ id: string }>(sql`
        select distinct member_id as id from notice
        where daily and mail_at <= ${now} and member_id > ${after} order by member_id limit ${limit}`)
      return rows.map(({ id }) => id)
    },

    /** Returns the notices of the members' digests and marks them as mailed in the caller's transaction. */
    takeDigests: (tx: Queries, memberIds: string[], now: Date): Promise<(DueNotice & { createdAt: Date })[]> =>
      tx.query<DueNotice & { createdAt: Date }>(sql`
        with due as (
          select id, mail from notice where daily and mail_at <= ${now} and member_id = any(${memberIds}::uuid[])
          order by id for update)
        update notice n set ${nothingToMail} from due, member m where n.id = due.id and m.id = n.member_id
        returning ${dueColumns}, n.created_at as "createdAt"`),

    page: async (memberId: string, page: Page): Promise<NoticeRow[]> =>
      filledIn(
        await db.query<NoticeRow>(sql`
          select ${columns} from notice n where member_id = ${memberId}
          order by created_at desc, id desc ${limitOf(page)}`),
      ),

    async count(memberId: string, tx: Queries = db): Promise<{ total: number; unseen: number }> {
      const row = await tx.first<{ total: number; unseen: number }>(sql`
        select count(*) as total, count(*) filter (where seen_at is null) as unseen from notice where member_id = ${memberId}`)
      return row ?? { total: 0, unseen: 0 }
    },

    unseen: (memberId: string, limit: number): Promise<{ id: string; link: string }[]> =>
      db.query<{ id: string; link: string }>(sql`
        select id, link from notice where member_id = ${memberId} and seen_at is null
        order by created_at desc, id desc limit ${limit}`),

    async countUnseen(memberId: string, tx: Queries = db): Promise<number> {
      const row = await tx.first<{ unseen: number }>(sql`
        select count(*) as unseen from notice where member_id = ${memberId} and seen_at is null`)
      return row?.unseen ?? 0
    },

    /** What these members have not seen, by kind. */
    unseenOf: (memberIds: string[]): Promise<UnseenKind[]> =>
      db.query<UnseenKind>(sql`
        select member_id as "memberId", kind, count(*)::int as count, min(created_at) as since from notice
        where member_id = any(${memberIds}::uuid[]) and seen_at is null group by member_id, kind order by since`),

    /** Returns how many were unseen before. Seen notices are no longer mailed. */
    markSeen(tx: Queries, memberId: string, which: { ids: string[] } | { key: string } | 'all', at: Date) {
      const chosen =
        which === 'all' ? sql`true` : 'ids' in which ? sql`id = any(${which.ids}::uuid[])` : sql`key = ${which.key}`
      return tx.execute(sql`
        update notice set seen_at = ${at}, ${nothingToMail}
        where member_id = ${memberId} and seen_at is null and ${chosen}`)
    },

    async noteMailed(tx: Queries, memberId: string, key: string, messages: number): Promise<void> {
      await tx.execute(sql`
        update notice set mailed_messages = ${messages} where member_id = ${memberId} and key = ${key} and seen_at is null`)
    },

    /** How many messages the mail of an unseen notice was about; undefined unless it has been mailed. */
    async mailedMessages(tx: Queries, memberId: string, key: string): Promise<number | undefined> {
      const row = await tx.first<{ messages: number }>(sql`
        select mailed_messages as messages from notice
        where member_id = ${memberId} and key = ${key} and seen_at is null and mailed_messages is not null`)
      return row?.messages
    },

    async preferences(memberId: string, tx: Queries = db): Promise<{ kind: NoticeKind; way: Way }[]> {
      return tx.query<{ kind: NoticeKind; way: Way }>(sql`
        select kind, way from notice_preference where member_id = ${memberId}`)
    },

    async setPreference(tx: Queries, memberId: string, kind: OptionalKind, way: Way): Promise<void> {
      await tx.execute(sql`
        insert into notice_preference (member_id, kind, way) select id, ${kind}, ${way} from member
        where id = ${memberId} and deleted_at is null
        on conflict (member_id, kind) do update set way = excluded.way`)
    },

    /** Applies a new preference to notices that are not mailed yet. */
    async replan(tx: Queries, memberId: string, kind: OptionalKind, plan: { mailAt: Date | null; daily: boolean }) {
      await tx.execute(sql`
        update notice set mail_at = ${plan.mailAt}, daily = ${plan.daily},
          mail = case when ${plan.mailAt}::timestamptz is null then null else mail end
        where member_id = ${memberId} and kind = ${kind} and mail_at is not null`)
    },

    ofMember: async (memberId: string): Promise<NoticeRow[]> =>
      filledIn(
        await db.query<NoticeRow>(sql`
          select ${columns} from notice n where member_id = ${memberId} order by created_at desc, id desc`),
      ),

    async removeOf(tx: Queries, memberId: string): Promise<void> {
      await tx.execute(sql`delete from notice where member_id = ${memberId}`)
      await tx.execute(sql`delete from notice_preference where member_id = ${memberId}`)
    },

    async removeAbout(tx: Queries, memberIds: string[], keys: string[]): Promise<void> {
      await tx.execute(sql`
        delete from notice where member_id = any(${memberIds}::uuid[]) and key = any(${keys}::text[])`)
    },

    removeOlderThan: (moment: Date): Promise<number> =>
      db.execute(sql`delete from notice where created_at < ${moment}`),
  }
}
