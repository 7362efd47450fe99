import type { Member } from '#domain/access.ts'
import { identityKey, type MemberQuery } from '#domain/members.schema.ts'
import { FORMER_MEMBER, type MemberOrder } from '#domain/members.ts'
import type { Database, Queries } from '#server/db/connect.ts'
import type { ContactRow, MemberColumns, MemberRow, NewMember } from '#server/members/rows.ts'

export type MembersStore = ReturnType<typeof makeMembersStore>

const DIRECTORY_AT_MOST = 1_000
// A character that nobody can have in a name keeps the places of those who left apart from everybody's.
const GONE = '\u0001'

export const makeMembersStore = (db: Database) => {
  const columns = db`
    m.id, m.username, m.email, m.token_epoch as epoch, m.name, m.surname, m.gender,
    coalesce(to_char(m.birthday, 'FMDD/FMMM/YYYY'), '') as birthday, m.birthplace, m.cf, m.phone, m.zip_code as "zipCode",
    m.city, m.referer, m.partita_iva as "partitaIva", m.verified, m.is_seller as "isSeller", m.is_admin as "isAdmin",
    m.has_ad as "hasAd", m.account, m.seller_name as "sellerName", m.seller_logo as "sellerLogo",
    m.seller_description as "sellerDescription", m.seller_link as "sellerLink", m.rating,
    m.rating_count as "ratingCount", m.created_at as "createdAt"`
  const orders: Record<MemberOrder, ReturnType<typeof db>> = {
    newest: db`m.created_at desc, m.id desc`,
    oldest: db`m.created_at, m.id`,
    username: db`m.username_key`,
    email: db`m.email_key`,
  }
  const one = async (sql: Queries, where: ReturnType<typeof db>, lock = db``): Promise<MemberRow | undefined> => {
    const [row] = await sql<
      MemberRow[]
    >`select ${columns} from member m where ${where} and m.deleted_at is null ${lock}`
    return row
  }

  return {
    transaction: <T>(work: (sql: Queries) => Promise<T>) => db.begin(work) as Promise<T>,

    /** The member as they are now, if a token of that epoch still counts. */
    async findByToken(id: string, epoch: number): Promise<Member | undefined> {
      const [member] = await db<Member[]>`
        select id, username, verified, is_seller as "isSeller", is_admin as "isAdmin", has_ad as "hasAd"
        from member where id = ${id} and token_epoch = ${epoch} and deleted_at is null`
      return member
    },

    find: (id: string): Promise<MemberRow | undefined> => one(db, db`m.id = ${id}`),
    findByEmail: (email: string): Promise<MemberRow | undefined> => one(db, db`m.email_key = ${identityKey(email)}`),
    /** The member, not to be changed by others until the transaction ends. */
    lock: (sql: Queries, id: string): Promise<MemberRow | undefined> => one(sql, db`m.id = ${id}`, db`for update`),

    /** How to reach members, who stay as they are known here until the transaction ends. */
    contacts: (sql: Queries, ids: string[]): Promise<ContactRow[]> => sql<ContactRow[]>`
      select id, username, email, phone, coalesce(nullif(trim(name || ' ' || surname), ''), username) as name,
        coalesce(nullif(seller_name, ''), username) as "sellerName"
      from member where id = any(${ids}::uuid[]) and deleted_at is null order by id for key share`,

    async findToSignIn(email: string): Promise<(MemberRow & { passwordHash: string }) | undefined> {
      const [row] = await db<(MemberRow & { passwordHash: string })[]>`
        select ${columns}, m.password_hash as "passwordHash" from member m
        where m.email_key = ${identityKey(email)} and m.deleted_at is null`
      return row
    },

    async findSecrets(id: string): Promise<{ passwordHash: string; accountKey: Uint8Array | null } | undefined> {
      const [row] = await db<{ passwordHash: string; accountKey: Uint8Array | null }[]>`
        select password_hash as "passwordHash", account_key as "accountKey"
        from member where id = ${id} and deleted_at is null`
      return row
    },

    async add(sql: Queries, member: NewMember): Promise<string> {
      const [row] = await sql<{ id: string }[]>`
        insert into member (username, username_key, email, email_key, password_hash, seller_name, phone, cf, referer)
        values (${member.username}, ${identityKey(member.username)}, ${member.email}, ${identityKey(member.email)},
          ${member.passwordHash}, ${member.sellerName}, ${member.phone}, ${member.cf}, ${member.referer})
        returning id`
      return row?.id ?? ''
    },

    async change(sql: Queries, id: string, columns: MemberColumns): Promise<void> {
      const names = Object.keys(columns) as (keyof MemberColumns)[]
      if (names.length > 0) await sql`update member set ${sql(columns, ...names)} where id = ${id}`
    },

    /** Makes every token given out so far worthless; answers the epoch of the next ones. */
    async endSessions(sql: Queries, id: string): Promise<number> {
      const [row] = await sql<{ epoch: number }[]>`
        update member set token_epoch = token_epoch + 1 where id = ${id} returning token_epoch as epoch`
      return row?.epoch ?? 0
    },

    /** Those who administer, locked one after the other: two who take the role from each other wait their turn. */
    async lockAdmins(sql: Queries): Promise<string[]> {
      const rows = await sql<{ id: string }[]>`
        select id from member where is_admin and deleted_at is null order by id for update`
      return rows.map((row) => row.id)
    },

    async page({ q, order, p, pageSize }: MemberQuery): Promise<{ rows: MemberRow[]; total: number }> {
      const words = q ? identityKey(q) : ''
      const where = db`m.deleted_at is null ${
        words
          ? db`and (strpos(m.username_key, ${words}) > 0 or strpos(m.email_key, ${words}) > 0
              or strpos(lower(m.name || ' ' || m.surname), ${words}) > 0 or strpos(lower(m.seller_name), ${words}) > 0)`
          : db``
      }`
      const [rows, counted] = await Promise.all([
        db<MemberRow[]>`select ${columns} from member m where ${where}
          order by ${orders[order]} limit ${pageSize} offset ${(p - 1) * pageSize}`,
        db<{ total: number }[]>`select count(*) as total from member m where ${where}`,
      ])
      return { rows, total: counted[0]?.total ?? 0 }
    },

    /** Sellers who show themselves: with a logo and a description. */
    directory: (): Promise<MemberRow[]> => db<MemberRow[]>`
      select ${columns} from member m
      where m.is_seller and m.verified and m.deleted_at is null and m.seller_logo <> '' and m.seller_description <> ''
      order by m.created_at desc, m.id desc limit ${DIRECTORY_AT_MOST}`,

    /** Leaves of a member only what others' orders and reviews hang on, and, if asked to, the key to VAL left behind. */
    async anonymise(sql: Queries, id: string, { keepWallet, at }: { keepWallet: boolean; at: Date }): Promise<void> {
      await sql`
        update member set username = ${FORMER_MEMBER}, username_key = ${GONE + id}, email = ${GONE + id},
          email_key = ${GONE + id}, password_hash = '', token_epoch = token_epoch + 1, name = '', surname = '', gender = null,
          birthday = null, birthplace = '', cf = '', phone = '', zip_code = '', city = '', referer = '{}', partita_iva = '',
          is_seller = false, is_admin = false, seller_name = '', seller_logo = '', seller_description = '', seller_link = '',
          account = ${keepWallet ? sql`account` : null}, account_key = ${keepWallet ? sql`account_key` : null},
          deleted_at = ${at}
        where id = ${id}`
    },

    /** Wallets that still wait for their welcome. */
    unwelcomed: (most: number): Promise<{ id: string; account: string }[]> => db<{ id: string; account: string }[]>`
      select id, account from member
      where account is not null and welcomed_at is null and deleted_at is null order by id limit ${most}`,
    async markWelcomed(id: string, at: Date): Promise<void> {
      await db`update member set welcomed_at = ${at} where id = ${id}`
    },

    async unverifiedSince(moment: Date, most: number): Promise<string[]> {
      const rows = await db<{ id: string }[]>`
        select id from member where not verified and not is_admin and deleted_at is null and created_at < ${moment}
        order by created_at limit ${most}`
      return rows.map((row) => row.id)
    },

    async figures(since: Date) {
      const [totals, byMonth] = await Promise.all([
        db<{ total: number; verified: number; sellers: number; withAd: number }[]>`
          select count(*) as total, count(*) filter (where verified) as verified,
            count(*) filter (where verified and is_seller) as sellers, count(*) filter (where has_ad) as "withAd"
          from member where deleted_at is null`,
        db<{ month: string; joined: number }[]>`
          select to_char(created_at at time zone 'Europe/Rome', 'YYYY-MM') as month, count(*) as joined
          from member where deleted_at is null and created_at >= ${since} group by 1`,
      ])
      return { ...(totals[0] ?? { total: 0, verified: 0, sellers: 0, withAd: 0 }), byMonth }
    },
  }
}
