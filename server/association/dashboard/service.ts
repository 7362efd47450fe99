import { DASHBOARD_MONTHS, type Dashboard } from '#domain/association/dashboard.schema.ts'
import { ACTIVE_DAYS } from '#domain/association/dashboard.ts'
import { DAY_MS, HOUR_MS, monthsUntil } from '#domain/base/dates.ts'
import { fromHundredths } from '#domain/base/money.ts'
import type { MembersService } from '#server/accounts/members/service.ts'
import type { DashboardStore, Figures } from '#server/association/dashboard/store.ts'
import type { OrdersService } from '#server/exchange/orders/service.ts'
import type { ListingsService } from '#server/market/listings/service.ts'
import type { Newsletter } from '#server/talk/newsletter/service.ts'

// From this many rows on, counting is too slow for a request.
const LARGE = 50_000
const RECOUNT_MS = 5 * 60_000
// Older figures are not shown: the job that recounts them is not running.
const STORED_FOR_MS = HOUR_MS

export type DashboardParts = {
  store: DashboardStore
  members: MembersService
  newsletter: Newsletter
  listings: ListingsService
  orders: OrdersService
  countOpenReports: () => Promise<number>
  countOpenObjections: () => Promise<number>
  /** Returns the VAL that members hold. */
  held: () => Promise<number>
  /** The supply is in hundredths. Rejects while the chain is unavailable. */
  tokenFigures: () => Promise<{ supply: number; holders: number }>
  now: () => Date
}

/** Returns the last months as `yyyy-MM` in Italian time, the current one last. */
export const lastMonths = (now: Date): string[] => monthsUntil(now, DASHBOARD_MONTHS)

const fillMissingMonths = <T extends { month: string }>(
  months: string[],
  rows: readonly T[],
  empty: Omit<T, 'month'>,
): T[] => {
  const known = new Map(rows.map((row) => [row.month, row]))
  return months.map((month) => known.get(month) ?? ({ month, ...empty } as T))
}

const inVal = ({ supply, holders }: { supply: number; holders: number }) => ({
  supply: fromHundredths(supply),
  holders,
})

const isLarge = ({ members, newsletter, orders }: Figures): boolean =>
  members.total + newsletter.verified + orders.total >= LARGE

export const makeDashboardService = (parts: DashboardParts) => {
  const count = async (): Promise<Figures> => {
    const months = lastMonths(parts.now())
    // A day earlier, because a month starts in Italy before it starts in UTC. Rows of earlier months are dropped.
    const since = new Date(new Date(`${months[0]}-01T00:00:00Z`).getTime() - DAY_MS)
    const daysAgo = (days: number) => new Date(parts.now().getTime() - days * DAY_MS)
    const [active, unanswered, openReports, openObjections, held, members, newsletter, listings, orders, token] =
      await Promise.all([
        parts.orders.countActive(daysAgo(ACTIVE_DAYS)),
        parts.orders.countUnanswered(),
        parts.countOpenReports(),
        parts.countOpenObjections(),
        parts.held(),
        parts.members.figures(since),
        parts.newsletter.count(),
        parts.listings.figures(),
        parts.orders.figures(since),
        parts.tokenFigures().then(inVal, () => null),
      ])
    return {
      activity: { active, unanswered, openReports, openObjections, held },
      members: { ...members, byMonth: fillMissingMonths(months, members.byMonth, { joined: 0 }) },
      newsletter,
      listings,
      orders: { ...orders, byMonth: fillMissingMonths(months, orders.byMonth, { placed: 0, val: 0, euro: 0 }) },
      token,
    }
  }

  return {
    /** Whether stored figures are outdated. The first ones are stored by `figures`. */
    hasToRecount: () => parts.store.hasOutdated(new Date(parts.now().getTime() - RECOUNT_MS), parts.now()),

    /** Stores new figures, or removes them if the association is no longer large. */
    async recount(): Promise<void> {
      const figures = await count()
      if (isLarge(figures)) await parts.store.save(figures, parts.now())
      else await parts.store.remove()
    },

    async figures(): Promise<Dashboard> {
      const stored = await parts.store.find(new Date(parts.now().getTime() - STORED_FOR_MS))
      if (stored) return { ...stored.figures, countedAt: stored.countedAt.toISOString() }
      const figures = await count()
      if (isLarge(figures)) await parts.store.save(figures, parts.now())
      return { ...figures, countedAt: null }
    },
  }
}
