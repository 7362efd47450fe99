import type { Queries } from '#server/db/pool.ts'
import type { MembersParts } from '#server/members/parts.ts'

/** Gives new members their first VAL, at the moment that the settings name; each member gets them once. */
export const makeWelcome = ({ store, wallet, site }: Pick<MembersParts, 'store' | 'wallet' | 'site'>) => {
  const giveAt = (moment: typeof site.welcome.when) => async (tx: Queries, memberId: string) => {
    if (site.welcome.when !== moment) return
    const member = await store.find(memberId, tx)
    if (member?.account) await wallet.welcome(tx, memberId, member.account)
  }
  return { onVerification: giveAt('verification'), onListing: giveAt('listing') }
}
export type Welcome = ReturnType<typeof makeWelcome>
