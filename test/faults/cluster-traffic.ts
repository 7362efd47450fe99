import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { apiCaller } from '#test/fixtures.ts'
import type { makePopulation } from '#test/population.ts'

const OUTAGE_TIMEOUT_MS = 180_000
const RETRY_MS = 100
const LISTING = { section: 'offro', category: 'Pane', priceVal: 1, priceEuro: 1, countInStock: 1 }

/** A member who publishes listings and visitors who read, until `stop`. */
export const publishAndRead = async (origin: string, population: ReturnType<typeof makePopulation>) => {
  const call = apiCaller(origin)
  const author = await population.aMember({ hasAd: true })
  const acknowledged: string[] = []
  const statuses = new Map<string, number>()
  let isOver = false

  const publish = async (name: string): Promise<boolean> => {
    const { token } = author
    const created = await call('POST', '/api/products', { token, body: {} })
    const { product } = created.body as { product?: { _id: string } }
    if (!product) return false
    const { status } = await call('PUT', `/api/products/${product._id}`, { token, body: { ...LISTING, name } })
    return status === 200
  }
  const write = async () => {
    for (let n = 0; !isOver; n++) {
      if (await publish(`Cosa ${n}`).catch(() => false)) acknowledged.push(`Cosa ${n}`)
      else await sleep(RETRY_MS)
    }
  }
  const read = async () => {
    while (!isOver) {
      const status = await call('GET', '/api/products').then(
        (answer) => String(answer.status),
        () => 'connessione persa',
      )
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  const running = Promise.all([write(), read(), read()])
  /** The second from now on: the first may have been under way. */
  const nextPublished = () => {
    const known = acknowledged.length
    const options = { timeout: OUTAGE_TIMEOUT_MS, interval: 20 }
    return expect.poll(() => acknowledged.length, options).toBeGreaterThan(known + 1)
  }
  return {
    author,
    acknowledged,
    /** How long writes were out after a fault, in milliseconds, and how visitors were answered in the meantime. */
    async outageAfter(fault: () => Promise<unknown>) {
      statuses.clear()
      const start = performance.now()
      await fault()
      await nextPublished()
      return { outage: performance.now() - start, statuses: Object.fromEntries(statuses) }
    },
    async stop() {
      isOver = true
      await running
    },
  }
}
