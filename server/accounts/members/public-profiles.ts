import type { PublicMember } from '#domain/accounts/members.schema.ts'
import { TOP_SELLERS } from '#domain/accounts/members.ts'
import { AppError, MESSAGES } from '#domain/base/errors.ts'
import { isId } from '#domain/base/ids.ts'
import type { MemberRow } from '#server/accounts/members/rows.ts'
import type { MembersStore } from '#server/accounts/members/store.ts'
import { toPublic } from '#server/accounts/members/views.ts'

/** What everybody sees of a member; only sellers are seen. */
export const toSeller = (row: MemberRow | undefined): PublicMember => {
  if (!row?.verified || !row.isSeller || row.suspendedAt !== null)
    throw new AppError('notFound', MESSAGES.sellerNotFound)
  return toPublic(row)
}

export const makePublicProfiles = (store: MembersStore) => ({
  /** Pages pass the id of their URL unchecked. */
  seller: async (id: string): Promise<PublicMember> => toSeller(isId(id) ? await store.find(id) : undefined),

  sellers: async (): Promise<PublicMember[]> => (await store.directory()).map(toPublic),

  topSellers: async (): Promise<PublicMember[]> => (await store.bestRated(TOP_SELLERS)).map(toPublic),
})
