import { canChangeListing, type Member } from '#domain/access.ts'
import { AppError, MESSAGES } from '#domain/errors.ts'
import type { ListingChange, OwnListing } from '#domain/listings.schema.ts'
import { MAX_DRAFTS } from '#domain/listings.ts'
import type { Queries } from '#server/db/connect.ts'
import type { Limits } from '#server/limits/service.ts'
import type { EditingStore, ManagedRow } from '#server/listings/editing-store.ts'
import type { ListingsService } from '#server/listings/service.ts'
import type { Records } from '#server/records/service.ts'
import type { UploadsService } from '#server/uploads/service.ts'

const EXPIRED_AT_ONCE = 500

export type EditorParts = {
  store: EditingStore
  listings: Pick<ListingsService, 'getOwn'>
  uploads: Pick<UploadsService, 'setPictures'>
  records: Records
  limits: Limits
  now: () => Date
}
export type ListingEditor = ReturnType<typeof makeListingEditor>

/** What owners, and admins for them, do with listings. */
export const makeListingEditor = ({ store, listings, uploads, records, limits, now }: EditorParts) => {
  const getToChange = async (sql: Queries, id: string, viewer: Member): Promise<ManagedRow> => {
    const row = await store.lock(sql, id)
    const mayChange = row && canChangeListing(row, viewer)
    // Of somebody else's draft one may not even know.
    if (!row || (row.draft && !mayChange)) throw new AppError('missing', MESSAGES.listingMissing)
    if (!mayChange) throw new AppError('forbidden', MESSAGES.forbidden)
    return row
  }

  /** What an admin does to somebody else's listing is written down. */
  const note = async (sql: Queries, action: string, { id, sellerId, name }: ManagedRow, viewer: Member) => {
    if (sellerId === viewer.id) return
    await records.audit({ actor: viewer.id, action, subject: sellerId, details: { listing: id, name } }, sql)
  }

  return {
    async create(viewer: Member): Promise<OwnListing> {
      await limits.take('newListing', viewer.id)
      const id = await store.transaction(async (sql) => {
        if ((await store.countDrafts(sql, viewer.id)) >= MAX_DRAFTS)
          throw new AppError('conflict', MESSAGES.tooManyDrafts)
        return store.addDraft(sql, viewer.id)
      })
      return listings.getOwn(id, viewer)
    },

    async change(id: string, change: ListingChange, viewer: Member): Promise<OwnListing> {
      await store.transaction(async (sql) => {
        const row = await getToChange(sql, id, viewer)
        await uploads.setPictures(sql, { listingId: id, memberId: viewer.id, had: row.images, wanted: change.image })
        await store.change(sql, id, change, now())
        await note(sql, 'listing.edit', row, viewer)
      })
      return listings.getOwn(id, viewer)
    },

    remove: (id: string, viewer: Member): Promise<void> =>
      store.transaction(async (sql) => {
        const row = await getToChange(sql, id, viewer)
        await store.remove(sql, id)
        await note(sql, 'listing.delete', row, viewer)
      }),

    /** Takes down what has run out. */
    async expire(stopping?: AbortSignal): Promise<void> {
      while (!stopping?.aborted && (await store.expire(now(), EXPIRED_AT_ONCE)) === EXPIRED_AT_ONCE);
    },
  }
}
