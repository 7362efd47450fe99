export const PICTURE_TYPES = ['image/jpeg', 'image/png']

// More points than any page shows, and a tenth of what a telephone sends.
const LONGEST_SIDE = 2000
const LIGHT_ENOUGH = 1_500_000
const PREVIEW = { width: 320, height: 240 }

const painted = (image: ImageBitmap, width: number, height: number, cover = false): HTMLCanvasElement => {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const scale = (cover ? Math.max : Math.min)(width / image.width, height / image.height)
  const paper = canvas.getContext('2d')
  if (paper) {
    paper.fillStyle = '#fff'
    paper.fillRect(0, 0, width, height)
    const [w, h] = [image.width * scale, image.height * scale]
    paper.drawImage(image, (width - w) / 2, (height - h) / 2, w, h)
  }
  return canvas
}

const toJpeg = (canvas: HTMLCanvasElement): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85))

/**
 * A picture ready to be sent: a small one to look at meanwhile, and, if it is heavy, a lighter one of the same.
 * What cannot be read here goes as it is, and the server says what is wrong with it.
 */
export const preparePicture = async (file: File): Promise<{ preview?: string; file: Blob }> => {
  const image = await createImageBitmap(file).catch(() => undefined)
  if (!image) return { file }
  try {
    const preview = painted(image, PREVIEW.width, PREVIEW.height, true).toDataURL('image/jpeg', 0.7)
    if (file.size <= LIGHT_ENOUGH) return { preview, file }
    const scale = Math.min(1, LONGEST_SIDE / Math.max(image.width, image.height))
    const lighter = await toJpeg(painted(image, Math.round(image.width * scale), Math.round(image.height * scale)))
    return { preview, file: lighter && lighter.size < file.size ? lighter : file }
  } finally {
    image.close()
  }
}
