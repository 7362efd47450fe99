import { open } from 'node:fs/promises'
import sharp from 'sharp'
import { AppError, MESSAGES } from '#domain/base/errors.ts'
import { MAX_UPLOAD_PIXELS, MAX_UPLOAD_SIDE, PICTURE_WIDTHS } from '#domain/market/uploads.ts'
import type { Storage } from '#server/market/uploads/storage.ts'

export type PictureFormat = 'jpeg' | 'png'

const QUALITY = 78
const [WIDEST] = PICTURE_WIDTHS.toReversed()
// Decoders warn about many files written by cameras; only truncated files are refused.
const DECODE_OPTIONS = { limitInputPixels: MAX_UPLOAD_PIXELS, failOn: 'truncated' } as const

// No picture is processed twice, so a cache would only take memory.
sharp.cache(false)

const SIGNATURES: Record<PictureFormat, Buffer> = {
  jpeg: Buffer.from([0xff, 0xd8, 0xff]),
  png: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
}

const readBeginning = async (path: string): Promise<Buffer> => {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0)
  return buffer.subarray(0, bytesRead)
}

/** Detects the format by signature and header, without decoding; other formats are refused. */
export const recognisePicture = async (path: string): Promise<PictureFormat> => {
  const beginning = await readBeginning(path)
  const format = (['jpeg', 'png'] as const).find((each) => beginning.indexOf(SIGNATURES[each]) === 0)
  if (!format) throw new AppError('unsupportedMediaType', MESSAGES.pictureUnsupportedType)
  // No limit here, so that a picture that is too large and one that cannot be read get different messages.
  const found = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined)
  if (found?.format !== format) throw new AppError('invalid', MESSAGES.pictureCorrupt)
  if (found.width * found.height > MAX_UPLOAD_PIXELS) throw new AppError('invalid', MESSAGES.pictureTooManyPixels)
  if (Math.max(found.width, found.height) > MAX_UPLOAD_SIDE) throw new AppError('invalid', MESSAGES.pictureTooLong)
  return format
}

export const pictureNames = (id: string): string[] => PICTURE_WIDTHS.map((width) => nameOf(id, width))
const nameOf = (id: string, width: number) => `${id}-${width}.webp`

/** The URL of a picture, also before it is stored. */
export const pictureUrl = (storage: Storage, id: string): string => storage.urlOf(nameOf(id, WIDEST ?? 0))

/** The narrowest file of a stored picture, by its URL. */
export const narrowName = (url: string): string =>
  (url.split('/').at(-1) ?? '').replace(`-${WIDEST}.webp`, `-${PICTURE_WIDTHS[0]}.webp`)

// Twice as large as mails show it, with few colours: a dozen kilobytes at most.
const MAIL_LOGO = { width: 320, height: 64, fit: 'inside', withoutEnlargement: true } as const

/** As a PNG for mails: not every mail program shows WebP. */
export const mailLogo = (picture: Buffer): Promise<Buffer> =>
  sharp(picture, DECODE_OPTIONS).resize(MAIL_LOGO).png({ palette: true, colours: 64 }).toBuffer()

/** A picture in one of the widths the pages use, and its file name. */
export type Sized = { name: string; bytes: Buffer }

/** Re-encodes a picture, given as a path or as its bytes, in the widths the pages use, without its metadata. */
export const resizePicture = async (picture: string | Buffer, id: string): Promise<Sized[]> => {
  // Decoded and rotated once, in the largest width, from which the smaller ones are made.
  const upright = await sharp(picture, DECODE_OPTIONS)
    .rotate()
    .resize({ width: WIDEST, withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw new AppError('invalid', MESSAGES.pictureCorrupt)
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
  // Frees the buffer now: the garbage collector would let many of them accumulate.
  upright.data.buffer.transfer(0)
  return sizes
}
