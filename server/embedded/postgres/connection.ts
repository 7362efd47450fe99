import { closeSync, constants, openSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'

/** Options for the driver; the host is a folder that holds the server's socket. */
export type DatabaseAddress = { host: string; port: number; user: string; database: string }

type Attempt = { state: 'open'; sql: postgres.Sql } | { state: 'absent' } | { state: 'busy' }

const PORT = 5432
const SOCKET_PATH_LIMIT = 107
const NOBODY_LISTENS = new Set(['ENOENT', 'ECONNREFUSED'])
// Starting, stopping, crowded, or (role and database not made yet) in its very first second.
const NOT_NOW = new Set(['57P03', '57P01', '53300', '28000', '3D000', 'CONNECTION_CLOSED', 'CONNECTION_DESTROYED'])
const NOT_NOW_SOCKET = new Set(['ECONNRESET', 'EPIPE', 'EAGAIN', 'CONNECT_TIMEOUT'])

/** A way to the socket of a folder that works however deep the folder lies. */
export const reachSocket = (folder: string) => {
  const socket = join(folder, `.s.PGSQL.${PORT}`)
  if (Buffer.byteLength(socket) <= SOCKET_PATH_LIMIT) return { host: folder, release: () => undefined }
  // A socket's address holds 107 bytes; an open folder has a short name of its own.
  let descriptor: number | undefined = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY)
  const release = () => {
    if (descriptor !== undefined) closeSync(descriptor)
    descriptor = undefined
  }
  return { host: `/proc/self/fd/${descriptor}`, release }
}

export const supervisorAddress = (host: string): DatabaseAddress => ({
  host,
  port: PORT,
  user: 'postgres',
  database: 'postgres',
})

// The application is no superuser: a hole in it must not reach beyond its own tables.
export const applicationAddress = (host: string): DatabaseAddress => ({
  host,
  port: PORT,
  user: 'piazza',
  database: 'piazza',
})

/** One connection that stays, or the reason why there is none. */
export const tryConnecting = async (address: DatabaseAddress, onclose: () => void): Promise<Attempt> => {
  const sql = postgres({
    ...address,
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    connect_timeout: 10,
    fetch_types: false,
    onnotice: () => undefined,
    onclose,
  })
  try {
    await sql`select 1`
    return { state: 'open', sql }
  } catch (error) {
    await sql.end({ timeout: 0 })
    const code = (error as { code?: string }).code ?? ''
    if (NOBODY_LISTENS.has(code)) return { state: 'absent' }
    if (NOT_NOW.has(code) || NOT_NOW_SOCKET.has(code)) return { state: 'busy' }
    throw error
  }
}
