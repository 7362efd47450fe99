import sharp from 'sharp'
import { AppError, MESSAGES } from '#domain/errors.ts'
import { MAX_UPLOAD_PIXELS, PICTURE_WIDTHS } from '#domain/pictures.ts'
import type { Storage } from '#server/uploads/storage.ts'

export type PictureFormat = 'jpeg' | 'png'

const QUALITY = 78
const [WIDEST] = PICTURE_WIDTHS.toReversed()
// Cameras write files that decoders only frown at; a file that ends too early is another matter.
const READING = { limitInputPixels: MAX_UPLOAD_PIXELS, failOn: 'truncated' } as const

// No picture is asked for twice, so what the library remembers of them is memory lost.
sharp.cache(false)

const BEGINNINGS: Record<PictureFormat, Buffer> = {
  jpeg: Buffer.from([0xff, 0xd8, 0xff]),
  png: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
}

/** Which picture these bytes are, by what they say themselves and before anything is decoded; others are refused. */
export const recognisePicture = async (bytes: Buffer): Promise<PictureFormat> => {
  const format = (['jpeg', 'png'] as const).find((each) => bytes.subarray(0, 8).indexOf(BEGINNINGS[each]) === 0)
  if (!format) throw new AppError('wrongType', MESSAGES.pictureWrongType)
  // Without a limit here: a header that promises too much is to be told apart from one that cannot be read.
  const found = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined)
  if (found?.format !== format) throw new AppError('invalid', MESSAGES.pictureBroken)
  if (found.width * found.height > MAX_UPLOAD_PIXELS) throw new AppError('invalid', MESSAGES.pictureTooWide)
  return format
}

export const pictureNames = (id: string): string[] => PICTURE_WIDTHS.map((width) => nameOf(id, width))
const nameOf = (id: string, width: number) => `${id}-${width}.webp`

/** The address under which the picture of that id is, or will be, found. */
export const pictureUrl = (storage: Storage, id: string): string => storage.urlOf(nameOf(id, WIDEST ?? 0))

/** A picture in one of the widths the pages use, under the name that it is kept by. */
export type Sized = { name: string; bytes: Buffer }

/** Re-encodes a picture in the widths the pages use, which leaves its metadata behind. */
export const resizePicture = async (bytes: Buffer, id: string): Promise<Sized[]> => {
  // Decoded and turned upright once, in the largest width; the smaller ones are made from that.
  const upright = await sharp(bytes, READING)
    .rotate()
    .resize({ width: WIDEST, withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw new AppError('invalid', MESSAGES.pictureBroken)
    })
  const { width, height, channels } = upright.info
  const sizes: Sized[] = []
  for (const each of PICTURE_WIDTHS) {
    const resized = sharp(upright.data, { raw: { width, height, channels } }).resize({
      width: each,
      withoutEnlargement: true,
    })
    sizes.push({ name: nameOf(id, each), bytes: await resized.webp({ quality: QUALITY, effort: 2 }).toBuffer() })
  }
  // Megabytes that the collector would let lie until there are many of them.
  upright.data.buffer.transfer(0)
  return sizes
}
