import type { Member } from '#domain/accounts/access.ts'
import {
  ACCOUNT_MESSAGES,
  COUNTED_DAYS,
  WELCOMES_PER_HOUR,
  WELCOMES_PER_NETWORK_AND_DAY,
} from '#domain/accounts/members.ts'
import type { OwnWelcome, WelcomeHeldFor } from '#domain/accounts/welcome.schema.ts'
import { DAY_MS, HOUR_MS } from '#domain/base/dates.ts'
import { AppError } from '#domain/base/errors.ts'
import { formatPrice, fromHundredths, toHundredths } from '#domain/base/money.ts'
import type { MembersParts } from '#server/accounts/members/parts.ts'
import type { MemberRow } from '#server/accounts/members/rows.ts'
import { lockName } from '#server/platform/db/named-lock.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import { jobs } from '#server/platform/jobs/jobs.ts'
import { WIDE_NETWORK_TIMES } from '#server/platform/limits/service.ts'

type WelcomeParts = MembersParts

// Longer than balances are cached: whoever reads the balance after the notice sees the VAL.
const TELL_AFTER_MS = 4_000

type GiftState = NonNullable<Awaited<ReturnType<MembersParts['hooks']['wallet']['welcomed']>>>['state']
const stateOf = (state: GiftState): OwnWelcome['state'] =>
  state === 'confirmed' || state === 'failed' ? state : 'pending'

/** Gives new members their welcome VAL once, when they verify or publish a listing, as the settings say. */
export const makeWelcome = ({ store, welcomeMarks, hooks, limits, audit, notices, site, now }: WelcomeParts) => {
  /**
   * Many new accounts in an hour, or from one network, or an address that was welcomed before may belong to one person, and
   * who was registered at the desk may not exist: their VAL are held until an admin decides.
   */
  const reasonToHold = async (tx: Queries, { id, email }: MemberRow): Promise<WelcomeHeldFor | undefined> => {
    if (await store.isRegisteredByVolunteer(tx, id)) return 'desk'
    if (!limits.enabled) return undefined
    const hoursAgo = (hours: number) => new Date(now().getTime() - hours * HOUR_MS)
    if (await welcomeMarks.isAddressKnown(tx, email)) return 'address'
    const { network, wide } = await welcomeMarks.countNearby(tx, id, hoursAgo(24))
    if (network >= WELCOMES_PER_NETWORK_AND_DAY || wide >= WELCOMES_PER_NETWORK_AND_DAY * WIDE_NETWORK_TIMES)
      return 'network'
    return (await store.countWelcomed(tx, hoursAgo(1))) >= WELCOMES_PER_HOUR ? 'many' : undefined
  }

  const givesAt = (moment: typeof site.welcome.when): boolean => site.welcome.when === moment && site.welcome.val > 0

  /** Serialises the counts: concurrent transactions would not count each other's members. */
  const lockCounts = (tx: Queries): Promise<void> => lockName(tx, 'welcome')

  const give = async (tx: Queries, { id: memberId, email }: MemberRow, account: string): Promise<void> => {
    await hooks.wallet.welcome(tx, memberId, account, toHundredths(site.welcome.val))
    const at = now()
    await store.change(tx, memberId, { welcomed_at: at, welcome_held_at: null, welcome_held_for: null })
    await welcomeMarks.note(tx, { id: memberId, email }, at)
    await jobs.add(tx, 'tell-welcome', { memberId }, { delayMs: TELL_AFTER_MS })
  }

  const giveAt = (moment: typeof site.welcome.when) => async (tx: Queries, memberId: string) => {
    if (!givesAt(moment)) return
    const member = await store.lock(tx, memberId)
    if (!member?.account || (await store.hasWelcome(tx, memberId))) return
    const reason = await reasonToHold(tx, member)
    if (reason) await store.change(tx, memberId, { welcome_held_at: now(), welcome_held_for: reason })
    else await give(tx, member, member.account)
  }

  return {
    onVerification: giveAt('verification'),
    onListing: giveAt('listing'),
    /** Call before locking or adding members in a transaction that may call `onVerification`: the advisory lock must be taken first. */
    async lockBeforeVerification(tx: Queries): Promise<void> {
      if (givesAt('verification')) await lockCounts(tx)
    },
    /** Call before locking listings in a transaction that may call `onListing`: members must be locked first. */
    async lockBeforeListing(tx: Queries, memberId: string): Promise<void> {
      if (!givesAt('listing') || (await store.hasWelcome(tx, memberId))) return
      await lockCounts(tx)
      await store.lock(tx, memberId)
    },

    /** What became of the viewer's own welcome VAL. */
    async own({ id }: Member): Promise<OwnWelcome> {
      const gift = await hooks.wallet.welcomed(id)
      if (gift) return { state: stateOf(gift.state), val: fromHundredths(gift.amount) }
      return (await store.find(id))?.welcomeHeld ? { state: 'held', val: site.welcome.val } : { state: 'none', val: 0 }
    },

    /** Notifies the member of welcome VAL that have arrived. While they are pending, adds the job again with a delay. */
    async tell(memberId: string): Promise<void> {
      await store.transaction(async (tx) => {
        const member = await store.lock(tx, memberId)
        const gift = member && (await hooks.wallet.welcomed(memberId, tx))
        if (!gift || gift.state === 'failed') return
        if (gift.state !== 'confirmed') return jobs.add(tx, 'tell-welcome', { memberId }, { delayMs: TELL_AFTER_MS })
        const text = `Ecco i tuoi ${formatPrice({ val: fromHundredths(gift.amount) })} di benvenuto: sono nel tuo portafoglio.`
        await notices.tell(tx, { member: memberId, kind: 'payment', text, link: '/portafoglio', key: 'welcome' })
      })
    },

    held: () => store.heldWelcomes(new Date(now().getTime() - COUNTED_DAYS * DAY_MS)),

    /** Gives welcome VAL that were held; for admins. */
    release: (id: string, viewer: Member): Promise<void> =>
      store.transaction(async (tx) => {
        const member = await store.lock(tx, id)
        if (!member?.account || !member.welcomeHeld) throw new AppError('notFound', ACCOUNT_MESSAGES.memberNotFound)
        if (site.welcome.val === 0) throw new AppError('conflict', ACCOUNT_MESSAGES.noWelcomeVal)
        await give(tx, member, member.account)
        await audit.record({ actor: viewer.id, action: 'welcome.release', subject: id }, tx)
      }),
  }
}
export type Welcome = ReturnType<typeof makeWelcome>
