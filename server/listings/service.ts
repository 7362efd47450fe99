import { canChangeListing, canListUnpublished, canSeeListing, type Viewer } from '#domain/access.ts'
import type { Dashboard } from '#domain/dashboard.schema.ts'
import { AppError, MESSAGES } from '#domain/errors.ts'
import { isId } from '#domain/ids.ts'
import type { Listing, ListingPage, ListingQuery, OwnListing } from '#domain/listings.schema.ts'
import { SECTIONS } from '#domain/listings.ts'
import type { MemberExport } from '#domain/privacy.schema.ts'
import { makeShared } from '#server/at-once.ts'
import type { Queries } from '#server/db/connect.ts'
import type { ManagementStore } from '#server/listings/management-store.ts'
import type { ListingRow } from '#server/listings/rows.ts'
import { type Made, type Mark, makeShelf } from '#server/listings/shelf.ts'
import type { ListingsStore } from '#server/listings/store.ts'
import { toCard } from '#server/listings/views.ts'
import type { ReviewsService } from '#server/reviews/service.ts'
import type { Page } from '#server/search/statement.ts'

const CATEGORIES_IN_FIGURES = 12
const OPENING = Buffer.from('{"products":[')
const COMMA = Buffer.from(',')
const CARDS_KEPT = 5_000
const DETAILS_KEPT = 1_000
const STRETCH = 10_000
const READ_AT_ONCE = 1_000

/** A thing, and the bytes it is sent as. */
type Serialised<T> = { thing: T; bytes: Buffer }
/** And with it what decides who may see it. */
type Detail = Serialised<Listing> & Pick<ListingRow, 'sellerId' | 'shown' | 'draft' | 'expiresAt'>

const serialise = <T>(thing: T): Serialised<T> => ({ thing, bytes: Buffer.from(JSON.stringify(thing)) })
const made = <T>({ id, version }: Mark, value: T): Made<T> => ({ id, version, value })

export type ListingsService = ReturnType<typeof makeListingsService>

export const makeListingsService = (
  store: ListingsStore,
  managed: Pick<ManagementStore, 'page' | 'auxPhone'>,
  reviews: ReviewsService,
  now: () => Date,
) => {
  const cards = makeShelf(CARDS_KEPT, async (marks: Mark[]) =>
    (await store.read(marks.map(({ id }) => id))).map((row) => made(row, serialise(toCard(row)))),
  )
  // A review moves its listing's rating, and so makes a new version of the listing: its version covers them too.
  const details = makeShelf(DETAILS_KEPT, async ([mark]: Mark[]) => {
    const [[row], comments] = await Promise.all([store.read([mark?.id ?? '']), reviews.ofListing(mark?.id ?? '')])
    if (!row) return []
    const { sellerId, shown, draft, expiresAt } = row
    return [made(row, { ...serialise({ ...toCard(row), reviews: comments }), sellerId, shown, draft, expiresAt })]
  })

  const lay = async (query: ListingQuery, { marks, total }: Page) => ({
    products: await cards(marks),
    pages: Math.ceil(total / query.pageSize),
    page: query.p,
  })
  const shared = makeShared<Awaited<ReturnType<typeof lay>>>()

  const page = async (query: ListingQuery, viewer: Viewer = null) => {
    if (canListUnpublished(query.seller, viewer)) return lay(query, await managed.page(query))
    return shared(JSON.stringify(query), async () => lay(query, await store.page(query)))
  }

  const detail = async (id: string, viewer: Viewer): Promise<Detail> => {
    // Pages pass on whatever stands in their address.
    const key = id.toLowerCase()
    const version = isId(key) ? await store.findVersion(key) : undefined
    const found = version && (await details([{ id: key, version }]))[0]
    if (!found) throw new AppError('missing', MESSAGES.listingMissing)
    const { sellerId, shown, draft, expiresAt } = found
    const isPublic = shown && (expiresAt === null || expiresAt > now())
    if (!canSeeListing({ sellerId, isPublic }, viewer)) {
      throw new AppError('missing', draft ? MESSAGES.listingMissing : MESSAGES.listingPaused)
    }
    return found
  }

  // Put together anew each time: what is not for everyone is never kept among what is.
  const getOwn = async (id: string, viewer: Viewer): Promise<OwnListing> => {
    const [{ thing }, auxPhone] = await Promise.all([detail(id, viewer), managed.auxPhone(id)])
    return { ...thing, auxPhone }
  }

  return {
    async list(query: ListingQuery): Promise<ListingPage> {
      const { products, ...rest } = await page(query)
      return { products: products.map(({ thing }) => thing), ...rest }
    },

    /** The same page as the bytes that are sent, put together from listings written out before. */
    async listBytes(query: ListingQuery, viewer: Viewer): Promise<Buffer> {
      const { products, pages, page: number } = await page(query, viewer)
      const listed = products.flatMap(({ bytes }, index) => (index === 0 ? [bytes] : [COMMA, bytes]))
      return Buffer.concat([OPENING, ...listed, Buffer.from(`],"pages":${pages},"page":${number}}`)])
    },

    get: async (id: string, viewer: Viewer = null): Promise<Listing> => (await detail(id, viewer)).thing,
    getOwn,
    async getBytes(id: string, viewer: Viewer): Promise<Buffer> {
      const { thing, bytes } = await detail(id, viewer)
      if (!canChangeListing({ sellerId: thing.seller._id }, viewer)) return bytes
      return Buffer.from(JSON.stringify(await getOwn(id, viewer)))
    },

    categories: (): Promise<string[]> => store.categories(),
    lapsedSince: (moment: Date): Promise<boolean> => store.lapsedSince(moment),

    /** For machines that read everything: stretches of places, and the listings of one, some at a time. */
    stretches: (): Promise<number[]> => store.shownStretches(STRETCH),
    async *idsInStretch(stretch: number): AsyncGenerator<string[]> {
      let from = stretch * STRETCH
      for (;;) {
        const rows = await store.shownBetween(from, (stretch + 1) * STRETCH, READ_AT_ONCE)
        if (rows.length > 0) yield rows.map(({ id }) => id)
        if (rows.length < READ_AT_ONCE) return
        from = (rows.at(-1)?.place ?? 0) + 1
      }
    },

    /** All that a member wrote, for the member alone. */
    ofMember: async (memberId: string): Promise<MemberExport['listings']> =>
      (await store.ofMember(memberId)).map((row) => ({ ...toCard(row), auxPhone: row.auxPhone })),

    hasNamed: (memberId: string): Promise<boolean> => store.hasNamed(memberId),
    removeOf: (sql: Queries, memberId: string): Promise<void> => store.removeOf(sql, memberId),

    async figures(): Promise<Dashboard['listings']> {
      const { bySection, ...figures } = await store.figures(CATEGORIES_IN_FIGURES)
      const shownIn = new Map(bySection.map(({ section, shown }) => [section, shown]))
      return { ...figures, bySection: SECTIONS.map((section) => ({ section, shown: shownIn.get(section) ?? 0 })) }
    },
  }
}
