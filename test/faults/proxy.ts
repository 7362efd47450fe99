import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { size } from '#test/siege.ts'

const ALL = ['refused', 'slow', 'hung', 'half-closed', 'dripping'] as const
export type Fault = (typeof ALL)[number]
// A line that drips is found out as a slow one is: it is left to the long siege.
export const FAULTS: readonly Fault[] = ALL.slice(0, size(4, 5))
type Target = { path: string } | { port: number }

// Each way: a second for a question and its answer, and several for those who ask one thing after the other.
const SLOW_MS = 450
const DRIP_MS = 5

/** Stands between Piazza and something it needs, and breaks the line in every way that lines break. */
export const aProxy = async (target: Target) => {
  let fault: Fault | undefined
  const pairs = new Set<{ near: Socket; far: Socket; isDead: boolean }>()
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const pair = { near, far: connect({ ...target, host: '127.0.0.1', allowHalfOpen: true }), isDead: false }
    pairs.add(pair)
    const { far } = pair
    const hand = async (chunk: Buffer, to: Socket) => void (!pair.isDead && !to.destroyed && to.write(chunk))
    const drip = async (chunk: Buffer, to: Socket) => {
      let sent = 0
      for (; fault === 'dripping' && sent < chunk.length; sent++) {
        await hand(chunk.subarray(sent, sent + 1), to)
        await sleep(DRIP_MS)
      }
      await hand(chunk.subarray(sent), to)
    }
    const carry = (from: Socket, to: Socket) => {
      let last: Promise<unknown> = Promise.resolve()
      from.on('data', (chunk) => {
        // What went into a line that hung is lost, also when the next one works.
        if (fault === 'hung') pair.isDead = true
        if (pair.isDead) return
        const wait = fault === 'slow' ? sleep(SLOW_MS) : undefined
        last = last.then(() => wait).then(() => (fault === 'dripping' ? drip(chunk, to) : hand(chunk, to)))
      })
      from.on('end', () => void last.then(() => !pair.isDead && to.end()))
      from.on('error', () => undefined)
      from.on('close', () => {
        if (!pair.isDead || from === near) to.destroy()
        pairs.delete(pair)
      })
    }
    carry(near, far)
    carry(far, near)
    if (fault === 'half-closed') near.end()
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen(0)
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const cutAll = () => {
    for (const { near, far } of pairs) for (const socket of [near, far]) socket.destroy()
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
      if (next === 'half-closed') for (const { near } of pairs) near.end()
    },
    /** Lets new lines through again; those that hung stay as dead as they are, unless they are cut. */
    async mend({ cutting = false } = {}) {
      if (fault === 'refused') await listen(port)
      fault = undefined
      if (cutting) cutAll()
    },
  }
}
