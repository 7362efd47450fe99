import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Member } from '#domain/accounts/access.ts'
import { UNUSED_PICTURE_HOURS } from '#domain/accounts/retention.ts'
import { SETTINGS_MESSAGES } from '#domain/association/settings.ts'
import { HOUR_MS } from '#domain/base/dates.ts'
import { AppError, MESSAGES } from '#domain/base/errors.ts'
import { isPlaceholder } from '#domain/market/uploads.ts'
import type { MarketHooks } from '#server/market/hooks.ts'
import {
  mailLogo,
  narrowName,
  pictureNames,
  pictureUrl,
  recognisePicture,
  resizePicture,
} from '#server/market/uploads/images.ts'
import { makeSpool, type SpooledFile } from '#server/market/uploads/spool.ts'
import type { Storage } from '#server/market/uploads/storage.ts'
import type { UploadsStore } from '#server/market/uploads/store.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import type { Limits } from '#server/platform/limits/service.ts'
import type { PersonalData } from '#server/platform/personal-data.ts'
import { limitConcurrency } from '#server/platform/queue.ts'

const MAX_UNUSED = 500
const SWEEP_BATCH = 20
// Limits the memory and CPU time of decoding.
const DECODING_LIMITS = { concurrency: 2, maxQueued: 16 }

export type UploadKind = 'picture' | 'logo'
/** The pictures of a listing before and after a change. */
export type PictureChange = { listingId: string; memberId: string; had: readonly string[]; wanted: readonly string[] }

export type UploadsParts = {
  store: UploadsStore
  storage: Storage
  limits: Limits
  picturesInRequests: MarketHooks['picturesInRequests']
  retention: { surelyPassed: () => Promise<Date> }
  now: () => Date
}
export type UploadsService = ReturnType<typeof makeUploadsService>

export const makeUploadsService = ({ store, storage, limits, picturesInRequests, retention, now }: UploadsParts) => {
  const spool = makeSpool()
  const queued = limitConcurrency({
    ...DECODING_LIMITS,
    refusal: () => new AppError('unavailable', MESSAGES.picturesUnavailable),
  })

  /** Marks a batch of unused pictures, which can no longer be used then; returns its size and the ids. */
  const markUnused = (since: Date): Promise<{ found: number; removable: string[] }> =>
    store.transaction(async (tx) => {
      const unused = await store.lockUnused(tx, since, SWEEP_BATCH)
      const ordered = await picturesInRequests(
        tx,
        unused.map(({ url }) => url),
      )
      const idsOf = (isOrdered: boolean) =>
        unused.filter(({ url }) => ordered.has(url) === isOrdered).map(({ id }) => id)
      const removable = idsOf(false)
      await store.markOrdered(tx, idsOf(true))
      await store.markRemoving(tx, removable)
      return { found: unused.length, removable }
    })

  /** The files are deleted between two transactions, because the storage may take long; the next run finds what was left. */
  const sweepBatch = async (since: Date): Promise<number> => {
    const { found, removable } = await markUnused(since)
    await Promise.all(removable.flatMap(pictureNames).map((name) => storage.remove(name)))
    await store.remove(removable)
    return found
  }

  let lastLogo: { url: string; picture: Promise<Buffer> } | undefined

  return {
    /** The association's logo, which mails carry with them. */
    mailLogo(url: string): Promise<Buffer> {
      if (lastLogo?.url !== url) {
        const picture = storage.get(narrowName(url)).then(mailLogo)
        lastLogo = { url, picture }
        // Tried again with the next mail.
        picture.catch(() => {
          lastLogo = undefined
        })
      }
      return lastLogo.picture
    },

    /** Checks the limits of the member, before the body is read. */
    async admit(viewer: Member): Promise<void> {
      await limits.take('upload', viewer.id)
      if ((await store.countUnused(viewer.id)) >= MAX_UNUSED)
        throw new AppError('tooManyRequests', MESSAGES.tooManyUnusedPictures)
    },

    /** Writes an upload to disk while it arrives. */
    receive: (viewer: Member, content: Readable, signal: AbortSignal): Promise<SpooledFile> =>
      spool.write(viewer.id, content, signal),

    /** Stores a picture and returns its URL. */
    async put(viewer: Member, { path, size: bytes }: SpooledFile, kind: UploadKind): Promise<string> {
      const id = randomUUID()
      const url = pictureUrl(storage, id)
      const sizes = await queued(async () => {
        const format = await recognisePicture(path)
        if (kind === 'logo' && format !== 'jpeg')
          throw new AppError('unsupportedMediaType', MESSAGES.logoUnsupportedType)
        await store.add({ id, memberId: viewer.id, url, format, bytes, at: now() })
        return resizePicture(path, id)
      })
      // Outside the queue, so that an object storage that does not respond does not block the decoding.
      await Promise.all(sizes.map((size) => storage.put(size.name, size.bytes)))
      return url
    },

    /** New pictures must be placeholders, or uploads of the member that are not used elsewhere. */
    async setPictures(tx: Queries, { listingId, memberId, had, wanted }: PictureChange): Promise<void> {
      const fresh = wanted.filter((url) => !had.includes(url) && !isPlaceholder(url))
      if (fresh.length > 0 && (await store.assignToListing(tx, fresh, memberId, listingId)) < fresh.length)
        throw new AppError('invalid', MESSAGES.pictureNotOwned)
      await store.detachFromListing(tx, listingId, [...wanted], now())
    },

    /** A logo must be a JPEG that the member uploaded, or empty. */
    async setLogo(tx: Queries, memberId: string, url: string): Promise<void> {
      if (url !== '' && !(await store.makeLogo(tx, url, memberId)))
        throw new AppError('invalid', MESSAGES.logoUnsupportedType)
      await store.detachLogos(tx, memberId, url, now())
    },

    /** Pictures of listings are removed with them. */
    personalData: {
      tables: ['upload'],
      erase: (tx, { id }) => store.detachLogos(tx, id, '', now()),
    } satisfies PersonalData,

    /** Logos in the association's settings: a new one must be an upload of the admin that is used nowhere else. */
    async setSitePictures(tx: Queries, { memberId, had, wanted }: Omit<PictureChange, 'listingId'>): Promise<void> {
      const fresh = [...new Set(wanted)].filter((url) => !had.includes(url))
      if (fresh.length > 0 && (await store.assignToSettings(tx, fresh, memberId)) < fresh.length)
        throw new AppError('invalid', SETTINGS_MESSAGES.pictureNotUploaded)
      await store.detachFromSettings(tx, [...wanted], now())
    },

    /** Deletes unused pictures in batches; instances of the server can run it concurrently. */
    async sweep(stopping?: AbortSignal): Promise<void> {
      const since = new Date((await retention.surelyPassed()).getTime() - UNUSED_PICTURE_HOURS * HOUR_MS)
      while (!stopping?.aborted && (await sweepBatch(since)) === SWEEP_BATCH);
    },
  }
}
