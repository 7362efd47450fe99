export type Policy = {
  /** Hashes of the inline scripts of one page, as `sha256-…`. */
  scriptHashes?: readonly string[]
  /** Origins of images besides this site, such as an object store. */
  imageOrigins?: readonly string[]
  /** Allows Vite to inject styles and open a WebSocket. */
  development?: boolean
  /** Whether the page shows Google's map. */
  google?: boolean
}

// Google's map needs inline styles and workers.
const GOOGLE = {
  script: 'https://maps.googleapis.com',
  style: "'unsafe-inline' https://fonts.googleapis.com",
  image:
    'https://*.googleapis.com https://*.gstatic.com https://*.google.com https://*.googleusercontent.com https://*.ggpht.com',
  font: 'https://fonts.gstatic.com',
  connect: 'https://*.googleapis.com https://*.gstatic.com https://*.google.com data: blob:',
}

export const contentSecurityPolicy = ({
  scriptHashes = [],
  imageOrigins = [],
  development = false,
  google = false,
}: Policy = {}): string => {
  const googleSources = (part: keyof typeof GOOGLE) => (google ? ` ${GOOGLE[part]}` : '')
  return [
    "default-src 'none'",
    `script-src 'self' ${scriptHashes.map((hash) => `'${hash}'`).join(' ')}`.trimEnd() + googleSources('script'),
    `style-src 'self'${development && !google ? " 'unsafe-inline'" : ''}${googleSources('style')}`,
    `img-src 'self' data: ${imageOrigins.join(' ')}`.trimEnd() + googleSources('image'),
    `font-src 'self'${googleSources('font')}`,
    `connect-src 'self'${development ? ' ws: wss:' : ''}${googleSources('connect')}`,
    ...(google ? ["worker-src 'self' blob:"] : []),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "manifest-src 'self'",
  ].join('; ')
}
