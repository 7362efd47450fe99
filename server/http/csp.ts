export type Policy = {
  /** Hashes of the inline scripts of one page, as `sha256-…`. */
  scriptHashes?: readonly string[]
  /** Where pictures may come from besides this site: a bucket, the partners' logos. */
  imageOrigins?: readonly string[]
  /** Vite injects styles and opens a socket while one develops. */
  development?: boolean
}

/** The content security policy: what a page may load and where it may send. */
export const contentSecurityPolicy = ({
  scriptHashes = [],
  imageOrigins = [],
  development = false,
}: Policy = {}): string =>
  [
    "default-src 'none'",
    `script-src 'self' ${scriptHashes.map((hash) => `'${hash}'`).join(' ')}`.trimEnd(),
    `style-src 'self'${development ? " 'unsafe-inline'" : ''}`,
    `img-src 'self' data: ${imageOrigins.join(' ')}`.trimEnd(),
    "font-src 'self'",
    `connect-src 'self'${development ? ' ws: wss:' : ''}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "manifest-src 'self'",
  ].join('; ')
