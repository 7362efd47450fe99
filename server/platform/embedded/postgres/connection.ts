import { closeSync, constants, openSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

/** Options for the driver; the host is a folder that holds the server's socket. */
export type DatabaseAddress = { host: string; port: number; user: string; database: string }

type Attempt = { state: 'connected'; client: pg.Client } | { state: 'noServer' } | { state: 'notReady' }

const PORT = 5432
const CONNECT_MS = 10_000
const SOCKET_PATH_LIMIT = 107
const NO_SERVER = new Set(['ENOENT', 'ECONNREFUSED'])
// The server is starting, stopping or out of connections, or its role and database are not created yet.
const NOT_READY = new Set(['57P03', '57P01', '53300', '28000', '3D000', 'ECONNRESET', 'EPIPE', 'EAGAIN'])
const NOT_READY_MESSAGE = /^(Connection terminated|timeout expired)/

/** Returns the host for a socket folder, also if its path is too long for a socket. */
export const resolveSocketHost = (folder: string) => {
  const socket = join(folder, `.s.PGSQL.${PORT}`)
  if (Buffer.byteLength(socket) <= SOCKET_PATH_LIMIT) return { host: folder, release: () => undefined }
  // The path of a Unix socket holds 107 bytes; an open folder also has a short path under /proc.
  let descriptor: number | undefined = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY)
  const release = () => {
    if (descriptor !== undefined) closeSync(descriptor)
    descriptor = undefined
  }
  return { host: `/proc/self/fd/${descriptor}`, release }
}

export const superuserAddress = (host: string): DatabaseAddress => ({
  host,
  port: PORT,
  user: 'postgres',
  database: 'postgres',
})

// Not a superuser, so that an attack on the application cannot reach beyond its own tables.
export const applicationAddress = (host: string): DatabaseAddress => ({
  host,
  port: PORT,
  user: 'piazza',
  database: 'piazza',
})

/** One connection that stays open, or the reason why there is none. */
export const tryToConnect = async (address: DatabaseAddress, onClose: () => void): Promise<Attempt> => {
  const client = new pg.Client({ ...address, connectionTimeoutMillis: CONNECT_MS })
  // Without a listener the event would end the process.
  client.on('error', () => undefined).on('end', onClose)
  try {
    await client.connect()
    return { state: 'connected', client }
  } catch (error) {
    const { code = '', message } = error as Error & { code?: string }
    if (NO_SERVER.has(code)) return { state: 'noServer' }
    if (NOT_READY.has(code) || NOT_READY_MESSAGE.test(message)) return { state: 'notReady' }
    throw error
  }
}
