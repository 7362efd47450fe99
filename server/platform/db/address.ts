import type { ClientConfig } from 'pg'

export type DatabaseAddress = string | { host: string; port: number; user: string; database: string }

/** `isTlsOptional`: sslmode=prefer. pg itself cannot fall back to a connection without TLS. */
type Parsed = { config: ClientConfig; isTlsOptional: boolean }

// pg interprets sslmode like libpq only with this option, and supports neither `allow` nor `sslrootcert=system`.
const withLibpqModes = (query: URLSearchParams): void => {
  query.set('uselibpqcompat', 'true')
  if (query.get('sslmode') === 'allow') query.set('sslmode', 'require')
  if (query.get('sslmode') === 'verify-ca' && !query.has('sslrootcert')) query.set('sslmode', 'verify-full')
  if (query.get('sslrootcert') === 'system') {
    query.delete('sslrootcert')
    query.set('sslmode', 'verify-full')
  }
}

export const parseAddress = (address: DatabaseAddress): Parsed => {
  if (typeof address !== 'string') return { config: address, isTlsOptional: false }
  const url = new URL(address)
  withLibpqModes(url.searchParams)
  if (url.searchParams.get('sslmode') !== 'prefer')
    return { config: { connectionString: url.href }, isTlsOptional: false }
  url.searchParams.delete('sslmode')
  return { config: { connectionString: url.href, ssl: { rejectUnauthorized: false } }, isTlsOptional: true }
}
