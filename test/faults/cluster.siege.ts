import { expect, onTestFinished, test } from 'vitest'
import { load } from '#bench/load.ts'
import { insertCategories, insertListings } from '#bench/seed.ts'
import { CATEGORIES, listingBatches } from '#bench/seed-listings.ts'
import { connect, type Database } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'
import { aCluster, CLUSTER_PACKAGES, hasClusterPrograms } from '#test/faults/cluster.ts'
import { aSharedChain } from '#test/faults/cluster-chain.ts'
import { publishAndRead } from '#test/faults/cluster-traffic.ts'
import { payEachOther } from '#test/faults/cluster-transfers.ts'
import { hasNginx, severalInstances } from '#test/faults/instances.ts'
import { aPictureFile, sendPicture } from '#test/pictures.ts'
import { makePopulation } from '#test/population.ts'
import { hasPostgres15 } from '#test/postgres-15.ts'
import { HANGING_MS, size } from '#test/siege.ts'

const isLong = size(0, 1) === 1
const INSTANCES = size(1, 3)
const NODES = size(2, 3)
const ETCD_MEMBERS = size(1, 3)
const PRIMARY_KILLS = size(1, 2)
const MAX_OUTAGE_MS = 2 * HANGING_MS
const S3_BACK_MS = 30_000
const LISTINGS = 10_000
// A thousand listings are inserted at once.
const STATEMENT_MS = 60_000
const SEARCHES = 200
const MEASURE_SECONDS = 8

const canRun = hasClusterPrograms && hasPostgres15 && hasNginx
const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`

/** The cluster, instances of the server behind nginx, and if wanted a chain node. */
const startAll = async ({ hasChain }: { hasChain: boolean }) => {
  const chain = hasChain ? await aSharedChain() : {}
  const cluster = await aCluster({ nodes: NODES, etcd: ETCD_MEMBERS })
  const settings = {
    NODE_ENV: 'development',
    RATE_LIMITS: 'off',
    DATABASE_READ_URLS: cluster.readUrls.join(' '),
    ...chain,
  }
  const database = { env: { DATABASE_URL: cluster.url }, kill: async () => false, end: async () => undefined }
  const several = await severalInstances(INSTANCES, settings, async () => database)
  const db = connect(cluster.url, { connections: 2, statementMs: STATEMENT_MS })
  onTestFinished(() => db.close())
  const population = makePopulation(db)
  return { ...several, cluster, db, population }
}

/** Publications, reads and, in the long run, payments; `breaking` breaks one part and reports it. */
const startTraffic = async (
  { origin, db, population }: Pick<Awaited<ReturnType<typeof startAll>>, 'origin' | 'db' | 'population'>,
  annotate: (line: string) => Promise<unknown>,
) => {
  const traffic = await publishAndRead(origin, population)
  const transfers = isLong ? await payEachOther(origin, db, population) : undefined
  await traffic.outageAfter(async () => undefined)
  return {
    author: traffic.author,
    async breaking(part: string, fault: () => Promise<unknown>) {
      const { outage, statuses } = await traffic.outageAfter(fault)
      await annotate(`${part}: scritture di nuovo dopo ${seconds(outage)}, letture intanto ${JSON.stringify(statuses)}`)
      expect(outage).toBeLessThan(MAX_OUTAGE_MS)
    },
    /** Nothing that was acknowledged is missing. */
    async check() {
      await traffic.stop()
      const made = await transfers?.stop()
      const { acknowledged } = traffic
      const found = await db.query(sql`select name from listing where name = any(${acknowledged})`)
      expect(found).toHaveLength(acknowledged.length)
      const val = made === undefined ? '' : `; ${made} trasferimenti, saldi giusti, somma dei VAL uguale`
      await annotate(`${acknowledged.length} annunci confermati, nessuno perso${val}`)
    },
  }
}

test('the primary of a PostgreSQL cluster is killed under traffic: writes come back, and nothing acknowledged is lost', async ({
  annotate,
  skip,
}) => {
  if (!canRun) skip(`mancano programmi: ${CLUSTER_PACKAGES}`)
  const all = await startAll({ hasChain: isLong })
  const { breaking, check } = await startTraffic(all, annotate)
  for (let kill = 0; kill < PRIMARY_KILLS; kill++) {
    const primary = await all.cluster.primary()
    await breaking(`primario ucciso (${primary.name})`, primary.kill)
    if (kill === PRIMARY_KILLS - 1) break
    primary.start()
    await all.cluster.settle()
  }
  await check()
})

// The following take minutes: only in `npm run siege -- cluster`.
test.runIf(canRun && isLong)(
  'every other part is broken under traffic: writes come back, and nothing acknowledged is lost',
  async ({ annotate }) => {
    const all = await startAll({ hasChain: true })
    const { cluster, instances, nginx, s3Proxy, origin } = all
    const { breaking, check, author } = await startTraffic(all, annotate)

    const standby = await cluster.synchronousStandby()
    await breaking('replica sincrona uccisa', standby.kill)
    standby.start()
    await cluster.settle()

    const [member] = cluster.etcd
    await breaking('un etcd su tre ucciso', async () => member?.kill())
    member?.start()

    await breaking('HAProxy ucciso e riavviato', async () => {
      await cluster.haproxy.kill()
      cluster.haproxy.start()
    })

    const [instance] = instances
    await breaking('un’istanza su tre uccisa', async () => instance?.kill())
    await instance?.again()

    await breaking('nginx fermato e riavviato', async () => {
      await nginx.stop()
      await nginx.again()
    })

    const upload = async () => (await sendPicture(origin, author.token, await aPictureFile())).status
    await expect.poll(upload, { timeout: S3_BACK_MS }).toBe(200)
    await breaking('S3 fermo, foto rifiutate con 503', async () => {
      await s3Proxy.fail('refused')
      expect(await upload()).toBe(503)
    })
    await s3Proxy.restore()
    await expect.poll(upload, { timeout: S3_BACK_MS }).toBe(200)
    await check()
  },
)

const addListings = async (db: Database, seller: { id: string }) => {
  await insertCategories(db, CATEGORIES)
  const place = { id: 1001, name: 'Agliè', province: 'Torino' }
  for (const batch of listingBatches(LISTINGS, [seller.id], [place])) await insertListings(db, batch)
}

test.runIf(canRun && isLong)(
  'searches without a cache, with 1 to 3 instances and 0 to 2 replicas, are all answered',
  async ({ annotate }) => {
    const { cluster, instances, nginx, origin, db, population } = await startAll({ hasChain: false })
    await addListings(db, await population.aMember())
    const paths = Array.from({ length: SEARCHES }, (_, n) => `/api/products?name=bicicletta&min=${n}`)
    const primary = await cluster.primary()
    const standbys = cluster.nodes.flatMap((node, n) => (node === primary ? [] : [cluster.readUrls[n]]))
    await annotate('ricerche al secondo, senza cache | 1 istanza | 2 istanze | 3 istanze')
    for (const replicas of [0, 1, 2]) {
      const changed = { DATABASE_READ_URLS: standbys.slice(0, replicas).join(' '), CACHE_MB: '0' }
      for (const instance of instances) {
        await instance.stop()
        await instance.again(changed)
      }
      const cells: number[] = []
      for (const count of [1, 2, 3]) {
        await nginx.stop()
        await nginx.again(count)
        const { perSecond, errors, busy } = await load(origin, paths, MEASURE_SECONDS)
        expect(errors - busy).toBe(0)
        cells.push(Math.round(perSecond))
      }
      await annotate(`${replicas} repliche | ${cells.join(' | ')}`)
    }
  },
)
