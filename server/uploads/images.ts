import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { PICTURE_WIDTHS } from '#domain/pictures.ts'
import type { Storage } from '#server/uploads/disk.ts'

const MAX_PIXELS = 40_000_000
const QUALITY = 78

const nameOf = (id: string, width: number) => `${id}-${width}.webp`

/** Re-encodes a picture in the widths the pages use, which leaves its metadata behind; answers the widest's address. */
export const storePicture = async (storage: Storage, bytes: Buffer): Promise<string> => {
  const id = randomUUID()
  // Decoded and turned upright once, in the largest width; the smaller ones are made from that.
  const [widest = 0] = PICTURE_WIDTHS.toReversed()
  const upright = await sharp(bytes, { limitInputPixels: MAX_PIXELS })
    .rotate()
    .resize({ width: widest, withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = upright.info
  for (const each of PICTURE_WIDTHS) {
    const resized = sharp(upright.data, { raw: { width, height, channels } }).resize({
      width: each,
      withoutEnlargement: true,
    })
    await storage.put(nameOf(id, each), await resized.webp({ quality: QUALITY, effort: 2 }).toBuffer())
  }
  return storage.urlOf(nameOf(id, widest))
}
