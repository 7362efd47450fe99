import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { PICTURE_WIDTHS } from '#domain/pictures.ts'
import type { Storage } from '#server/uploads/disk.ts'

const MAX_PIXELS = 40_000_000
const QUALITY = 78

/** Re-encodes a picture in the widths the pages use, which leaves its metadata behind; answers the widest's address. */
export const storePicture = async (storage: Storage, bytes: Buffer): Promise<string> => {
  const id = randomUUID()
  const upright = sharp(bytes, { limitInputPixels: MAX_PIXELS }).rotate()
  const names = await Promise.all(
    PICTURE_WIDTHS.map(async (width) => {
      const name = `${id}-${width}.webp`
      const resized = upright.clone().resize({ width, withoutEnlargement: true })
      await storage.put(name, await resized.webp({ quality: QUALITY, effort: 2 }).toBuffer())
      return name
    }),
  )
  return storage.urlOf(names.at(-1) ?? '')
}
