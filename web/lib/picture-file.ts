/** What the server takes. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png']
/** `accept` of a file field whose pictures go through `preparePicture`; some systems know HEIC only by its extension. */
export const ANY_PICTURE = 'image/*,.heic,.heif'

// Larger than any page shows; the file is a tenth of the size of a phone's photo.
const LONGEST_SIDE = 2000
const MAX_UPLOADED_AS_IS = 1_500_000
const PREVIEW = { width: 320, height: 240 }

const drawScaled = (image: ImageBitmap, width: number, height: number, cover = false): HTMLCanvasElement => {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const scale = (cover ? Math.max : Math.min)(width / image.width, height / image.height)
  const context = canvas.getContext('2d')
  if (context) {
    context.fillStyle = '#fff'
    context.fillRect(0, 0, width, height)
    const [w, h] = [image.width * scale, image.height * scale]
    context.drawImage(image, (width - w) / 2, (height - h) / 2, w, h)
  }
  return canvas
}

const toJpeg = (canvas: HTMLCanvasElement): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85))

/** A file that is neither JPEG nor PNG, and that this browser cannot convert. */
export class UnreadablePicture extends Error {
  constructor({ name }: File) {
    super(`Questo browser non riesce a leggere «${name}»: salvala come JPEG o PNG e aggiungila di nuovo.`)
  }
}

/**
 * A preview and the file to upload: a JPEG, downscaled, if the file is large or of a type that the server does not take, such as
 * WebP or HEIC. A JPEG or PNG that the browser cannot decode is uploaded as it is, so that the server reports what is wrong.
 */
export const preparePicture = async (file: File): Promise<{ preview?: string; file: Blob }> => {
  const isTaken = PICTURE_TYPES.includes(file.type)
  const image = await createImageBitmap(file).catch(() => undefined)
  if (!image && !isTaken) throw new UnreadablePicture(file)
  if (!image) return { file }
  try {
    const preview = drawScaled(image, PREVIEW.width, PREVIEW.height, true).toDataURL('image/jpeg', 0.7)
    if (isTaken && file.size <= MAX_UPLOADED_AS_IS) return { preview, file }
    const scale = Math.min(1, LONGEST_SIDE / Math.max(image.width, image.height))
    const jpeg = await toJpeg(drawScaled(image, Math.round(image.width * scale), Math.round(image.height * scale)))
    if (!jpeg && !isTaken) throw new UnreadablePicture(file)
    return { preview, file: jpeg && (!isTaken || jpeg.size < file.size) ? jpeg : file }
  } finally {
    image.close()
  }
}
