import { expect, test } from 'vitest'
import { HOUR_MS } from '#domain/base/dates.ts'
import { noPlacesLeft } from '#domain/exchange/order-messages.ts'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { EVENT_MESSAGES } from '#domain/market/events.ts'
import type { ListingPage, OwnListing } from '#domain/market/listings.schema.ts'
import { anOwnPiazza, aPiazza } from '#test/fixtures.ts'
import { aPiazzaWithOwner, LISTING_INPUT } from '#test/listing-calls.ts'

const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS)
const PUBLIC_URL = 'https://piazza.example'

const EVENT_INPUT = {
  ...LISTING_INPUT,
  name: 'Ballo in cortile',
  section: 'avviso',
  startsAt: inHours(24).toISOString(),
  endsAt: inHours(26).toISOString(),
  place: 'Circolo ARCI, via Roma 3',
  places: 2,
}

type Piazza = Awaited<ReturnType<typeof aPiazza>>
const names = async (piazza: Piazza, query: string, token?: string) => {
  const { body } = await piazza.call('GET', `/api/products?${query}`, token ? { token } : {})
  return (body as ListingPage).products.map(({ name }) => name)
}

test('an event is published with its times, place and places', async () => {
  const { create, change, see } = await aPiazzaWithOwner()
  const { product } = await create()
  const { status, product: saved } = await change(product._id, EVENT_INPUT)
  expect(status).toBe(200)
  const { startsAt, endsAt, place, places } = EVENT_INPUT
  expect(saved).toMatchObject({ startsAt, endsAt, place, places, expiry: endsAt })
  expect((await see(product._id)).body).toMatchObject({ startsAt, endsAt, place, places })
})

test('times without an offset are Italian', async () => {
  const { create, change } = await aPiazzaWithOwner({ clock: () => new Date('2026-11-16T10:00:00Z') })
  const { product } = await create()
  const times = { startsAt: '2026-11-21T18:30', endsAt: '2026-11-21T20:00:00+01:00' }
  const { product: saved } = await change(product._id, { ...EVENT_INPUT, ...times })
  expect(saved).toMatchObject({ startsAt: '2026-11-21T17:30:00.000Z', endsAt: '2026-11-21T19:00:00.000Z' })
})

test.each([
  [{ startsAt: null }, EVENT_MESSAGES.startMissing],
  [{ startsAt: '', endsAt: '' }, EVENT_MESSAGES.startMissing],
  [{ endsAt: undefined }, EVENT_MESSAGES.endMissing],
  [{ endsAt: EVENT_INPUT.startsAt }, EVENT_MESSAGES.endsBeforeStart],
  [{ endsAt: inHours(24 * 366 * 5).toISOString() }, EVENT_MESSAGES.tooFarAhead],
  [{ startsAt: inHours(-2).toISOString(), endsAt: inHours(-1).toISOString() }, EVENT_MESSAGES.endsInThePast],
  [{ startsAt: 'domani' }, 'Serve una data con l’ora.'],
  [{ startsAt: '0000-01-01T00:00:00Z' }, 'La data è troppo lontana.'],
  [{ place: 'x'.repeat(201) }, 'Al massimo 200 caratteri.'],
  [{ places: -1 }, 'I posti non possono essere meno di zero.'],
  [{ places: 1.5 }, 'I posti devono essere un numero intero.'],
])('an event is refused with %j', async (wrong, message) => {
  const { create, change } = await aPiazzaWithOwner()
  const { product } = await create()
  expect(await change(product._id, { ...EVENT_INPUT, ...wrong })).toMatchObject({ status: 422, message })
})

test('a draft may lack its times, and other sections ignore the fields of events', async () => {
  const { create, change } = await aPiazzaWithOwner()
  const { product } = await create()
  const draft = { ...EVENT_INPUT, name: product.name, startsAt: null, endsAt: null }
  expect((await change(product._id, draft)).status).toBe(200)
  const { status, product: saved } = await change(product._id, { ...EVENT_INPUT, section: 'offro' })
  expect(status).toBe(200)
  expect(saved).toMatchObject({ startsAt: null, endsAt: null, place: '', places: null, expiry: null })
  // It can become an event again.
  expect((await change(product._id, EVENT_INPUT)).product).toMatchObject({ startsAt: EVENT_INPUT.startsAt })
})

test('lists of events begin with the soonest, also with filters and for one seller', async () => {
  const piazza = await anOwnPiazza()
  const seller = await piazza.aMember()
  const add = (name: string, hours: number) =>
    piazza.aListing({ by: seller, section: 'avviso', name, category: 'Feste', startsAt: inHours(hours) })
  const events = [await add('Terzo', 72), await add('Primo', 24), await add('Secondo', 48), await add('In corso', -1)]
  const soonest = ['In corso', 'Primo', 'Secondo', 'Terzo']
  expect(await names(piazza, 'section=avviso')).toEqual(soonest)
  expect(await names(piazza, 'section=avviso&category=feste')).toEqual(soonest)
  expect(await names(piazza, `section=avviso&seller=${seller.id}`)).toEqual(soonest)
  expect(await names(piazza, 'section=avviso&pageSize=2&p=2')).toEqual(['Secondo', 'Terzo'])
  expect(await names(piazza, 'section=avviso&order=newest')).toEqual(['In corso', 'Secondo', 'Primo', 'Terzo'])
  for (const event of events) await piazza.aReview(event)
  expect(await names(piazza, 'section=avviso&rating=4')).toEqual(soonest)
})

test('an event that is over is in no list, search, suggestion, feed or sitemap, and its page says so', async () => {
  const piazza = await aPiazza({ env: { PUBLIC_URL } })
  const owner = await piazza.aMember()
  await piazza.aListing({ section: 'avviso', name: 'Concerto futuro' })
  const over = await piazza.aListing({ by: owner, section: 'avviso', name: 'Concerto passato', endsAt: inHours(-1) })
  for (const query of ['', 'section=avviso', 'name=concerto', 'section=avviso&order=toprated', 'max=5'])
    expect(await names(piazza, query)).toEqual(['Concerto futuro'])
  const read = async (path: string) => (await piazza.call('GET', path)).text
  for (const path of ['/api/products/suggestions?q=concerto', '/feed/avviso.xml', '/feed/avviso.ics'])
    expect(await read(path)).not.toContain('passato')
  expect(await read('/feed/avviso.ics')).toContain('SUMMARY:Concerto futuro')
  expect(await read('/sitemap/annunci-0.xml')).not.toContain(over.id)
  expect(await piazza.call('GET', `/api/products/${over.id}`)).toMatchObject({
    status: 404,
    body: { message: EVENT_MESSAGES.over },
  })
  expect(await names(piazza, `seller=${owner.id}`, owner.token)).toEqual(['Concerto passato'])
})

test('an event leaves a cached list when it ends', { tags: 'slow' }, async () => {
  const piazza = await aPiazza({ env: { CACHE_MB: '8' } })
  await piazza.aListing({
    section: 'avviso',
    name: 'Finisce ora',
    startsAt: inHours(-1),
    endsAt: new Date(Date.now() + 5_000),
  })
  expect(await names(piazza, 'section=avviso')).toEqual(['Finisce ora'])
  await expect.poll(() => names(piazza, 'section=avviso'), { timeout: 20_000 }).toEqual([])
})

test('an event has a calendar file unless it is hidden or over', async () => {
  const piazza = await aPiazza({ env: { PUBLIC_URL } })
  const event = await piazza.aListing({ section: 'avviso', name: 'Ballo', place: 'Via Roma 3' })
  const { status, text, headers } = await piazza.call('GET', `/product/${event.id}.ics`)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  expect(text).toContain(`UID:${event.id}@piazza.example\r\n`)
  expect(text).toContain('LOCATION:Via Roma 3\r\n')
  const others = [
    await piazza.aListing({ section: 'avviso', paused: true }),
    await piazza.aListing({ section: 'avviso', name: 'Annunci# 9' }),
    await piazza.aListing({ section: 'avviso', endsAt: inHours(-1) }),
    await piazza.aListing({ section: 'offro' }),
    { id: 'altro' },
  ]
  for (const { id } of others) expect((await piazza.call('GET', `/product/${id}.ics`)).status).toBe(404)
})

const aPiazzaWithEvent = async () => {
  const { piazza, owner, create, change } = await aPiazzaWithOwner()
  const { product } = await create()
  await change(product._id, EVENT_INPUT)
  const takePart = async () => {
    const guest = await piazza.aMember({ hasAd: true })
    const body = { orderItems: [{ product: product._id, qty: 1 }] }
    const response = await piazza.call('POST', '/api/orders', { token: guest.token, body })
    const { order, message } = response.body as { order: OrderView; message: string }
    return { guest, status: response.status, order, message }
  }
  const placesLeft = async () => ((await piazza.call('GET', `/api/products/${product._id}`)).body as OwnListing).places
  return { piazza, owner, product, change, takePart, placesLeft }
}

test('taking part takes a place, cancelling gives it back, and a full event is refused', async () => {
  const { piazza, product, change, takePart, placesLeft } = await aPiazzaWithEvent()
  const [first, second, third] = [await takePart(), await takePart(), await takePart()]
  expect([first.status, second.status, third.status]).toEqual([200, 200, 409])
  expect(third.message).toBe(noPlacesLeft(EVENT_INPUT.name))
  expect(await placesLeft()).toBe(0)
  await piazza.call('POST', `/api/orders/${first.order._id}/cancel`, { token: first.guest.token, body: {} })
  expect(await placesLeft()).toBe(1)
  // Without a limit there is always a place.
  await change(product._id, { ...EVENT_INPUT, places: null })
  expect((await takePart()).status).toBe(200)
  expect(await placesLeft()).toBeNull()
})
