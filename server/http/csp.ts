export type Policy = {
  /** Hashes of the inline scripts of one page, as `sha256-…`. */
  scriptHashes?: readonly string[]
  /** Where pictures may come from besides this site: a bucket, the partners' logos. */
  imageOrigins?: readonly string[]
  /** Vite injects styles and opens a socket while one develops. */
  development?: boolean
  /** On the page of the map Google's own, when there is a key. */
  google?: boolean
}

// As Google asks for: its map writes styles of its own and works in the background.
const GOOGLE = {
  script: 'https://maps.googleapis.com',
  style: "'unsafe-inline' https://fonts.googleapis.com",
  image:
    'https://*.googleapis.com https://*.gstatic.com https://*.google.com https://*.googleusercontent.com https://*.ggpht.com',
  font: 'https://fonts.gstatic.com',
  connect: 'https://*.googleapis.com https://*.gstatic.com https://*.google.com data: blob:',
}

/** The content security policy: what a page may load and where it may send. */
export const contentSecurityPolicy = ({
  scriptHashes = [],
  imageOrigins = [],
  development = false,
  google = false,
}: Policy = {}): string => {
  const also = (part: keyof typeof GOOGLE) => (google ? ` ${GOOGLE[part]}` : '')
  return [
    "default-src 'none'",
    `script-src 'self' ${scriptHashes.map((hash) => `'${hash}'`).join(' ')}`.trimEnd() + also('script'),
    `style-src 'self'${development && !google ? " 'unsafe-inline'" : ''}${also('style')}`,
    `img-src 'self' data: ${imageOrigins.join(' ')}`.trimEnd() + also('image'),
    `font-src 'self'${also('font')}`,
    `connect-src 'self'${development ? ' ws: wss:' : ''}${also('connect')}`,
    ...(google ? ['worker-src blob:'] : []),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "manifest-src 'self'",
  ].join('; ')
}
