import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'
import { networkOf } from '#server/platform/limits/service.ts'

const MAX_CONNECTIONS = 20_000
// Above this share of the limit, idle connections are closed.
const CROWDED_SHARE = 0.5
const MIN_MS_BETWEEN_CLOSINGS = 1_000
// The rest of the descriptors is for files, the database, the chain and other dependencies.
const SHARE_OF_DESCRIPTORS = 0.75
/** High enough for a meeting behind one router. */
export const MAX_CONNECTIONS_PER_ADDRESS = 500

/** For http.createServer, in milliseconds; the headers' time is counted from the connection. */
export const CONNECTION_TIMEOUTS = { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 }

/** How many files and connections this process may have open. */
const descriptorLimit = (): number => {
  const soft = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
  return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft)
}
const maxConnections = (): number => Math.min(MAX_CONNECTIONS, Math.floor(descriptorLimit() * SHARE_OF_DESCRIPTORS))

const blockListOf = (proxies: readonly string[]): BlockList => {
  const list = new BlockList()
  for (const proxy of proxies.flatMap((entry) => (entry === 'loopback' ? ['127.0.0.0/8', '::1'] : [entry]))) {
    const [address = '', bits] = proxy.split('/')
    const isSix = isIPv6(address)
    list.addSubnet(address, Number(bits ?? (isSix ? 128 : 32)), isSix ? 'ipv6' : 'ipv4')
  }
  return list
}

/** Closes idle connections above the threshold; running requests are not affected. */
const closeIdleWhenCrowded = (server: Server, threshold: number): void => {
  let open = 0
  let closedAt = Number.NEGATIVE_INFINITY
  server.on('connection', (socket) => {
    open++
    socket.once('close', () => open--)
    // At most once per interval, because finding idle connections takes long.
    if (open < threshold || performance.now() - closedAt < MIN_MS_BETWEEN_CLOSINGS) return
    closedAt = performance.now()
    server.closeIdleConnections()
  })
}

/** Limits open connections in total and per address. Trusted proxies limit their own clients, so they count only in total. */
export const limitConnections = (
  server: Server,
  trustedProxies: readonly string[],
  { most = maxConnections() } = {},
): void => {
  server.maxConnections = most
  closeIdleWhenCrowded(server, most * CROWDED_SHARE)
  const proxies = blockListOf(trustedProxies)
  const open = new Map<string, number>()
  server.on('connection', (socket) => {
    const address = (socket.remoteAddress ?? '').replace(/^::ffff:/i, '')
    if (proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) return
    const network = networkOf(address)
    const count = (open.get(network) ?? 0) + 1
    if (count > MAX_CONNECTIONS_PER_ADDRESS) return void socket.destroy()
    open.set(network, count)
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1
      if (left > 0) open.set(network, left)
      else open.delete(network)
    })
  })
}
