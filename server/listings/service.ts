import { canSeeListing, type Viewer } from '#domain/access.ts'
import type { Dashboard } from '#domain/dashboard.ts'
import { AppError, MESSAGES } from '#domain/errors.ts'
import { isId } from '#domain/ids.ts'
import { SECTIONS } from '#domain/listing-terms.ts'
import type { Listing, ListingPage, ListingQuery } from '#domain/listings.ts'
import type { MemberExport } from '#domain/privacy.ts'
import type { Queries } from '#server/db/connect.ts'
import { type Made, type Mark, makeShelf } from '#server/listings/shelf.ts'
import type { ListingsStore } from '#server/listings/store.ts'
import { toCard } from '#server/listings/views.ts'
import type { ReviewsService } from '#server/reviews/service.ts'

const CATEGORIES_IN_FIGURES = 12
const OPENING = Buffer.from('{"products":[')
const COMMA = Buffer.from(',')
const CARDS_KEPT = 5_000
const DETAILS_KEPT = 1_000

/** A thing, and the bytes it is sent as. */
type Serialised<T> = { thing: T; bytes: Buffer }

const made = <T>({ id, version }: Mark, thing: T): Made<Serialised<T>> => ({
  id,
  version,
  value: { thing, bytes: Buffer.from(JSON.stringify(thing)) },
})

export type ListingsService = ReturnType<typeof makeListingsService>

export const makeListingsService = (store: ListingsStore, reviews: ReviewsService, now: () => Date) => {
  const cards = makeShelf(CARDS_KEPT, async (marks: Mark[]) =>
    (await store.read(marks.map(({ id }) => id))).map((row) => made(row, toCard(row))),
  )
  // A review moves its listing's rating, and so makes a new version of the listing: its version covers them too.
  const details = makeShelf(DETAILS_KEPT, async ([mark]: Mark[]) => {
    const [[row], comments] = await Promise.all([store.read([mark?.id ?? '']), reviews.ofListing(mark?.id ?? '')])
    return row ? [made(row, { ...toCard(row), reviews: comments })] : []
  })

  const page = async (query: ListingQuery) => {
    const { marks, total } = await store.page(query)
    return { products: await cards(marks), pages: Math.ceil(total / query.pageSize), page: query.p }
  }

  const detail = async (id: string, viewer: Viewer): Promise<Serialised<Listing>> => {
    // Pages pass on whatever stands in their address.
    const mark = isId(id) ? await store.findMark(id) : undefined
    if (!mark) throw new AppError('missing', MESSAGES.listingMissing)
    const isPublic = mark.shown && (mark.expiresAt === null || mark.expiresAt > now())
    if (!canSeeListing({ sellerId: mark.sellerId, isPublic }, viewer)) {
      throw new AppError('missing', mark.draft ? MESSAGES.listingMissing : MESSAGES.listingPaused)
    }
    const [found] = await details([mark])
    if (!found) throw new AppError('missing', MESSAGES.listingMissing)
    return found
  }

  return {
    async list(query: ListingQuery): Promise<ListingPage> {
      const { products, ...rest } = await page(query)
      return { products: products.map(({ thing }) => thing), ...rest }
    },

    /** The same page as the bytes that are sent, put together from listings written out before. */
    async listBytes(query: ListingQuery): Promise<Buffer> {
      const { products, pages, page: number } = await page(query)
      const listed = products.flatMap(({ bytes }, index) => (index === 0 ? [bytes] : [COMMA, bytes]))
      return Buffer.concat([OPENING, ...listed, Buffer.from(`],"pages":${pages},"page":${number}}`)])
    },

    get: async (id: string, viewer: Viewer = null): Promise<Listing> => (await detail(id, viewer)).thing,
    getBytes: async (id: string, viewer: Viewer): Promise<Buffer> => (await detail(id, viewer)).bytes,

    categories: (): Promise<string[]> => store.categories(),

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
