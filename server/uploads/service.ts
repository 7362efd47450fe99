import { randomUUID } from 'node:crypto'
import type { Member } from '#domain/access.ts'
import { AppError, MESSAGES } from '#domain/errors.ts'
import { isPlaceholder } from '#domain/pictures.ts'
import { UNUSED_PICTURE_HOURS } from '#domain/retention.ts'
import type { Queries } from '#server/db/pool.ts'
import type { Limits } from '#server/limits/service.ts'
import type { OrdersService } from '#server/orders/service.ts'
import { limitConcurrency } from '#server/queue.ts'
import { pictureNames, pictureUrl, recognisePicture, resizePicture } from '#server/uploads/images.ts'
import type { Storage } from '#server/uploads/storage.ts'
import type { UploadsStore } from '#server/uploads/store.ts'

const LOOSE_AT_MOST = 500
const HOUR_MS = 60 * 60 * 1000
const SWEPT_AT_ONCE = 20
// Bounds the memory and processor time that decoding takes.
const DECODING_LIMITS = { concurrency: 2, maxQueued: 16 }

export type UploadKind = 'picture' | 'logo'
/** A listing's pictures, those it had and those it is to have. */
export type PictureChange = { listingId: string; memberId: string; had: readonly string[]; wanted: readonly string[] }

export type UploadsParts = {
  store: UploadsStore
  storage: Storage
  limits: Limits
  orders: Pick<OrdersService, 'picturesKept'>
  now: () => Date
}
export type UploadsService = ReturnType<typeof makeUploadsService>

export const makeUploadsService = ({ store, storage, limits, orders, now }: UploadsParts) => {
  const queued = limitConcurrency({
    ...DECODING_LIMITS,
    refusal: () => new AppError('away', MESSAGES.picturesAway),
  })

  const sweepSome = (): Promise<number> =>
    store.transaction(async (tx) => {
      const since = new Date(now().getTime() - UNUSED_PICTURE_HOURS * HOUR_MS)
      const loose = await store.lockLoose(tx, since, SWEPT_AT_ONCE)
      if (loose.length === 0) return 0
      const ordered = await orders.picturesKept(loose.map(({ url }) => url))
      const [kept, gone] = [loose.filter(({ url }) => ordered.has(url)), loose.filter(({ url }) => !ordered.has(url))]
      await store.markOrdered(
        tx,
        kept.map(({ id }) => id),
      )
      // Files first: whoever wants one of these meanwhile waits for the row, and then finds it gone.
      await Promise.all(gone.flatMap(({ id }) => pictureNames(id)).map((name) => storage.remove(name)))
      await store.remove(
        tx,
        gone.map(({ id }) => id),
      )
      return loose.length
    })

  return {
    /** Before anything is read: whether this member may send one more picture. */
    async admit(viewer: Member): Promise<void> {
      await limits.take('upload', viewer.id)
      if ((await store.countLoose(viewer.id)) >= LOOSE_AT_MOST) throw new AppError('tooMany', MESSAGES.picturesTooMany)
    },

    /** Keeps a picture and answers its address. */
    async put(viewer: Member, bytes: Buffer, kind: UploadKind): Promise<string> {
      const id = randomUUID()
      const url = pictureUrl(storage, id)
      const sizes = await queued(async () => {
        const format = await recognisePicture(bytes)
        if (kind === 'logo' && format !== 'jpeg') throw new AppError('wrongType', MESSAGES.logoWrongType)
        await store.add({ id, memberId: viewer.id, url, format, bytes: bytes.length })
        return resizePicture(bytes, id)
      })
      // Outside the queue, so that an object store that does not answer does not block the decoding.
      await Promise.all(sizes.map((size) => storage.put(size.name, size.bytes)))
      return url
    },

    /** Pictures on a listing are its own: already there, sent by whoever saves it and shown nowhere else, or placeholders. */
    async setPictures(tx: Queries, { listingId, memberId, had, wanted }: PictureChange): Promise<void> {
      const fresh = wanted.filter((url) => !had.includes(url) && !isPlaceholder(url))
      if (fresh.length > 0 && (await store.giveToListing(tx, fresh, memberId, listingId)) < fresh.length)
        throw new AppError('invalid', MESSAGES.pictureForeign)
      await store.loosenFromListing(tx, listingId, [...wanted], now())
    },

    /** A logo is a JPEG that the member sent, or none. */
    async setLogo(tx: Queries, memberId: string, url: string): Promise<void> {
      if (url !== '' && !(await store.makeLogo(tx, url, memberId)))
        throw new AppError('invalid', MESSAGES.logoWrongType)
      await store.loosenLogos(tx, memberId, url, now())
    },

    /** Lets go, some at a time, of what nobody has shown for a day; copies of the server share the work. */
    async sweep(stopping?: AbortSignal): Promise<void> {
      while (!stopping?.aborted && (await sweepSome()) === SWEPT_AT_ONCE);
    },
  }
}
