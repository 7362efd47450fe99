import { expect, test } from 'vitest'
import type { AlertList } from '#domain/market/alerts.schema.ts'
import { ALERT_MESSAGES, MAX_ALERTS } from '#domain/market/alerts.ts'
import type { NoticePage } from '#domain/talk/notices.schema.ts'
import { sql } from '#server/platform/db/sql.ts'
import { jobsDone, runJob } from '#test/jobs-done.ts'
import { aPiazzaWithOwner, LISTING_INPUT } from '#test/listing-calls.ts'
import { someServices } from '#test/services.ts'

const setUp = async () => {
  const { piazza, owner, create, change } = await aPiazzaWithOwner({})
  const save = (by: { token: string }, query: object) =>
    piazza.call('POST', '/api/alerts', { token: by.token, body: { query } })
  const alertsOf = async (by: { token: string }) =>
    ((await piazza.call('GET', '/api/alerts', { token: by.token })).body as AlertList).alerts
  const told = async (by: { token: string }) => {
    await jobsDone(piazza.db, 'match-alerts')
    const { body } = await piazza.call('GET', '/api/notices', { token: by.token })
    return (body as NoticePage).notices.filter(({ kind }) => kind === 'alert').map(({ text }) => text)
  }
  const publish = async (input: object) => {
    const { product } = await create()
    expect((await change(product._id, { ...LISTING_INPUT, ...input })).status).toBe(200)
    return product._id
  }
  return { piazza, owner, change, save, alertsOf, told, publish }
}

test('a search is saved, listed and removed; the same one twice is one alert', async () => {
  const { piazza, save, alertsOf } = await setUp()
  const [member, other] = [await piazza.aMember(), await piazza.aMember()]
  const first = await save(member, {
    name: 'bici',
    min: 1,
    max: '10',
    near: 'Ivrea (TO)',
    km: 10,
    p: '3',
    order: 'lowest',
  })
  expect(first).toMatchObject({ status: 200, body: { text: 'bici · da 1 VAL a 10 VAL · entro 10 km da Ivrea (TO)' } })
  const again = await save(member, { name: 'bici', min: '1', max: 10, near: 'Ivrea (TO)', km: '10' })
  expect(again.body).toEqual(first.body)
  await save(member, { section: 'dono' })
  expect(await alertsOf(member)).toMatchObject([
    { query: { section: 'dono' } },
    { query: { name: 'bici', min: '1', max: '10', near: 'Ivrea (TO)', km: '10' } },
  ])
  expect(await alertsOf(other)).toEqual([])
  const { _id } = first.body as { _id: string }
  expect((await piazza.call('DELETE', `/api/alerts/${_id}`, { token: other.token })).status).toBe(404)
  expect((await piazza.call('DELETE', `/api/alerts/${_id}`, { token: member.token })).status).toBe(200)
  expect(await alertsOf(member)).toHaveLength(1)
})

test('a match that is interrupted fails, so that its job tells the members when it is run again', async () => {
  const { piazza, save, told, publish } = await setUp()
  const member = await piazza.aMember()
  const id = await publish({ name: 'Fisarmonica' })
  await jobsDone(piazza.db, 'match-alerts')
  await save(member, { name: 'fisarmonica' })
  const { alerts } = someServices(piazza.db, () => new Date())
  await expect(alerts.match(id, AbortSignal.abort())).rejects.toThrow()
  expect(await told(member)).toEqual([])
  await alerts.match(id)
  expect(await told(member)).toHaveLength(1)
})

test.each([
  {},
  { name: '', category: 'all', min: '0', max: '0', rating: 0, free: false },
  { p: '2', order: 'newest', km: '5' },
  { max: '1000000' },
  { name: 'il la di' },
  { near: 'Nessunluogo' },
  { section: 'tutto' },
])('a search that finds everything or can never find anything is refused, as is a wrong one: %j', async (query) => {
  const { piazza, save } = await setUp()
  expect((await save(await piazza.aMember(), query)).status).toBe(422)
})

test('a member has at most 20 alerts, also when they are saved at once', async () => {
  const { piazza, save, alertsOf } = await setUp()
  const member = await piazza.aMember()
  const names = Array.from({ length: MAX_ALERTS + 3 }, (_, number) => `parola${number}`)
  const answers = await Promise.all(names.map((name) => save(member, { name })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(MAX_ALERTS)
  expect(answers.find(({ status }) => status !== 200)).toMatchObject({
    status: 409,
    body: { message: ALERT_MESSAGES.tooMany },
  })
  expect(await alertsOf(member)).toHaveLength(MAX_ALERTS)
})

test('a new and a changed listing reach the alerts whose search finds it, each once', async () => {
  const { piazza, change, save, told, publish } = await setUp()
  const member = await piazza.aMember()
  await save(member, { name: 'miele', max: '10' })
  const id = await publish({ priceVal: 12.5 })
  expect(await told(member)).toEqual([])
  await change(id, { ...LISTING_INPUT, priceVal: 9 })
  expect(await told(member)).toEqual(['«Miele di castagno» risponde alla tua ricerca «miele · fino a 10 VAL»'])
  await change(id, { ...LISTING_INPUT, priceVal: 8 })
  await change(id, { ...LISTING_INPUT, priceVal: 8, pause: true })
  await change(id, { ...LISTING_INPUT, priceVal: 8 })
  expect(await told(member)).toHaveLength(1)
})

test('an alert finds by a synonym that an admin adds later, and no longer once it is removed', async () => {
  const { piazza, save, told, publish } = await setUp()
  const [member, admin] = [await piazza.aMember(), await piazza.aMember({ isAdmin: true })]
  await save(member, { name: 'tigelle' })
  const group = { token: admin.token, body: { words: ['tigelle', 'crescentine'] } }
  const { body } = await piazza.call('POST', '/api/synonyms', group)
  await jobsDone(piazza.db, 'resolve-searches')
  await publish({ name: 'Crescentine calde' })
  expect(await told(member)).toHaveLength(1)
  await piazza.call('DELETE', `/api/synonyms/${(body as { _id: string })._id}`, { token: admin.token })
  await jobsDone(piazza.db, 'resolve-searches')
  await publish({ name: 'Crescentine fredde' })
  expect(await told(member)).toHaveLength(1)
})

test('one notice names all the searches of a member that find a listing', async () => {
  const { piazza, save, told, publish } = await setUp()
  const member = await piazza.aMember()
  await save(member, { category: 'alimentari' })
  await save(member, { name: 'miele' })
  await publish({})
  expect(await told(member)).toEqual(['«Miele di castagno» risponde a 2 tue ricerche: «in alimentari», «miele»'])
})

test('nobody is told of their own listings, of drafts, or of those of a member who blocked them or whom they blocked', async () => {
  const { piazza, owner, save, told, publish } = await setUp()
  const [blocker, blocked, other] = [await piazza.aMember(), await piazza.aMember(), await piazza.aMember()]
  await piazza.call('PUT', `/api/blocks/${owner.id}`, { token: blocker.token })
  await piazza.call('PUT', `/api/blocks/${blocked.id}`, { token: owner.token })
  for (const member of [owner, blocker, blocked, other]) await save(member, { name: 'miele' })
  await publish({ name: 'Annunci# 12 miele' })
  expect(await told(other)).toEqual([])
  await publish({})
  for (const member of [owner, blocker, blocked]) expect(await told(member)).toEqual([])
  expect(await told(other)).toHaveLength(1)
})

test('a listing reaches alerts for a minimum rating when a review raises its rating', async () => {
  const { piazza, save, told, publish } = await setUp()
  const [member, reviewer] = [await piazza.aMember(), await piazza.aMember()]
  await save(member, { rating: '4' })
  const id = await publish({})
  expect(await told(member)).toEqual([])
  const body = { rating: 5, comment: 'Buono' }
  await piazza.call('POST', `/api/products/${id}/reviews`, { token: reviewer.token, body })
  expect(await told(member)).toHaveLength(1)
})

test('alerts are in the export, and gone with the account; searches that nobody has are deleted', async () => {
  const { piazza, save } = await setUp()
  const member = await piazza.aMember({ password: 'una-password-lunga' })
  await save(member, { name: 'chitarra' })
  const { body } = await piazza.call('GET', '/api/privacy/export', { token: member.token })
  expect(body).toMatchObject({ alerts: [{ query: { name: 'chitarra' } }] })
  const erased = { token: member.token, body: { password: 'una-password-lunga' } }
  expect((await piazza.call('POST', '/api/privacy/erase', erased)).status).toBe(200)
  expect(await piazza.db.query(sql`select from alert`)).toEqual([])
  await runJob(piazza.db, 'delete-old-data')
  expect(await piazza.db.query(sql`select from saved_search`)).toEqual([])
})
