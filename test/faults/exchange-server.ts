import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inject, onTestFinished, vi } from 'vitest'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import type { Database } from '#server/platform/db/pool.ts'
import { addressOf } from '#test/database.ts'
import { killChain, signalChain } from '#test/faults/chain-kill.ts'
import { begin, kill } from '#test/faults/orders-kill.ts'
import { tokenOf } from '#test/faults/orders-plan.ts'
import { aProxy } from '#test/faults/proxy.ts'
import { apiCaller } from '#test/fixtures.ts'
import { makePopulation } from '#test/population.ts'

/** In VAL. */
export const LIMIT = 4
export const SETTLE = { timeout: 180_000, interval: 200 }
const STOPPED_MS = 1_500
const HOUR_MS = 60 * 60 * 1000
const CLOCKS_AHEAD_MS = [0, 0, HOUR_MS, 30 * HOUR_MS]

export type Request = [memberId: string, method: string, path: string, body: object | undefined]
export type Server = Awaited<ReturnType<typeof aKillableServer>>

/** A server that can be killed and started again; calls wait until it runs, and a call that it did not answer is status 0. */
export const aKillableServer = async (db: Database) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'piazza-exchange-'))
  const { aMember } = makePopulation(db)
  const admins = [await aMember({ isAdmin: true }), await aMember({ isAdmin: true })] as const
  const tokenFor = (memberId: string) => admins.find(({ id }) => id === memberId)?.token ?? tokenOf(memberId)
  const { host, port, user } = inject('databaseAddress')
  const connection = await aProxy({ path: `${host}/.s.PGSQL.${port}` })
  const env = {
    DATABASE_URL: `postgres:///${addressOf(db).database}`,
    PGHOST: '127.0.0.1',
    PGPORT: String(connection.port),
    PGUSER: user,
    SMTP_URL: '',
    TRANSFER_PASSWORD_ABOVE: String(LIMIT),
  }
  let aheadMs = 0
  const start = () => begin({ dataDir, trades: 0, env: { ...env, CLOCK_AHEAD_MS: String(aheadMs) } })
  let running = start()
  onTestFinished(async () => {
    await kill((await running).server)
    killChain(dataDir)
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  })
  await running
  /** The clock of the new server may be ahead. */
  const killAndStart = async (clock = CLOCKS_AHEAD_MS[Math.floor(Math.random() * CLOCKS_AHEAD_MS.length)] ?? 0) => {
    await kill((await running).server)
    aheadMs = clock
    running = start()
    await running
  }
  const FAULTS = {
    killed: () => killAndStart(),
    'chain killed': async () => void killChain(dataDir),
    'chain stopped': async () => {
      signalChain(dataDir, 'SIGSTOP')
      await sleep(STOPPED_MS)
      signalChain(dataDir, 'SIGCONT')
    },
    'database stopped': async () => {
      await connection.fail('hung')
      await sleep(STOPPED_MS)
      await connection.restore({ cutting: true })
    },
    'database refused': async () => {
      await connection.fail('refused')
      await sleep(STOPPED_MS)
      await connection.restore()
    },
  }
  return {
    dataDir,
    admins,
    adminId: admins[0].id,
    faults: Object.keys(FAULTS) as (keyof typeof FAULTS)[],
    fail: (fault: keyof typeof FAULTS): Promise<void> => FAULTS[fault](),
    /** Restarts the server if its clock is ahead. */
    async resetClock() {
      if (aheadMs > 0) await killAndStart(0)
    },
    /** Asks again until the server answers. */
    async see(memberId: string, id: string): Promise<OrderView> {
      const read = async () => {
        const call = apiCaller((await running).origin)
        const { status, body, text } = await call('GET', `/api/orders/${id}`, { token: tokenFor(memberId) })
        if (status !== 200) throw new Error(`${id}: ${status} ${text}`)
        return body as OrderView
      }
      return vi.waitFor(read, SETTLE)
    },
    async call(key: string | undefined, ...[memberId, method, path, body]: Request): Promise<number> {
      const { origin } = await running
      const token = tokenFor(memberId)
      const headers: Record<string, string> = key ? { 'idempotency-key': key } : {}
      const answer = await apiCaller(origin)(method, path, { token, headers, ...(body ? { body } : {}) }).catch(
        () => undefined,
      )
      if (answer && answer.status >= 500 && answer.status !== 503)
        throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
      return answer?.status ?? 0
    },
  }
}
