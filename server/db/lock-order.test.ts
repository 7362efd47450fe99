import { expect, test } from 'vitest'
import type { Database } from '#server/db/pool.ts'
import { sql } from '#server/db/sql.ts'
import { aPiazza } from '#test/fixtures.ts'

const ROUNDS = 12
const REVIEWERS = 3

/** Deadlocks are retried, so that no response shows them: PostgreSQL's own count does. */
const deadlocksIn = async (db: Database): Promise<number> => {
  // A connection publishes its counts when it closes.
  await db.execute(sql`select pg_terminate_backend(pid, 1000) from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`)
  const count = async () =>
    (await db.first<{ deadlocks: number }>(sql`
      select deadlocks from pg_stat_database where datname = current_database()`)) as { deadlocks: number }
  return (await count().catch(count)).deadlocks
}

test('both parties of a request erase their accounts at the same time, without a deadlock', async () => {
  const piazza = await aPiazza({ env: { RATE_LIMITS: 'off' } })
  const { token } = await piazza.aMember({ isAdmin: true })
  for (let round = 0; round < ROUNDS; round++) {
    const { buyer, seller } = await piazza.anOrder({})
    const erase = ({ id }: { id: string }) => piazza.call('DELETE', `/api/users/${id}`, { token })
    const answers = await Promise.all([erase(buyer), erase(seller)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
  }
  expect(await deadlocksIn(piazza.db)).toBe(0)
})

test.each(['account', 'listing'] as const)(
  'reviews written while the %s is deleted are stored or refused, without a deadlock',
  async (what) => {
    const piazza = await aPiazza({ env: { RATE_LIMITS: 'off' } })
    const { token } = await piazza.aMember({ isAdmin: true })
    const statuses: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const seller = await piazza.aMember()
      const { id } = await piazza.aListing({ by: seller })
      await piazza.aReview({ id })
      const reviewers = await Promise.all(Array.from({ length: REVIEWERS }, () => piazza.aMember()))
      const deletion = what === 'account' ? `/api/users/${seller.id}` : `/api/products/${id}`
      const body = { rating: 5, comment: 'Ottimo' }
      const answers = await Promise.all([
        ...reviewers.map((reviewer) =>
          piazza.call('POST', `/api/products/${id}/reviews`, { token: reviewer.token, body }),
        ),
        piazza.call('DELETE', deletion, { token }),
      ])
      expect(answers.at(-1)?.status).toBe(200)
      statuses.push(...answers.map(({ status }) => status))
    }
    expect(statuses.filter((status) => ![200, 404].includes(status))).toEqual([])
    expect(await deadlocksIn(piazza.db)).toBe(0)
  },
)
