import { expect, onTestFinished, test } from 'vitest'
import { aFixture, RACING_CALLS, type RacingCall, send, stateFor } from '#test/attacks/racing-calls.ts'
import { deadlockedStatements, deadlocksIn } from '#test/deadlocks.ts'
import { aPiazza } from '#test/fixtures.ts'
import { endJobs } from '#test/jobs-done.ts'
import { size } from '#test/siege.ts'

const REPETITIONS = size(1, 2)
// Pairs that are sent at the same moment, about the same rows.
const AT_ONCE = size(1, 10)
// The short run races every eighth pair, the long one all of them.
const EVERY = size(8, 1)
const TIDY_EVERY = 50

const nameOf = ([signature, by]: RacingCall): string => `${signature} as ${by}`

test('two calls that write to the same rows at once end without a server error and without a deadlock', async ({
  annotate,
}) => {
  const piazza = await aPiazza({ env: { RATE_LIMITS: 'off' } })
  const admin = await piazza.aMember({ isAdmin: true })
  const pairs = RACING_CALLS.flatMap((one, index) => RACING_CALLS.slice(index).map((other) => [one, other] as const))
  const chosen = pairs.filter((_, index) => index % EVERY === 0)
  for (const racingCall of RACING_CALLS) {
    const { status, text } = await send(piazza, await aFixture(piazza, admin, stateFor(racingCall)), racingCall)
    expect(status, `${nameOf(racingCall)}: ${text}`).toBe(200)
  }
  // `vacuum` may take longer than the statement timeout of the server's own connections.
  const withoutTimeout = await piazza.db.openClient()
  onTestFinished(() => withoutTimeout.end())
  const failed = new Set<string>()
  for (const [number, pair] of chosen.entries()) {
    // The tests’ database has no autovacuum: it would get slower with every row that was changed or deleted.
    if (number % TIDY_EVERY === 0) {
      await withoutTimeout.query('vacuum analyze')
      await endJobs(piazza.db, ['send-mail'])
    }
    for (let time = 0; time < REPETITIONS; time++) {
      const fixture = await aFixture(piazza, admin, stateFor(pair[(number + time) % 2] as RacingCall))
      const atOnce = Array.from({ length: AT_ONCE }, () => pair).flat()
      const responses = await Promise.all(atOnce.map((racingCall) => send(piazza, fixture, racingCall)))
      // 503 is the answer of a busy machine.
      for (const { status, text } of responses.filter((each) => each.status >= 500 && each.status !== 503))
        failed.add(`${pair.map(nameOf).join(' × ')}: ${status} ${text}`)
    }
  }
  await annotate(
    `${chosen.length} di ${pairs.length} coppie di ${RACING_CALLS.length} chiamate, ${REPETITIONS * AT_ONCE} volte ciascuna`,
  )
  const found = {
    failed: [...failed],
    deadlockedStatements: deadlockedStatements(piazza.db),
    deadlocks: await deadlocksIn(piazza.db),
  }
  expect(found).toEqual({ failed: [], deadlockedStatements: [], deadlocks: 0 })
})
