import type { Role } from '#domain/accounts/access.ts'
import type { Database } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'

/** A row of the member export for admins: without password, keys and links. */
export type MemberExportRow = {
  id: string
  username: string
  name: string
  surname: string
  email: string
  phone: string
  /** As dd/MM/yyyy, or empty. */
  birthday: string
  birthplace: string
  cf: string
  zipCode: string
  city: string
  sellerName: string
  partitaIva: string
  referer: string[]
  account: string | null
  verified: boolean
  isSeller: boolean
  role: Role
  isSuspended: boolean
  hasAd: boolean
  createdAt: Date
}

export const makeMemberExportStore = (db: Database) => ({
  /** Ordered by id, after the given id. */
  membersAfter: (id: string, size: number): Promise<MemberExportRow[]> =>
    db.query<MemberExportRow>(sql`
      select id, username, name, surname, email, phone, coalesce(to_char(birthday, 'DD/MM/YYYY'), '') as birthday, birthplace, cf, zip_code as "zipCode", city,
        seller_name as "sellerName", partita_iva as "partitaIva", referer, account, verified, is_seller as "isSeller", role,
        suspended_at is not null as "isSuspended", has_ad as "hasAd", created_at as "createdAt"
      from member where deleted_at is null and id > ${id} order by id limit ${size}`),

  async namesOfAccounts(accounts: string[]): Promise<Map<string, string>> {
    const rows = await db.query<{ account: string; username: string }>(sql`
      select account, username from member where account = any(${accounts}) and deleted_at is null`)
    return new Map(rows.map(({ account, username }) => [account, username]))
  },
})
