import type { Member } from '#domain/accounts/access.ts'
import { AppError } from '#domain/base/errors.ts'
import type { AlertView } from '#domain/market/alerts.schema.ts'
import { ALERT_MESSAGES, findsEverything, MAX_ALERTS } from '#domain/market/alerts.ts'
import type { ListingCard, ListingQuery } from '#domain/market/listings.schema.ts'
import { describeSearch, type SearchParameters } from '#domain/market/saved-searches.ts'
import type { AlertRow, AlertsStore, MatchingAlert } from '#server/market/alerts/store.ts'
import type { ListingsService } from '#server/market/listings/service.ts'
import type { SavedSearches } from '#server/market/search/saved-searches.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import type { PersonalData } from '#server/platform/personal-data.ts'
import type { Notices } from '#server/talk/notices/service.ts'
import { listingRef } from '#server/talk/references/references.ts'

const MEMBERS_AT_ONCE = 500
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

type Parts = {
  store: AlertsStore
  searches: SavedSearches
  listings: ListingsService
  notices: Notices
  now: () => Date
}

const noticeText = (listing: string, searches: string[]): string =>
  searches.length === 1
    ? `«${listing}» risponde alla tua ricerca «${searches[0]}»`
    : `«${listing}» risponde a ${searches.length} tue ricerche: ${searches.map((each) => `«${each}»`).join(', ')}`

export const makeAlerts = ({ store, searches, listings, notices, now }: Parts) => {
  const viewsOf = async (rows: AlertRow[]): Promise<AlertView[]> => {
    const parameters = await searches.parametersOf(rows.map(({ searchId }) => searchId))
    return rows.map(({ id, searchId, createdAt }) => {
      const query = parameters.get(searchId) ?? {}
      return { _id: id, query, text: describeSearch(query), createdAt: createdAt.toISOString() }
    })
  }

  const tell = (
    tx: Queries,
    alerts: MatchingAlert[],
    texts: Map<number, string>,
    { _id }: Pick<ListingCard, '_id'>,
  ) => {
    const told = [...Map.groupBy(alerts, ({ memberId }) => memberId)].map(([member, own]) => ({
      member,
      text: noticeText(
        listingRef(_id),
        own.map(({ searchId }) => texts.get(searchId) ?? ''),
      ),
    }))
    return notices.tellEach(tx, told, { kind: 'alert', link: `/product/${_id}`, listing: _id, key: `alert ${_id}` })
  }

  return {
    /** Returns the existing alert if the member has already saved the same search. */
    async add(viewer: Member, query: ListingQuery): Promise<AlertView> {
      if (findsEverything(query)) throw new AppError('invalid', ALERT_MESSAGES.findsEverything)
      const row = await store.transaction(async (tx) => {
        await store.lockMember(tx, viewer.id)
        const searchId = await searches.save(tx, query, ALERT_MESSAGES)
        const own = await store.ofMember(viewer.id, tx)
        const existing = own.find((alert) => alert.searchId === searchId)
        if (existing) return existing
        if (own.length >= MAX_ALERTS) throw new AppError('conflict', ALERT_MESSAGES.tooMany)
        return store.add(tx, viewer.id, searchId, now())
      })
      await searches.resolve(row.searchId)
      const [view] = await viewsOf([row])
      return view as AlertView
    },

    list: async ({ id }: Pick<Member, 'id'>): Promise<AlertView[]> => viewsOf(await store.ofMember(id)),

    count: async ({ id }: Member): Promise<number> => (await store.ofMember(id)).length,

    async remove(viewer: Member, id: string): Promise<void> {
      if (!(await store.remove(viewer.id, id))) throw new AppError('notFound', ALERT_MESSAGES.notFound)
    },

    /** Notifies the members whose saved searches find this listing, once per alert. */
    async match(listingId: string, stopping?: AbortSignal): Promise<void> {
      const [listing] = await listings.publicOf([listingId])
      const searchIds = listing ? await searches.thatFind(listingId) : []
      if (!listing || searchIds.length === 0) return
      const parameters: Map<number, SearchParameters> = await searches.parametersOf(searchIds)
      const texts = new Map([...parameters].map(([id, query]) => [id, describeSearch(query)]))
      const found = { listingId, sellerId: listing.seller._id, searchIds }
      for (let after = FIRST_ID; ; ) {
        // The aborted job fails, and is run again.
        stopping?.throwIfAborted()
        const last = await store.transaction(async (tx) => {
          await store.lockListing(tx, listingId)
          const alerts = await store.toTell(tx, found, after, MEMBERS_AT_ONCE)
          // First, because notices lock members, and members are locked before listings.
          await tell(tx, alerts, texts, listing)
          await store.recordMatches(
            tx,
            alerts.map(({ id }) => id),
            listingId,
          )
          const members = new Set(alerts.map(({ memberId }) => memberId))
          return members.size < MEMBERS_AT_ONCE ? undefined : alerts.at(-1)?.memberId
        })
        if (!last) return
        after = last
      }
    },

    resolveSearches: searches.resolveAll,

    personalData: {
      tables: ['alert'],
      export: async ({ id }) => ({ alerts: await viewsOf(await store.ofMember(id)) }),
      erase: (tx, { id }) => store.removeOf(tx, id),
      deleteExpired: () => searches.removeUnused(),
    } satisfies PersonalData,
  }
}
