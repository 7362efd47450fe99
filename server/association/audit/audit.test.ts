import { expect, test } from 'vitest'
import { AUDIT_KIND_NAMES, AUDIT_TEXTS, actionsOf } from '#domain/association/audit.ts'
import type { AuditPage } from '#domain/association/reports.schema.ts'
import { sql } from '#server/platform/db/sql.ts'
import { anOwnPiazza } from '#test/fixtures.ts'

test('the log is narrowed to a person, a kind of action and the days up to one', async () => {
  const piazza = await anOwnPiazza()
  const { id: admin, token } = await piazza.aMember({ isAdmin: true })
  const { id: rosa } = await piazza.aMember()
  for (const [at, action, subject] of [
    ['2026-03-01T22:59:00Z', 'treasury.mint', 'treasury'],
    ['2026-03-01T23:00:00Z', 'treasury.gift', rosa],
    ['2026-03-02T10:00:00Z', 'member.edit', rosa],
  ])
    await piazza.db.execute(
      sql`insert into audit (actor, action, subject, at) values (${admin}, ${action}, ${subject}, ${at}::timestamptz)`,
    )
  const actionsFor = async (query: string) => {
    const { body } = await piazza.call('GET', `/api/audit?${query}`, { token })
    return (body as AuditPage).entries.map(({ action }) => action)
  }
  expect(await actionsFor('')).toEqual(['member.edit', 'treasury.gift', 'treasury.mint'])
  expect(await actionsFor('kind=money')).toEqual(['treasury.gift', 'treasury.mint'])
  expect(await actionsFor(`kind=money&member=${rosa}`)).toEqual(['treasury.gift'])
  // The day ends at midnight in Italy.
  expect(await actionsFor('until=2026-03-01')).toEqual(['treasury.mint'])
  expect(await actionsFor('until=2026-03-02&kind=people')).toEqual(['member.edit'])
  for (const wrong of ['kind=altro', 'until=2026-02-30', 'until=ieri'])
    expect((await piazza.call('GET', `/api/audit?${wrong}`, { token })).status, wrong).toBe(400)
})

test('every action belongs to exactly one kind', () => {
  expect(AUDIT_KIND_NAMES.flatMap(actionsOf).sort()).toEqual(Object.keys(AUDIT_TEXTS).sort())
})
