import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { connect } from '#server/db/pool.ts'
import { sql } from '#server/db/sql.ts'
import { makeTokens } from '#server/members/tokens.ts'
import { aCluster, CLUSTER_PACKAGES, hasClusterPrograms } from '#test/faults/cluster.ts'
import { COPIES_SECRET, hasNginx, severalCopies } from '#test/faults/copies.ts'
import { apiCaller } from '#test/fixtures.ts'
import { makePopulation } from '#test/population.ts'
import { hasPostgres15 } from '#test/postgres-15.ts'
import { limitMs, size } from '#test/siege.ts'

const COPIES = size(1, 3)
const NODES = size(2, 3)
const ETCD_MEMBERS = size(1, 3)
const MAX_OUTAGE_MS = limitMs(30_000)
const OUTAGE_TIMEOUT_MS = 180_000
const RETRY_MS = 100
const LISTING = { section: 'offro', category: 'Pane', priceVal: 1, priceEuro: 1, countInStock: 1 }

type Population = ReturnType<typeof makePopulation>

/** A member who publishes listings and visitors who read, without end. */
const trade = async (origin: string, population: Population) => {
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
      if (!(await publish(`Cosa ${n}`).catch(() => false))) {
        await sleep(RETRY_MS)
        continue
      }
      acknowledged.push(`Cosa ${n}`)
    }
  }
  const read = async () => {
    while (!isOver) {
      const status = await call('GET', '/api/products').then(
        (answer) => String(answer.status),
        (error) => String(error.cause ?? error),
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
    acknowledged,
    /** How long writes were out after a fault, in milliseconds. */
    async outageAfter(fault: () => Promise<unknown>): Promise<number> {
      const start = performance.now()
      await fault()
      await nextPublished()
      return performance.now() - start
    },
    /** The statuses of what visitors read since the last call. */
    takeStatuses(): Record<string, number> {
      const taken = Object.fromEntries(statuses)
      statuses.clear()
      return taken
    },
    async stop() {
      isOver = true
      await running
    },
  }
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`

test('the primary of a PostgreSQL cluster is killed under traffic: writes come back, and nothing acknowledged is lost', async ({
  annotate,
  skip,
}) => {
  if (!hasClusterPrograms || !hasPostgres15 || !hasNginx) skip(`mancano programmi: ${CLUSTER_PACKAGES}`)
  const cluster = await aCluster({ nodes: NODES, etcd: ETCD_MEMBERS })
  const settings = { NODE_ENV: 'development', RATE_LIMITS: 'off', DATABASE_READ_URLS: cluster.readUrls.join(' ') }
  const database = { env: { DATABASE_URL: cluster.url }, kill: async () => false, end: async () => undefined }
  const { origin } = await severalCopies(COPIES, settings, async () => database)
  const db = connect(cluster.url, { connections: 2 })
  onTestFinished(() => db.close())
  const population = makePopulation(
    db,
    makeTokens(COPIES_SECRET, () => new Date()),
  )
  const traffic = await trade(origin, population)
  await traffic.outageAfter(async () => undefined)
  traffic.takeStatuses()
  const primary = await cluster.primary()
  const outage = await traffic.outageAfter(primary.kill)
  const statuses = traffic.takeStatuses()
  expect(outage).toBeLessThan(MAX_OUTAGE_MS)

  await traffic.stop()
  const { acknowledged } = traffic
  const found = await db.query<{ name: string }>(sql`select name from listing where name = any(${acknowledged})`)
  expect(found).toHaveLength(acknowledged.length)
  await annotate(
    `scritture di nuovo dopo ${seconds(outage)}, letture intanto ${JSON.stringify(statuses)}; ` +
      `${acknowledged.length} annunci confermati, nessuno perso`,
  )
})
