import { expect, test } from 'vitest'
import type { ReportView } from '#domain/association/reports.schema.ts'
import { sql } from '#server/platform/db/sql.ts'
import { aPiazzaWithReports, DECISION } from '#test/report-calls.ts'

/** Two decisions that suspend the same author, and calls to object to them, to reverse them and to lift the suspension. */
const withTwoSuspensions = async (first: object, second: object, options = {}) => {
  const piazza = await aPiazzaWithReports(options)
  const { author, admin } = piazza
  const reporter = await piazza.aMember()
  const ids = [
    piazza.idOf(await piazza.report(reporter, { kind: 'member', id: author.id })),
    piazza.idOf(await piazza.report(reporter)),
  ]
  const suspend = async (id: string | undefined, body: object) =>
    ((await piazza.decide(admin, id ?? '', { action: 'suspend', ...body })).body as ReportView).decision?._id ?? ''
  const object = (id: string) => piazza.post(author, `/api/decisions/${id}/objection`, { text: 'Non sono stato io' })
  const reverse = (id: string) =>
    piazza.post(admin, `/api/decisions/${id}/review`, { outcome: 'reversed', ...DECISION })
  const suspension = async () =>
    (
      await piazza.db.query<{ since: Date | null; until: Date | null }>(sql`
        select suspended_at as since, suspended_until as until from member where id = ${author.id}`)
    )[0]
  const lift = () => piazza.call('DELETE', `/api/users/${author.id}/suspension`, { token: admin.token })
  const [suspendFirst, suspendAgain] = [() => suspend(ids[0], first), () => suspend(ids[1], second)]
  return { ...piazza, object, reverse, suspension, lift, suspendFirst, suspendAgain }
}

test('a reversed suspension leaves the one before, which holds again, and one that came later', async () => {
  const piazza = await withTwoSuspensions({}, { until: '2999-12-31', facts: 'Ha rifatto tutto.' })
  const [first, second] = [await piazza.suspendFirst(), await piazza.suspendAgain()]
  await piazza.object(second)
  expect((await piazza.reverse(second)).status).toBe(200)
  expect(await piazza.suspension()).toEqual({ since: expect.any(Date), until: null })
  expect(await piazza.isVisible()).toBe(false)
  await piazza.object(first)
  expect((await piazza.reverse(first)).status).toBe(200)
  expect(await piazza.suspension()).toEqual({ since: null, until: null })
  expect(await piazza.isVisible()).toBe(true)

  const other = await withTwoSuspensions({}, { until: '2999-12-31' })
  const replaced = await other.suspendFirst()
  await other.suspendAgain()
  await other.object(replaced)
  expect((await other.reverse(replaced)).status).toBe(200)
  expect((await other.suspension())?.until?.getUTCFullYear()).toBe(2999)
})

test('the suspension before does not hold again if it was lifted, or if the reversed one was over', async () => {
  const lifted = await withTwoSuspensions({}, {})
  await lifted.suspendFirst()
  expect((await lifted.lift()).status).toBe(200)
  const later = await lifted.suspendAgain()
  await lifted.object(later)
  expect((await lifted.reverse(later)).status).toBe(200)
  expect(await lifted.suspension()).toEqual({ since: null, until: null })

  let now = new Date()
  const until = new Date(now.getTime() + 3_600_000)
  const over = await withTwoSuspensions({}, { until }, { clock: () => now })
  await over.suspendFirst()
  const short = await over.suspendAgain()
  await over.object(short)
  now = new Date(until.getTime() + 60_000)
  expect((await over.reverse(short)).status).toBe(200)
  expect((await over.call('POST', '/api/products', { token: over.author.token, body: {} })).status).toBe(200)
})

test('the objection of a member who has left can be accepted', async () => {
  const piazza = await withTwoSuspensions({}, {})
  const id = await piazza.suspendFirst()
  await piazza.object(id)
  await piazza.call('DELETE', `/api/users/${piazza.author.id}`, { token: piazza.admin.token })
  expect(await piazza.reverse(id)).toMatchObject({ status: 200, body: { review: { outcome: 'reversed' } } })
})
