import type { Member } from '#domain/access.ts'
import type { Database } from '#server/db/connect.ts'

export type MembersStore = ReturnType<typeof makeMembersStore>

export const makeMembersStore = (db: Database) => ({
  /** The member as they are now, if a token of that epoch still counts. */
  async findByToken(id: string, epoch: number): Promise<Member | undefined> {
    const [member] = await db<Member[]>`
      select id, username, verified, is_seller as "isSeller", is_admin as "isAdmin", has_ad as "hasAd"
      from member where id = ${id} and token_epoch = ${epoch} and deleted_at is null`
    return member
  },
})
