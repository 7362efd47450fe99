import type { PublicMember } from '#domain/accounts/members.schema.ts'
import { TOP_SELLERS } from '#domain/accounts/members.ts'
import { AppError, MESSAGES } from '#domain/base/errors.ts'
import { isId } from '#domain/base/ids.ts'
import type { MemberRow } from '#server/accounts/members/rows.ts'
import type { MembersStore } from '#server/accounts/members/store.ts'
import { toPublic } from '#server/accounts/members/views.ts'

/** Returns the public record; throws if the member is not a visible seller. */
export const toSeller = (row: MemberRow | undefined): PublicMember => {
  if (!row?.verified || !row.isSeller || row.suspendedAt !== null)
    throw new AppError('notFound', MESSAGES.sellerNotFound)
  return toPublic(row)
}

export const makePublicProfiles = (store: MembersStore) => ({
  /** `id` comes from the URL of a page and may have any form. */
  seller: async (id: string): Promise<PublicMember> => toSeller(isId(id) ? await store.find(id) : undefined),

  sellers: async (): Promise<PublicMember[]> => (await store.directory()).map(toPublic),

  topSellers: async (): Promise<PublicMember[]> => (await store.bestRated(TOP_SELLERS)).map(toPublic),
})
export type PublicProfiles = ReturnType<typeof makePublicProfiles>
