import { shownEmail } from '#domain/accounts/desk.ts'
import { identityKey, type MemberQuery } from '#domain/accounts/members.schema.ts'
import { DELETED_MEMBER_NAME, type MemberSort } from '#domain/accounts/members.ts'
import type { HeldWelcome } from '#domain/accounts/welcome.schema.ts'
import type {
  ContactRow,
  MemberColumns,
  MemberRow,
  MemberToSignIn,
  NewMember,
  RecipientRow,
  Secrets,
} from '#server/accounts/members/rows.ts'
import { countUpTo, LIMIT_COLLECTED, searchLongList } from '#server/platform/db/long-list.ts'
import { limitOf } from '#server/platform/db/page.ts'
import type { Database, Queries } from '#server/platform/db/pool.ts'
import { assignmentsOf, empty, escapeLike, type Sql, sql } from '#server/platform/db/sql.ts'

type Volunteer = Pick<MemberRow, 'id' | 'shownName' | 'email' | 'role'>

export type MembersStore = ReturnType<typeof makeMembersStore>

const DIRECTORY_AT_MOST = 1_000
const HELD_AT_MOST = 1_000
// Prefix of the unique keys of deleted members; not allowed in names and addresses, so it cannot collide.
const DELETED_PREFIX = '\u0001'

const hasEndedSuspension = (now: Date) => sql`suspended_until <= ${now} and deleted_at is null`

export const makeMembersStore = (db: Database) => {
  const columns = sql`
    m.id, m.username, m.shown_name as "shownName", m.email, m.pending_email as "pendingEmail", m.name, m.surname, m.gender,
    coalesce(to_char(m.birthday, 'FMDD/FMMM/YYYY'), '') as birthday, m.birthplace, m.cf, m.phone, m.zip_code as "zipCode",
    m.city, m.referer, m.partita_iva as "partitaIva", m.verified, m.is_seller as "isSeller", m.role, m.is_admin as "isAdmin",
    m.suspended_at as "suspendedAt", m.suspended_until as "suspendedUntil", m.suspension_reason as "suspensionReason",
    m.has_ad as "hasAd", m.account, m.welcome_held_at is not null as "welcomeHeld", m.welcome_held_for as "welcomeHeldFor",
    m.seller_name as "sellerName", m.seller_logo as "sellerLogo",
    m.seller_description as "sellerDescription", m.seller_link as "sellerLink", m.rating,
    m.rating_count as "ratingCount", m.created_at as "createdAt"`
  const orders: Record<MemberSort, Sql> = {
    newest: sql`m.created_at desc, m.id desc`,
    oldest: sql`m.created_at, m.id`,
    username: sql`m.username_key`,
    email: sql`m.email_key`,
  }
  const one = (tx: Queries, where: Sql, lock = empty): Promise<MemberRow | undefined> =>
    tx.first<MemberRow>(sql`select ${columns} from member m where ${where} and m.deleted_at is null ${lock}`)

  /** Matches the names or the e-mail address. */
  const contains = (words: string) => sql`(strpos(m.names, ${words}) > 0 or strpos(m.email_key, ${words}) > 0)`
  const isLike = (words: string) => {
    const pattern = `%${escapeLike(words)}%`
    return sql`(m.names like ${pattern} or m.email_key like ${pattern})`
  }

  const recipientColumns = sql`
    id, username, account, shown_name as name, seller_logo as logo,
    created_at as "createdAt", deleted_at is not null as "isDeleted", suspended_at is not null as "isSuspended"`

  /** In one order, with these other members. */
  const adminsLocked = async (tx: Queries, others: string[], how: Sql): Promise<string[]> => {
    const rows = await tx.query<{ id: string; isAdmin: boolean }>(sql`
      select id, is_admin as "isAdmin" from member
      where (is_admin or id = any(${others}::uuid[])) and deleted_at is null order by id ${how}`)
    return rows.filter(({ isAdmin }) => isAdmin).map(({ id }) => id)
  }

  return {
    transaction: db.transaction,

    find: (id: string, tx: Queries = db): Promise<MemberRow | undefined> => one(tx, sql`m.id = ${id}`),
    findByEmail: (email: string): Promise<MemberRow | undefined> => one(db, sql`m.email_key = ${identityKey(email)}`),
    /** Locks the row until the transaction ends. */
    lock: (tx: Queries, id: string): Promise<MemberRow | undefined> => one(tx, sql`m.id = ${id}`, sql`for update`),

    /** Locks the rows against deletion until the transaction ends. */
    contacts: (tx: Queries, ids: string[]): Promise<ContactRow[]> =>
      tx.query<ContactRow>(sql`
      select id, username, email, phone, coalesce(nullif(trim(name || ' ' || surname), ''), username) as name,
        shown_name as "shownName", suspended_at is not null as "isSuspended"
      from member where id = any(${ids}::uuid[]) and deleted_at is null order by id for key share`),

    /** Finds by username or account. A deleted member is found only by account, until the wallet is empty. */
    findRecipient: (username: string, account: string): Promise<RecipientRow | undefined> =>
      db.first<RecipientRow>(sql`
        select ${recipientColumns} from member where username_key = ${identityKey(username)} or account = ${account} limit 1`),

    /** Returns recipients keyed by the usernames as given. */
    async findRecipients(usernames: string[]): Promise<Map<string, RecipientRow>> {
      const keys = usernames.map(identityKey)
      const rows = await db.query<RecipientRow & { key: string }>(sql`
        select ${recipientColumns}, username_key as key from member where username_key = any(${keys})`)
      const byKey = new Map(rows.map((row) => [row.key, row]))
      return new Map(
        usernames.flatMap((username, index) => {
          const found = byKey.get(keys[index] ?? '')
          return found ? [[username, found] as const] : []
        }),
      )
    },

    async usernames(ids: string[]): Promise<Map<string, string>> {
      const rows = await db.query<{ id: string; username: string }>(sql`
        select id, username from member where id = any(${ids}::uuid[]) and deleted_at is null`)
      return new Map(rows.map(({ id, username }) => [id, username]))
    },

    /** By id, without deleted members. */
    async shownNames(ids: string[]): Promise<Map<string, string>> {
      const rows = await db.query<{ id: string; name: string }>(sql`
        select id, shown_name as name from member where id = any(${ids}::uuid[]) and deleted_at is null`)
      return new Map(rows.map(({ id, name }) => [id, name]))
    },

    findToSignIn: (by: { email: string } | { id: string }): Promise<MemberToSignIn | undefined> =>
      db.first<MemberToSignIn>(sql`
        select ${columns}, m.password_hash as "passwordHash" from member m
        where ${'id' in by ? sql`m.id = ${by.id}` : sql`m.email_key = ${identityKey(by.email)}`} and m.deleted_at is null`),

    findSecrets: (id: string): Promise<Secrets | undefined> =>
      db.first<Secrets>(sql`
        select password_hash as "passwordHash", account_key as "accountKey", credentials_changed_at as "changedAt"
        from member where id = ${id} and deleted_at is null`),

    async isEmailTaken(tx: Queries, email: string): Promise<boolean> {
      return (await tx.query(sql`select from member where email_key = ${identityKey(email)}`)).length > 0
    },

    async add(tx: Queries, member: NewMember, at: Date): Promise<string> {
      const row = await tx.first<{ id: string }>(sql`
        insert into member (username, username_key, email, email_key, password_hash, seller_name, phone, cf, referer,
          created_at)
        values (${member.username}, ${identityKey(member.username)}, ${member.email}, ${identityKey(member.email)},
          ${member.passwordHash}, ${member.sellerName}, ${member.phone}, ${member.cf}, ${member.referer}, ${at})
        returning id`)
      return row?.id ?? ''
    },

    async change(tx: Queries, id: string, columns: MemberColumns): Promise<void> {
      if (Object.keys(columns).length === 0) return
      await tx.execute(sql`update member set ${assignmentsOf(columns)} where id = ${id}`)
    },

    /** Returns the ids of the admins. Locks them and these other members against deletion. */
    admins: (tx: Queries, others: string[]): Promise<string[]> => adminsLocked(tx, others, sql`for key share`),

    /** The same, against each other: concurrent demotions, suspensions and objections run one after the other. */
    lockAdmins: (tx: Queries, others: string[] = []): Promise<string[]> => adminsLocked(tx, others, sql`for update`),

    /** Admins who can sign in and act. */
    async activeAdmins(tx: Queries = db): Promise<string[]> {
      const rows = await tx.query<{ id: string }>(sql`
        select id from member where is_admin and verified and deleted_at is null and suspended_at is null order by id`)
      return rows.map(({ id }) => id)
    },

    findByUsername: (username: string): Promise<MemberRow | undefined> =>
      one(db, sql`m.username_key = ${identityKey(username)}`),

    /** Returns volunteers of the desk first, then admins. */
    deskVolunteers: (tx: Queries): Promise<Volunteer[]> =>
      tx.query<Volunteer>(sql`
        select id, shown_name as "shownName", email, role from member
        where role in ('desk', 'admin') and suspended_at is null and deleted_at is null order by role = 'admin', id`),

    /** Admins and moderators that are not suspended. */
    async moderators(tx: Queries): Promise<string[]> {
      const rows = await tx.query<{ id: string }>(sql`
        select id from member where role in ('moderator', 'admin') and suspended_at is null and deleted_at is null`)
      return rows.map((row) => row.id)
    },

    /** Returns members whose suspension has expired but is still stored. */
    async endedSuspensions(now: Date): Promise<string[]> {
      const rows = await db.query<{ id: string }>(sql`
        select id from member where ${hasEndedSuspension(now)}`)
      return rows.map((row) => row.id)
    },
    hasEndedSuspensions: (now: Date): Sql => sql`exists (select from member where ${hasEndedSuspension(now)})`,

    async page({ q, order, p, pageSize }: MemberQuery): Promise<{ rows: MemberRow[]; total: number }> {
      const page = (where: Sql) =>
        db.query<MemberRow>(sql`
          select ${columns} from member m where m.deleted_at is null and ${where}
          order by ${orders[order]} ${limitOf({ p, size: pageSize })}`)
      const count = async (where: Sql, most?: number) => {
        const row = await db.first<{ total: number }>(
          countUpTo(sql`select from member m where m.deleted_at is null and ${where}`, most),
        )
        return row?.total ?? 0
      }
      if (!q) {
        const [rows, total] = await Promise.all([page(sql`true`), count(sql`true`)])
        return { rows, total }
      }
      const words = identityKey(q)
      return searchLongList({
        words,
        matches: contains(words),
        page,
        count,
        id: sql`m.id`,
        first: sql`select m.id from member m where m.deleted_at is null order by ${orders[order]}`,
        collect: async () => {
          const rows = await db.query<{ id: string }>(sql`
            select m.id from member m where m.deleted_at is null and ${isLike(words)} ${LIMIT_COLLECTED}`)
          return rows.map(({ id }) => id)
        },
      })
    },

    directory: (): Promise<MemberRow[]> =>
      db.query<MemberRow>(sql`
      select ${columns} from member m
      where m.is_seller and m.verified and m.suspended_at is null and m.deleted_at is null and m.seller_logo <> '' and m.seller_description <> ''
      order by m.created_at desc, m.id desc limit ${DIRECTORY_AT_MOST}`),

    /** Returns sellers with reviews, ordered by rating, then by number of reviews. */
    bestRated: (count: number): Promise<MemberRow[]> =>
      db.query<MemberRow>(sql`
      select ${columns} from member m
      where m.is_seller and m.verified and m.suspended_at is null and m.deleted_at is null and m.rating_count > 0
      order by m.rating desc, m.rating_count desc, m.id limit ${count}`),

    /**
     * Clears the personal data, not the wallet. The row stays, because orders and reviews of other members refer to it.
     * Returns whether there is a wallet.
     */
    async anonymise(tx: Queries, id: string, at: Date): Promise<boolean> {
      const row = await tx.first<{ hasWallet: boolean }>(sql`
        update member set username = ${DELETED_MEMBER_NAME}, username_key = ${DELETED_PREFIX + id}, email = ${DELETED_PREFIX + id},
          email_key = ${DELETED_PREFIX + id}, pending_email = null, credentials_changed_at = null, password_hash = '', name = '', surname = '', gender = null,
          birthday = null, birthplace = '', cf = '', phone = '', zip_code = '', city = '', referer = '{}', partita_iva = '',
          is_seller = false, role = 'member',
          suspended_at = null, suspended_until = null, suspension_reason = '', seller_name = '', seller_logo = '', seller_description = '', seller_link = '',
          deleted_at = ${at}
        where id = ${id} returning account is not null as "hasWallet"`)
      return row?.hasWallet === true
    },

    /** Returns verified members ordered by id, after the given id. */
    async verifiedAfter(tx: Queries, id: string, most: number): Promise<string[]> {
      const rows = await tx.query<{ id: string }>(sql`
        select id from member where verified and deleted_at is null and id > ${id} order by id limit ${most}`)
      return rows.map((row) => row.id)
    },

    async unverifiedSince(moment: Date, most: number): Promise<string[]> {
      const rows = await db.query<{ id: string }>(sql`
        select id from member where not verified and not is_admin and deleted_at is null and created_at < ${moment}
        order by created_at limit ${most}`)
      return rows.map((row) => row.id)
    },

    async countWelcomed(tx: Queries, since: Date): Promise<number> {
      const row = await tx.first<{ many: number }>(sql`
        select count(*) as many from member where welcomed_at > ${since}`)
      return row?.many ?? 0
    },

    /** Whether a volunteer registered the member at the desk. An admin who registers somebody has decided already. */
    async isRegisteredByVolunteer(tx: Queries, id: string): Promise<boolean> {
      const rows = await tx.query(sql`
        select from member m join member v on v.id = m.registered_by where m.id = ${id} and not v.is_admin`)
      return rows.length > 0
    },

    /** Whether the welcome VAL were given or held back. */
    async hasWelcome(tx: Queries, id: string): Promise<boolean> {
      const rows = await tx.query(sql`
        select from member where id = ${id} and (welcomed_at is not null or welcome_held_at is not null)`)
      return rows.length > 0
    },

    /** With the volunteer who registered the member, and how many that volunteer has registered since then. */
    async heldWelcomes(since: Date): Promise<HeldWelcome[]> {
      const rows = await db.query<Omit<HeldWelcome, 'heldAt'> & { heldAt: Date }>(sql`
        select m.id as "_id", m.username, m.email, m.welcome_held_at as "heldAt", m.welcome_held_for as reason, v.shown_name as volunteer,
          (select count(*) from member o where o.registered_by = v.id and o.created_at > ${since}) as "registered"
        from member m left join member v on v.id = m.registered_by
        where m.welcome_held_at is not null and m.deleted_at is null order by m.welcome_held_at limit ${HELD_AT_MOST}`)
      return rows.map((row) => ({ ...row, email: shownEmail(row.email), heldAt: row.heldAt.toISOString() }))
    },

    async figures(since: Date) {
      const [totals, byMonth] = await Promise.all([
        db.query<{ total: number; verified: number; sellers: number; withAd: number }>(sql`
          select count(*) as total, count(*) filter (where verified) as verified,
            count(*) filter (where verified and is_seller) as sellers, count(*) filter (where has_ad) as "withAd"
          from member where deleted_at is null`),
        db.query<{ month: string; joined: number }>(sql`
          select to_char(created_at at time zone 'Europe/Rome', 'YYYY-MM') as month, count(*) as joined
          from member where deleted_at is null and created_at >= ${since} group by 1`),
      ])
      return { ...(totals[0] ?? { total: 0, verified: 0, sellers: 0, withAd: 0 }), byMonth }
    },
  }
}
