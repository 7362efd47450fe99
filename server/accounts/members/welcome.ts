import type { Member } from '#domain/accounts/access.ts'
import { ACCOUNT_MESSAGES, WELCOMES_PER_HOUR, WELCOMES_PER_NETWORK_AND_DAY } from '#domain/accounts/members.ts'
import { HOUR_MS } from '#domain/base/dates.ts'
import { AppError } from '#domain/base/errors.ts'
import { toHundredths } from '#domain/base/money.ts'
import type { MembersParts } from '#server/accounts/members/parts.ts'
import { lockName } from '#server/platform/db/named-lock.ts'
import type { Queries } from '#server/platform/db/pool.ts'

type WelcomeParts = MembersParts

/** Gives new members their first VAL, at the moment that the settings name; each member gets them once. */
export const makeWelcome = ({ store, networks, hooks, limits, audit, site, now }: WelcomeParts) => {
  /** Many at once, or from one network, may be accounts of one person: an admin decides. */
  const isSuspicious = async (tx: Queries, memberId: string): Promise<boolean> => {
    if (!limits.enabled) return false
    const hoursAgo = (hours: number) => new Date(now().getTime() - hours * HOUR_MS)
    return (
      (await store.countWelcomed(tx, hoursAgo(1))) >= WELCOMES_PER_HOUR ||
      (await networks.countWelcomedNearby(tx, memberId, hoursAgo(24))) >= WELCOMES_PER_NETWORK_AND_DAY
    )
  }

  const givesAt = (moment: typeof site.welcome.when): boolean => site.welcome.when === moment && site.welcome.val > 0

  /** Members who are welcomed at the same time must not each count the others out. */
  const lockCounts = (tx: Queries): Promise<void> => lockName(tx, 'welcome')

  const give = async (tx: Queries, memberId: string, account: string): Promise<void> => {
    await hooks.wallet.welcome(tx, memberId, account, toHundredths(site.welcome.val))
    await store.change(tx, memberId, { welcomed_at: now(), welcome_held_at: null })
  }

  const giveAt = (moment: typeof site.welcome.when) => async (tx: Queries, memberId: string) => {
    if (!givesAt(moment)) return
    const member = await store.lock(tx, memberId)
    if (!member?.account || (await store.hasWelcome(tx, memberId))) return
    if (await isSuspicious(tx, memberId)) await store.change(tx, memberId, { welcome_held_at: now() })
    else await give(tx, memberId, member.account)
  }

  return {
    onVerification: giveAt('verification'),
    onListing: giveAt('listing'),
    /** Advisory locks come before members: call first where `onVerification` may follow. */
    async lockBeforeVerification(tx: Queries): Promise<void> {
      if (givesAt('verification')) await lockCounts(tx)
    },
    /** Members are locked before listings: call first where `onListing` may follow. */
    async lockBeforeListing(tx: Queries, memberId: string): Promise<void> {
      if (!givesAt('listing') || (await store.hasWelcome(tx, memberId))) return
      await lockCounts(tx)
      await store.lock(tx, memberId)
    },

    held: store.heldWelcomes,

    /** By an admin. */
    release: (id: string, viewer: Member): Promise<void> =>
      store.transaction(async (tx) => {
        const member = await store.lock(tx, id)
        if (!member?.account || !member.welcomeHeld) throw new AppError('notFound', ACCOUNT_MESSAGES.memberNotFound)
        if (site.welcome.val === 0) throw new AppError('conflict', ACCOUNT_MESSAGES.noWelcomeVal)
        await give(tx, id, member.account)
        await audit.record({ actor: viewer.id, action: 'welcome.release', subject: id }, tx)
      }),
  }
}
export type Welcome = ReturnType<typeof makeWelcome>
