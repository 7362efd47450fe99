import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { size } from '#test/siege.ts'

const ALL = ['refused', 'slow', 'hung', 'half-closed', 'dripping'] as const
export type Fault = (typeof ALL)[number]
// The server meets 'dripping' as it does 'slow', so only the long run includes it.
export const FAULTS: readonly Fault[] = ALL.slice(0, size(4, 5))
type Target = { path: string } | { port: number }

// In each direction, so about a second for a request and its response.
const SLOW_MS = 450
const DRIP_MS = 5

/** A TCP proxy between the server and a dependency that simulates connection faults. */
export const aProxy = async (target: Target) => {
  let fault: Fault | undefined
  const pairs = new Set<{ client: Socket; upstream: Socket; isDead: boolean }>()
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const pair = { client, upstream: connect({ ...target, host: '127.0.0.1', allowHalfOpen: true }), isDead: false }
    pairs.add(pair)
    const { upstream } = pair
    const forward = async (chunk: Buffer, to: Socket) => void (!pair.isDead && !to.destroyed && to.write(chunk))
    const drip = async (chunk: Buffer, to: Socket) => {
      let sent = 0
      for (; fault === 'dripping' && sent < chunk.length; sent++) {
        await forward(chunk.subarray(sent, sent + 1), to)
        await sleep(DRIP_MS)
      }
      await forward(chunk.subarray(sent), to)
    }
    const pipe = (from: Socket, to: Socket) => {
      let last: Promise<unknown> = Promise.resolve()
      from.on('data', (chunk) => {
        // Bytes sent into a hung connection are lost, also after the fault is over.
        if (fault === 'hung') pair.isDead = true
        if (pair.isDead) return
        const wait = fault === 'slow' ? sleep(SLOW_MS) : undefined
        last = last.then(() => wait).then(() => (fault === 'dripping' ? drip(chunk, to) : forward(chunk, to)))
      })
      from.on('end', () => void last.then(() => !pair.isDead && to.end()))
      from.on('error', () => undefined)
      from.on('close', () => {
        if (!pair.isDead || from === client) to.destroy()
        pairs.delete(pair)
      })
    }
    pipe(client, upstream)
    pipe(upstream, client)
    if (fault === 'half-closed') client.end()
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen(0)
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const cutAll = () => {
    for (const { client, upstream } of pairs) for (const socket of [client, upstream]) socket.destroy()
  }
  onTestFinished(() => {
    cutAll()
    server.close()
  })
  return {
    port,
    async fail(next: Fault) {
      fault = next
      if (next === 'refused') {
        server.close()
        cutAll()
      }
      if (next === 'half-closed') for (const { client } of pairs) client.end()
    },
    /** Lets new connections through again; hung ones stay hung unless `cutting`. */
    async restore({ cutting = false } = {}) {
      if (fault === 'refused') await listen(port)
      fault = undefined
      if (cutting) cutAll()
    },
  }
}
