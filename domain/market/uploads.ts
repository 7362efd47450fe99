// An uploaded picture is stored in three widths; a listing contains the URL of the widest.
export const PICTURE_WIDTHS = [320, 640, 1200] as const
export const PICTURE_RATIO = { width: 4, height: 3 } as const

/** Limits of an upload; pixels are checked before decoding. A webp has at most 16,383 pixels per side. */
export const MAX_UPLOAD_BYTES = 8 * 1024 * 1024
export const MAX_UPLOAD_PIXELS = 40_000_000
export const MAX_UPLOAD_SIDE = 16_000

const UPLOADED = /-1200\.webp$/

export type PictureSources = { src: string; srcSet?: string }

/** `<img>` attributes: all widths of an uploaded picture, or just the URL of any other. */
export const pictureSources = (url: string): PictureSources => {
  if (!UPLOADED.test(url)) return { src: url }
  const inWidth = (width: number) => url.replace(UPLOADED, `-${width}.webp`)
  return { src: inWidth(640), srcSet: PICTURE_WIDTHS.map((width) => `${inWidth(width)} ${width}w`).join(', ') }
}

/** For listings without a picture. */
export const placeholderPicture = (listing: { section: string; isService: boolean }): string =>
  `/placeholder/${listing.section}-${listing.isService ? 'servizio' : 'prodotto'}.svg`

const PLACEHOLDER = /^\/placeholder\/[a-z]+-(servizio|prodotto)\.svg$/
export const isPlaceholder = (url: string): boolean => PLACEHOLDER.test(url)

export const LOGO_PLACEHOLDER = '/placeholder/logo.svg'
