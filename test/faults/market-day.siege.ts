import { expect, test } from 'vitest'
import { ADMIN_SETTINGS } from '#bench/admin.ts'
import { LISTINGS, openMarket } from '#bench/day.ts'
import { addPeople } from '#bench/day-people.ts'
import { raiseLoad, tableOf } from '#bench/day-steps.ts'
import { cpuMsOfCommand, cpuMsOfProcess, residentMegabytes } from '#bench/process.ts'
import { seedDatabase } from '#bench/seed.ts'
import { HOUR_MS } from '#domain/base/dates.ts'
import { connect } from '#server/platform/db/pool.ts'
import { aChainNode } from '#test/faults/chain-node.ts'
import { hasNginx, INSTANCES_SECRET, severalInstances } from '#test/faults/instances.ts'
import { hasPostgres15 } from '#test/postgres-15.ts'
import { aReplicatedDatabase } from '#test/replicated-database.ts'
import { size } from '#test/siege.ts'

const INSTANCES = 3
const SECONDS = 60

const rowOf = (row: object) =>
  Object.entries(row)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')

// Only in the long run, because it takes minutes. One server alone: `npm run bench -- --only day`.
test.runIf(hasPostgres15 && hasNginx && size(0, 1) === 1)(
  'three instances behind nginx, with a replica, answer everything that people do on a market day',
  async ({ annotate }) => {
    const { primary, replicas } = await aReplicatedDatabase()
    const chain = await aChainNode()
    const db = connect(primary.url, { connections: 1, statementMs: HOUR_MS })
    await seedDatabase(db, LISTINGS)
    const present = await addPeople(db, INSTANCES_SECRET)
    await db.close()
    const startDatabase = async () => ({
      env: { DATABASE_URL: primary.url, DATABASE_READ_URLS: replicas.map(({ url }) => url).join(' ') },
      kill: async () => false,
      end: async () => undefined,
    })
    const settings = {
      ...chain.environment(),
      ...ADMIN_SETTINGS,
      TRANSFER_PASSWORD_ABOVE: '1000000',
    }
    const { origin, instances } = await severalInstances(INSTANCES, settings, startDatabase)
    const { market, openStreams } = await openMarket({ origin }, present)
    const closeStreams = openStreams()
    const pids = instances.map(({ pid }) => pid())
    const { steps, held } = await raiseLoad(market, SECONDS, () => ({
      node: pids.reduce((sum, pid) => sum + cpuMsOfProcess(pid), 0),
      postgres: cpuMsOfCommand('piazza-replicated-'),
      anvil: cpuMsOfCommand(String(chain.port)),
      loader: cpuMsOfProcess(process.pid),
      megabytes: Math.max(...pids.map(residentMegabytes)),
    }))
    await closeStreams()
    for (const row of [...steps, ...tableOf(held)]) await annotate(rowOf(row))
    // How much is held depends on the machine.
    expect(steps[0]).toMatchObject({ refused: 0 })
  },
)
