import type { Viewer } from '#domain/access.ts'
import type { MembersStore } from '#server/members/store.ts'
import type { Tokens } from '#server/members/tokens.ts'

export const makeMembersService = (store: MembersStore, tokens: Tokens) => ({
  /** Who a bearer token speaks for; nobody, if it is forged, expired or ended. */
  async recognise(token: string): Promise<Viewer> {
    const claim = tokens.read(token)
    if (!claim) return null
    return (await store.findByToken(claim.memberId, claim.epoch)) ?? null
  },
})
