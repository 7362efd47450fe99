import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { aFixture, type Fixture, RACING_CALLS, send, stateFor } from '#test/attacks/racing-calls.ts'
import { aPiazza } from '#test/fixtures.ts'
import { size } from '#test/siege.ts'

// In pairs.siege.ts chance decides which of two calls is first. Here the test locks a row, so that a call waits for it.
// If that call has locked a row that comes later in the lock order (docs/architecture.md), two such calls can deadlock.

const POLL_MS = 15
const PROBES = 20
/** Three members, a report, an order and a listing. */
const HELD = 6
// The short run holds every other row, the long one all of them.
const EVERY = size(2, 1)

type Row = { table: string; id: string; name: string }

/** The rows in lock order. The last three have no order among themselves, so they are only looked at, not held. */
const rowsOf = ({ buyer, seller, admin, order, report, listing, ...others }: Fixture) => {
  const members = Object.entries({ buyer, seller, admin })
    .map(([name, { id }]) => ({ table: 'member', id, name }))
    .sort((one, other) => (one.id < other.id ? -1 : 1))
  const held: Row[] = [
    ...members,
    { table: 'report', id: report, name: 'report' },
    { table: 'orders', id: order, name: 'order' },
    { table: 'listing', id: listing, name: 'listing' },
  ]
  const { thread, valRequest, alert } = others
  const last: Row[] = [
    { table: 'thread', id: thread, name: 'thread' },
    { table: 'val_request', id: valRequest, name: 'valRequest' },
    { table: 'alert', id: alert, name: 'alert' },
  ]
  return { held, all: [...held, ...last] }
}

const lock = ({ table, id }: Row, how = '') => ({
  text: `select from ${table} where id = $1 for update ${how}`,
  values: [id],
})

/** Whether another transaction holds a row for longer than a moment. */
const isHeld = async (client: pg.Client, row: Row): Promise<boolean> => {
  for (let probe = 0; probe < PROBES; probe++) {
    await client.query('begin')
    const isFree = await client.query(lock(row, 'nowait')).then(
      () => true,
      () => false,
    )
    await client.query('rollback')
    if (isFree) return false
    await sleep(POLL_MS)
  }
  return true
}

test('a call that waits for a row holds none that comes later in the lock order', async ({ annotate }) => {
  const piazza = await aPiazza({ env: { RATE_LIMITS: 'off' } })
  const admin = await piazza.aMember({ isAdmin: true })
  const [holder, prober] = [await piazza.db.openClient(), await piazza.db.openClient()]
  onTestFinished(async () => void (await Promise.all([holder.end(), prober.end()])))
  const pid = (await holder.query('select pg_backend_pid() as pid')).rows[0].pid
  const waiting = async () =>
    (await prober.query('select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))', [pid])).rowCount !== 0

  const wrong: string[] = []
  let waits = 0
  for (const [index, racingCall] of RACING_CALLS.entries())
    for (let place = index % EVERY; place < HELD; place += EVERY) {
      const fixture = await aFixture(piazza, admin, stateFor(racingCall))
      const { held, all } = rowsOf(fixture)
      const row = held[place] as Row
      await holder.query('begin')
      await holder.query(lock(row))
      let isDone = false
      const done = send(piazza, fixture, racingCall).finally(() => {
        isDone = true
      })
      let isWaiting = false
      while (!isDone && !isWaiting) {
        await sleep(POLL_MS)
        isWaiting = await waiting()
      }
      if (isWaiting) {
        waits++
        for (const later of all.slice(place + 1))
          if (await isHeld(prober, later))
            wrong.push(`${racingCall[0]} as ${racingCall[1]} holds ${later.name} and waits for ${row.name}`)
      }
      await holder.query('rollback')
      await done
    }
  await annotate(`${RACING_CALLS.length} chiamate, ${waits} attese`)
  expect(waits).toBeGreaterThan(0)
  expect([...new Set(wrong)].sort()).toEqual([])
})
