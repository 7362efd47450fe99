export const PICTURE_TYPES = ['image/jpeg', 'image/png']

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

/**
 * A preview and, for large files, a downscaled JPEG to upload. A file that the browser cannot decode is uploaded as it
 * is, so that the server reports what is wrong.
 */
export const preparePicture = async (file: File): Promise<{ preview?: string; file: Blob }> => {
  const image = await createImageBitmap(file).catch(() => undefined)
  if (!image) return { file }
  try {
    const preview = drawScaled(image, PREVIEW.width, PREVIEW.height, true).toDataURL('image/jpeg', 0.7)
    if (file.size <= MAX_UPLOADED_AS_IS) return { preview, file }
    const scale = Math.min(1, LONGEST_SIDE / Math.max(image.width, image.height))
    const lighter = await toJpeg(drawScaled(image, Math.round(image.width * scale), Math.round(image.height * scale)))
    return { preview, file: lighter && lighter.size < file.size ? lighter : file }
  } finally {
    image.close()
  }
}
