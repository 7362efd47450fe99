import { canChangeListing, type Member } from '#domain/accounts/access.ts'
import { AppError, MESSAGES } from '#domain/base/errors.ts'
import { eventPlace, findEventError } from '#domain/market/events.ts'
import type { ListingChange, OwnListing } from '#domain/market/listings.schema.ts'
import { changedTooOften, isDraft, MAX_DRAFTS, quantityChanged } from '#domain/market/listings.ts'
import type { MembersService } from '#server/accounts/members/service.ts'
import { freshnessKey, type ListingLife } from '#server/market/freshness/life.ts'
import type { MarketHooks } from '#server/market/hooks.ts'
import type { ListingChanged } from '#server/market/listings/changed.ts'
import type { EditingStore, LockedListing } from '#server/market/listings/editing-store.ts'
import { endingKey } from '#server/market/listings/ending.ts'
import type { ListingsService } from '#server/market/listings/service.ts'
import { tellWaiting } from '#server/market/listings/stock.ts'
import type { UploadsService } from '#server/market/uploads/service.ts'
import type { Audit } from '#server/platform/audit.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import type { Limits } from '#server/platform/limits/service.ts'
import type { Notices } from '#server/talk/notices/service.ts'

const EXPIRY_BATCH = 500

export type EditorParts = {
  store: EditingStore
  listings: ListingsService
  members: MembersService
  uploads: UploadsService
  events: MarketHooks['events']
  notices: Notices
  audit: Audit
  limits: Limits
  changed: ListingChanged
  life: ListingLife
  now: () => Date
}
/** The time and place of a published event; null for other listings. */
const eventDetails = (change: ListingChange) => {
  const { name, section, startsAt, endsAt } = change
  return section === 'avviso' && !isDraft(name) ? { startsAt, endsAt, place: eventPlace(change) } : null
}

/** The quantity to store: if the owner did not change it, the stored one stays, which orders may have changed in the meantime. */
const quantityToStore = <Quantity extends number | null>(
  field: 'countInStock' | 'places',
  wanted: Quantity,
  { seen, stored }: { seen: Quantity | undefined; stored: Quantity },
): Quantity => {
  if (seen === undefined || stored === seen || stored === wanted) return wanted
  if (wanted === seen) return stored
  const message = quantityChanged(stored)
  throw new AppError('conflict', message, { errors: { [field]: message } })
}

/** Changes of listings, by their owners and by admins. */
export const makeListingEditor = (parts: EditorParts) => {
  const { store, listings, members, uploads, events, notices, audit, limits, changed, life, now } = parts
  const lockToChange = async (tx: Queries, id: string, viewer: Member): Promise<LockedListing> => {
    const row = await store.lock(tx, id)
    const mayChange = row && canChangeListing(row, viewer)
    // Drafts of other members are reported as missing, not as forbidden.
    if (!row || row.withheld === 'removed' || (row.draft && !mayChange))
      throw new AppError('notFound', MESSAGES.listingNotFound)
    if (!mayChange) throw new AppError('forbidden', MESSAGES.forbidden)
    return row
  }
  const refuseUnlessSeller = ({ isSeller }: Member): void => {
    if (!isSeller) throw new AppError('forbidden', MESSAGES.publishingClosed)
  }

  const refuseWrongEventTimes = (change: ListingChange, { draft, endsAt }: LockedListing): void => {
    const { startsAt, endsAt: newEnd } = change
    // A draft may lack its times.
    const isChecked = change.section === 'avviso' && (!isDraft(change.name) || (startsAt && newEnd))
    const error = isChecked && findEventError(change, { now: now(), knownEnd: draft ? null : endsAt })
    if (error) throw new AppError('invalid', error.message, { errors: { [error.field]: error.message } })
  }

  /** Records in the audit log what an admin does to another member's listing. */
  const recordForeign = async (
    tx: Queries,
    action: 'listing.edit' | 'listing.delete',
    { id, sellerId, name }: LockedListing,
    viewer: Member,
  ) => {
    if (sellerId === viewer.id) return
    await audit.record({ actor: viewer.id, action, subject: sellerId, details: { listing: id, name } }, tx)
  }

  return {
    async create(viewer: Member): Promise<OwnListing> {
      refuseUnlessSeller(viewer)
      await limits.take('newListing', viewer.id)
      const id = await store.transaction(async (tx) => {
        if ((await store.countDrafts(tx, viewer.id)) >= MAX_DRAFTS)
          throw new AppError('conflict', MESSAGES.tooManyDrafts)
        return store.addDraft(tx, viewer.id, now())
      })
      return listings.getOwn(id, viewer)
    },

    async change(id: string, change: ListingChange, viewer: Member): Promise<OwnListing> {
      await limits.takeExplained(changedTooOften, 'listingChange', viewer.id, id)
      await store.transaction(async (tx) => {
        const sellerId = await store.sellerOf(tx, id)
        if (sellerId && !isDraft(change.name)) await members.welcome.lockBeforeListing(tx, sellerId)
        if (sellerId) await events.lockPeople(tx, id, sellerId)
        const row = await lockToChange(tx, id, viewer)
        if (row.sellerId === viewer.id) refuseUnlessSeller(viewer)
        refuseWrongEventTimes(change, row)
        await uploads.setPictures(tx, { listingId: id, memberId: viewer.id, had: row.images, wanted: change.image })
        const { countInStock, countInStockSeen, places, placesSeen } = change
        const quantities = {
          countInStock: quantityToStore('countInStock', countInStock, { seen: countInStockSeen, stored: row.stock }),
          places: quantityToStore('places', places, { seen: placesSeen, stored: row.places }),
        }
        await store.change(tx, id, { ...change, ...quantities }, now())
        await events.follow(tx, id, eventDetails(change))
        if (quantities.countInStock !== row.stock) await tellWaiting(tx, [{ listingId: id }])
        if (row.draft && !isDraft(change.name)) await members.welcome.onListing(tx, row.sellerId)
        await recordForeign(tx, 'listing.edit', row, viewer)
        await changed(tx, row, await store.lock(tx, id))
        if (row.sellerId !== viewer.id) return
        await notices.markRead(tx, viewer.id, endingKey(id))
        await life(tx, viewer.id, [id])
      })
      return listings.getOwn(id, viewer)
    },

    remove: (id: string, viewer: Member): Promise<void> =>
      store.transaction(async (tx) => {
        // Deleting a listing changes its seller's rating: members are locked before listings.
        const sellerId = await store.sellerOf(tx, id)
        if (sellerId) await events.lockPeople(tx, id, sellerId)
        const row = await lockToChange(tx, id, viewer)
        await events.remove(tx, id)
        await changed(tx, row, undefined)
        await store.remove(tx, id)
        await notices.removeAbout(tx, [row.sellerId], [endingKey(id), freshnessKey(id)])
        await recordForeign(tx, 'listing.delete', row, viewer)
      }),

    hasToExpire: () => store.hasToExpire(now()),

    /** Marks listings whose expiry has passed, which removes them from all counts. */
    async expire(stopping?: AbortSignal): Promise<void> {
      const expireSome = () =>
        store.transaction(async (tx) => {
          const due = await store.markExpired(tx, now(), EXPIRY_BATCH)
          for (const before of due) await changed(tx, before, { ...before, shown: false, expired: true })
          return due.length
        })
      while (!stopping?.aborted && (await expireSome()) === EXPIRY_BATCH);
    },
  }
}
