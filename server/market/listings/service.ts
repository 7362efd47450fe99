import {
  canChangeListing,
  canListUnpublished,
  canSeeListing,
  isModerator,
  type Member,
  type Viewer,
} from '#domain/accounts/access.ts'
import type { Dashboard } from '#domain/association/dashboard.schema.ts'
import type { ReportedThing } from '#domain/association/reports.ts'
import { AppError, MESSAGES } from '#domain/base/errors.ts'
import { isId } from '#domain/base/ids.ts'
import { EVENT_MESSAGES } from '#domain/market/events.ts'
import type {
  ListingCard,
  ListingDetail,
  ListingPage,
  ListingQuery,
  OwnListing,
} from '#domain/market/listings.schema.ts'
import { SECTIONS } from '#domain/market/listings.ts'
import type { MarketHooks } from '#server/market/hooks.ts'
import type { ListingChanged } from '#server/market/listings/changed.ts'
import type { EditingStore } from '#server/market/listings/editing-store.ts'
import type { Withheld } from '#server/market/listings/rows.ts'
import type { ListingsStore, OwnListingRow } from '#server/market/listings/store.ts'
import { toCard } from '#server/market/listings/views.ts'
import type { ReviewsService } from '#server/market/reviews/service.ts'
import type { Search } from '#server/market/search/search.ts'
import { pagesOf } from '#server/platform/db/page.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import type { PersonalData } from '#server/platform/personal-data.ts'

const DASHBOARD_CATEGORIES = 12
const SITEMAP_PART_LENGTH = 10_000
const SITEMAP_BATCH = 1_000

export type ListingsParts = {
  store: ListingsStore
  editingStore: EditingStore
  search: Search
  reviews: ReviewsService
  hasFinished: MarketHooks['hasFinished']
  changed: ListingChanged
  now: () => Date
}
export type ListingsService = ReturnType<typeof makeListingsService>

export const makeListingsService = ({
  store,
  editingStore,
  search,
  reviews,
  hasFinished,
  changed,
  now,
}: ListingsParts) => {
  const refuseHidden = async (row: OwnListingRow, viewer: Viewer): Promise<void> => {
    const { id, sellerId, shown, draft, hidden, withheld, expiresAt, endsAt } = row
    if (withheld && isModerator(viewer)) return
    if (withheld === 'removed') throw new AppError('notFound', MESSAGES.listingNotFound)
    const isPublic = shown && (expiresAt === null || expiresAt > now())
    if (canSeeListing({ sellerId, isPublic }, viewer)) return
    // So that the member can review it: by then an event is over, and the last piece may be sold.
    if (viewer && !draft && !hidden && !withheld && (await hasFinished(viewer.id, id))) return
    if (draft) throw new AppError('notFound', MESSAGES.listingNotFound)
    const isOver = endsAt !== null && endsAt <= now()
    throw new AppError('notFound', isOver ? EVENT_MESSAGES.over : MESSAGES.listingPaused)
  }

  const getOwn = async (id: string, viewer: Viewer): Promise<OwnListing> => {
    // Pages pass the id from their URL unchecked.
    const [row, listingReviews] = isId(id) ? await Promise.all([store.find(id), reviews.ofListing(id)]) : []
    if (!row || !listingReviews) throw new AppError('notFound', MESSAGES.listingNotFound)
    await refuseHidden(row, viewer)
    return { ...toCard(row), comune: row.comune, reviews: listingReviews, auxPhone: row.auxPhone }
  }

  const setWithheld = async (tx: Queries, id: string, withheld: Withheld | null): Promise<void> => {
    const before = await store.lockState(tx, id)
    await store.setWithheld(tx, id, withheld)
    if (before) await changed(tx, before, await store.lockState(tx, id))
  }

  return {
    async list(query: ListingQuery, viewer: Viewer = null): Promise<ListingPage> {
      const {
        rows,
        total,
        isAtLeast = false,
        instead = null,
      } = await (canListUnpublished(query.seller, viewer) ? editingStore.page(query) : search.listings(query))
      const pages = pagesOf(total, query.pageSize)
      return { products: rows.map(toCard), pages, page: query.p, total, isAtLeast, instead }
    },

    async get(id: string, viewer: Viewer = null): Promise<ListingDetail> {
      const { auxPhone, ...listing } = await getOwn(id, viewer)
      return canChangeListing({ sellerId: listing.seller._id }, viewer) ? { ...listing, auxPhone } : listing
    },
    /** Includes the private fields; callers must check permission. */
    getOwn,

    /** The given listings that are public, in the given order. */
    publicOf: async (ids: string[]): Promise<ListingCard[]> => (await store.publicOf(ids)).map(toCard),

    /** Public listings that were published after a moment, newest first. */
    publishedSince: async (tx: Queries, moment: Date, most: number): Promise<ListingCard[]> =>
      (await store.publishedSince(tx, moment, most)).map(toCard),

    categories: store.categories,
    lastExpiry: store.lastExpiry,

    /** Part n of the sitemap has the listings whose serial number `place` is in the n-th range of 10,000. */
    sitemapParts: (): Promise<number[]> => store.shownRanges(SITEMAP_PART_LENGTH),
    async *idsInSitemapPart(part: number): AsyncGenerator<string[]> {
      let from = part * SITEMAP_PART_LENGTH
      for (;;) {
        const rows = await store.publicBetween(from, (part + 1) * SITEMAP_PART_LENGTH, SITEMAP_BATCH)
        if (rows.length > 0) yield rows.map(({ id }) => id)
        if (rows.length < SITEMAP_BATCH) return
        from = (rows.at(-1)?.place ?? 0) + 1
      }
    },

    countShown: ({ id }: Member): Promise<number> => store.countShown(id, now()),
    hasNonDraft: store.hasNonDraft,
    async setHidden(tx: Queries, memberId: string, hidden: boolean): Promise<void> {
      for (const listing of await store.setHidden(tx, memberId, hidden))
        if (listing.shown) await changed(tx, { ...listing, shown: false }, listing)
    },
    /** The listing as the reporter sees it; undefined for drafts, and if a decision has hidden or removed it. */
    async reported(id: string): Promise<ReportedThing | undefined> {
      const row = await store.find(id)
      if (!row || row.draft || row.withheld === 'hidden' || row.withheld === 'removed') return undefined
      return { authorId: row.sellerId, title: row.name, path: `/product/${id}`, content: row.description }
    },
    /** Locks the listing; undefined if it does not exist. */
    lockWithheld: store.lockWithheld,
    setWithheld,
    /** Shows a listing that reports have hidden, but not one that a decision has hidden. */
    async showReported(tx: Queries, id: string): Promise<void> {
      if ((await store.lockWithheld(tx, id))?.withheld === 'reports') await setWithheld(tx, id, null)
    },
    personalData: {
      tables: ['listing'],
      export: async ({ id }) => ({
        listings: (await store.ofMember(id)).map((row) => ({ ...toCard(row), auxPhone: row.auxPhone })),
      }),
      async erase(tx, { id }) {
        for (const listing of await store.lockShownOf(tx, id)) await changed(tx, listing, undefined)
        await store.removeOf(tx, id)
      },
    } satisfies PersonalData,

    async figures(): Promise<Dashboard['listings']> {
      const { bySection, ...figures } = await store.figures(DASHBOARD_CATEGORIES)
      const shownIn = new Map(bySection.map(({ section, shown }) => [section, shown]))
      return { ...figures, bySection: SECTIONS.map((section) => ({ section, shown: shownIn.get(section) ?? 0 })) }
    },
  }
}
