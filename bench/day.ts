import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ADMIN_SETTINGS, callerFor, type Site, signInAsAdmin } from '#bench/admin.ts'
import { withCopy } from '#bench/copy.ts'
import { withDatabase } from '#bench/database.ts'
import { ACTIONS, type Market } from '#bench/day-actions.ts'
import { addPeople, type Person } from '#bench/day-people.ts'
import { raiseLoad, type Step, tableOf } from '#bench/day-steps.ts'
import { cpuMsOfChildren, cpuMsOfProcess, residentMegabytes } from '#bench/process.ts'
import { seeded } from '#bench/seed.ts'
import { SECRET, start } from '#bench/server.ts'
import { logStatements } from '#bench/statement-log.ts'
import { attachToEmbeddedDatabase } from '#server/platform/embedded/postgres/start.ts'
import { aStreamReader } from '#test/faults/stream-reader.ts'
import { aPictureFile } from '#test/pictures.ts'

// A market day on one server. With three of them and a replica: test/faults/market-day.siege.ts.

export const LISTINGS = 10_000
const STREAMS = 200
const GIFT = 100
const RUNS_COUNTED = 10
const TRANSACTION = /^(begin|commit|rollback)/i

const giveVal = async (site: Site, admin: string, people: Person[]): Promise<void> => {
  const csv = `username,amount\n${people.map(({ username }) => `${username},${GIFT}\n`).join('')}`
  await callerFor(site, admin)('POST', '/api/treasury/gifts/import', {
    csv,
    dryRun: false,
    confirmation: GIFT * people.length,
  })
  const arrived = async ({ token }: Person) => {
    const wallet = (await callerFor(site, token)('GET', '/api/wallet')) as unknown as { balance: number }
    return wallet.balance >= GIFT
  }
  for (const person of people) while (!(await arrived(person))) await sleep(500)
}

/** The people get VAL, and some keep the site open. */
export const openMarket = async (site: Site, { people, listings }: { people: Person[]; listings: string[] }) => {
  const admin = await signInAsAdmin(site)
  await giveVal(site, admin, people)
  const photo = new Uint8Array(await aPictureFile({ width: 1600, height: 1200 }))
  const market: Market = { origin: site.origin, people, listings, admin, photo }
  return {
    market,
    openStreams() {
      const streams = people.slice(0, STREAMS).map(({ token }) => aStreamReader([site.origin], token))
      return async () => void (await Promise.all(streams.map((stream) => stream.stop())))
    },
  }
}

/** Statements of one action without others at the same time, and of the jobs that it adds; without begin and commit. */
const countStatements = async (folder: string, market: Market): Promise<Map<string, number>> => {
  const database = join(folder, 'database')
  const attached = await attachToEmbeddedDatabase(database)
  if (!attached) throw new Error('the embedded database is not running')
  const { readStatements, end } = await logStatements(database, attached.address.host)
  const counts = new Map<string, number>()
  try {
    for (const [name, { run }] of Object.entries(ACTIONS)) {
      const before = (await readStatements()).length
      for (let count = 0; count < RUNS_COUNTED; count++) await run(market)
      const made = (await readStatements()).slice(before).filter((statement) => !TRANSACTION.test(statement))
      counts.set(name, Math.round(made.length / RUNS_COUNTED))
    }
  } finally {
    await end()
    await attached.stop()
  }
  return counts
}

/** One row per step; the actions of the last step that was held are shown before. */
export const benchDay = async (seconds: number): Promise<Step[]> =>
  withCopy(await seeded(LISTINGS), async (folder) => {
    const present = await withDatabase(folder, (db) => addPeople(db, SECRET))
    const piazza = await start(folder, { ...ADMIN_SETTINGS, TRANSFER_PASSWORD_ABOVE: '1000000' })
    try {
      const { market, openStreams } = await openMarket(piazza, present)
      const statements = await countStatements(folder, market)
      const closeStreams = openStreams()
      const { steps, held } = await raiseLoad(market, seconds, () => ({
        node: cpuMsOfProcess(piazza.pid),
        postgres: cpuMsOfChildren(piazza.pid, 'postgres'),
        anvil: cpuMsOfChildren(piazza.pid, 'anvil'),
        loader: cpuMsOfProcess(process.pid),
        megabytes: residentMegabytes(piazza.pid),
      }))
      await closeStreams()
      console.table(tableOf(held, statements))
      return steps
    } finally {
      await piazza.end()
    }
  })
