import { expect, test } from 'vitest'
import { HOUR_MS } from '#domain/base/dates.ts'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { EVENT_MESSAGES, formatEventTime } from '#domain/market/events.ts'
import type { OwnListing } from '#domain/market/listings.schema.ts'
import type { NoticePage } from '#domain/talk/notices.schema.ts'
import { jobs } from '#server/platform/jobs/jobs.ts'
import { jobsDone, plannedJobsDone } from '#test/jobs-done.ts'
import { aPiazzaWithOwner, LISTING_INPUT } from '#test/listing-calls.ts'
import { mailsTo } from '#test/mailbox.ts'

const NOW = new Date()
const inHours = (hours: number) => new Date(NOW.getTime() + hours * HOUR_MS)
const times = (from: number, to: number) => ({
  startsAt: inHours(from).toISOString(),
  endsAt: inHours(to).toISOString(),
})

const EVENT_INPUT = {
  ...LISTING_INPUT,
  ...times(24, 26),
  name: 'Ballo in cortile',
  section: 'avviso',
  place: 'Circolo ARCI, via Roma 3',
  places: 5,
}

/** An event, members who take part, and a clock that can be set. */
const aPiazzaWithEvent = async () => {
  let hours = 0
  const { piazza, owner, create, change } = await aPiazzaWithOwner({ clock: () => inHours(hours) })
  const { db } = piazza
  const { product } = await create()
  await change(product._id, EVENT_INPUT)
  const takePart = async () => {
    const guest = await piazza.aMember({ hasAd: true })
    const body = { orderItems: [{ product: product._id, qty: 1 }] }
    const response = await piazza.call('POST', '/api/orders', { token: guest.token, body })
    const path = `/api/orders/${(response.body as { order: OrderView }).order._id}`
    return {
      guest,
      path,
      order: async () => (await piazza.call('GET', path, { token: guest.token })).body as OrderView,
      /** Skips the first mail, the copy of the request. */
      mails: async () => (await mailsTo(db, guest.email)).slice(1),
    }
  }
  return {
    piazza,
    owner,
    product,
    takePart,
    change: (wanted: object) => change(product._id, { ...EVENT_INPUT, ...wanted }),
    /** Runs the job that tells the participants, some minutes after a change. */
    toldOfChanges: () => plannedJobsDone(db, 'tell-event'),
    /** Sets the clock and runs the job twice at the same time. */
    async concludeAt(at: number) {
      hours = at
      await Promise.all([jobs.add(db, 'conclude-events', {}), jobs.add(db, 'conclude-events', {})])
      await jobsDone(db, 'conclude-events')
    },
  }
}

test('a request is concluded once its event is over, also if it was moved, and both sides are told once', async () => {
  const { piazza, owner, product, takePart, change, concludeAt, toldOfChanges } = await aPiazzaWithEvent()
  const guests = [await takePart(), await takePart()]
  expect((await guests[0]?.order())?.orderItems[0]).toMatchObject({
    startsAt: EVENT_INPUT.startsAt,
    endsAt: EVENT_INPUT.endsAt,
    place: 'Circolo ARCI, via Roma 3, Moncalieri, Torino',
  })
  await change(times(48, 50))
  await toldOfChanges()
  await concludeAt(27)
  expect((await guests[0]?.order())?.concludedAt).toBeNull()
  await concludeAt(51)
  await concludeAt(60)
  for (const { order, mails } of guests) {
    expect((await order()).concludedAt).toBe(inHours(51).toISOString())
    const [, over, ...more] = await mails()
    expect(more).toEqual([])
    expect(over?.subject).toBe('Com’è andato l’evento «Ballo in cortile»?')
    expect(over?.text).toContain(`/product/${product._id}#recensioni`)
  }
  const toOwner = (await mailsTo(piazza.db, owner.email)).filter(({ subject }) => subject.includes('finito'))
  expect(toOwner).toHaveLength(1)
  expect(toOwner[0]?.text).toContain('le partecipazioni di 2 persone sono concluse')
})

test('participants still see an event that is over and can review it; others do not see it', async () => {
  const { piazza, product, takePart, concludeAt } = await aPiazzaWithEvent()
  const [{ guest }, { guest: absent, path }] = [await takePart(), await takePart()]
  await piazza.call('POST', `${path}/cancel`, { token: absent.token, body: {} })
  await concludeAt(27)
  const see = (token: string) => piazza.call('GET', `/api/products/${product._id}`, { token })
  expect(await see(absent.token)).toMatchObject({ status: 404, body: { message: EVENT_MESSAGES.over } })
  const { status, body } = await see(guest.token)
  expect(status).toBe(200)
  expect((body as OwnListing).auxPhone).toBeUndefined()
  const review = await piazza.call('POST', `/api/products/${product._id}/reviews`, {
    token: guest.token,
    body: { rating: 5, comment: 'Bella festa!' },
  })
  expect(review).toMatchObject({ status: 200, body: { review: { verifiedExchange: true } } })
})

test('participants are told of another time or place, and of nothing else', async () => {
  const { piazza, takePart, change, toldOfChanges } = await aPiazzaWithEvent()
  const guest = await takePart()
  const gone = await takePart()
  await piazza.call('POST', `${gone.path}/cancel`, { token: gone.guest.token, body: {} })
  await change({ description: 'Porta qualcosa da bere.', places: 20 })
  await toldOfChanges()
  expect(await guest.mails()).toEqual([])
  const later = times(48, 50)
  await change(later)
  await toldOfChanges()
  await change({ ...later, place: 'Piazza Vittorio' })
  await change({ ...later, place: 'Piazza Vittorio' })
  await toldOfChanges()
  const [moved, elsewhere, ...others] = await guest.mails()
  expect(others).toEqual([])
  expect(moved?.subject).toBe('È cambiato l’evento «Ballo in cortile»')
  const [before, after] = [EVENT_INPUT, later].map(({ startsAt, endsAt }) => formatEventTime(startsAt, endsAt))
  expect(moved?.text).toContain(`Quando: ${after} (prima: ${before})`)
  expect(moved?.text).toContain('Dove: Circolo ARCI, via Roma 3, Moncalieri, Torino\n')
  expect(elsewhere?.text).toContain('Dove: Piazza Vittorio, Moncalieri, Torino (prima: Circolo ARCI')
  expect(elsewhere?.text).not.toMatch(/Quando: .*\(prima:/)
  expect((await guest.order()).orderItems[0]).toMatchObject({ ...later, place: 'Piazza Vittorio, Moncalieri, Torino' })
  expect(await gone.mails()).toEqual([])
})

test.each([
  ['deleted', 'DELETE'],
  ['turned into an offer', 'PUT'],
])('participants are told when the event is %s, and it still concludes', async (_, method) => {
  const { piazza, owner, product, takePart, concludeAt, toldOfChanges } = await aPiazzaWithEvent()
  const guest = await takePart()
  const body = method === 'PUT' ? { body: { ...LISTING_INPUT, section: 'offro' } } : {}
  await piazza.call(method, `/api/products/${product._id}`, { token: owner.token, ...body })
  if (method === 'PUT') await toldOfChanges()
  const [withdrawn, ...others] = await guest.mails()
  expect(others).toEqual([])
  expect(withdrawn?.subject).toBe('L’evento «Ballo in cortile» non è più in vetrina')
  await concludeAt(27)
  expect((await guest.order()).concludedAt).not.toBeNull()
})

test('a participant who cancels gives no piece to what the event was turned into', async () => {
  const { piazza, owner, product, takePart } = await aPiazzaWithEvent()
  const guest = await takePart()
  const offer = { ...LISTING_INPUT, section: 'offro', countInStock: 2 }
  await piazza.call('PUT', `/api/products/${product._id}`, { token: owner.token, body: offer })
  await piazza.call('POST', `${guest.path}/cancel`, { token: guest.guest.token, body: {} })
  const { body } = await piazza.call('GET', `/api/products/${product._id}`, { token: owner.token })
  expect(body).toMatchObject({ section: 'offro', countInStock: 2 })
})

test('an event that is moved to and fro is told once, as it is then, and not at all if it is where it was', async () => {
  const { piazza, takePart, change, toldOfChanges } = await aPiazzaWithEvent()
  const guest = await takePart()
  const texts = async () => {
    const { body } = await piazza.call('GET', '/api/notices', { token: guest.guest.token })
    return (body as NoticePage).notices.filter(({ text }) => text.includes('È cambiato')).length
  }
  for (let time = 0; time < 5; time++) {
    await change({ place: 'Piazza Vittorio' })
    await change({})
  }
  await toldOfChanges()
  expect(await guest.mails()).toEqual([])
  for (const place of ['Piazza Vittorio', 'Piazza Castello', 'Parco']) await change({ place })
  await toldOfChanges()
  expect((await guest.mails()).map(({ text }) => text)).toEqual([
    expect.stringContaining('Dove: Parco, Moncalieri, Torino (prima: Circolo ARCI'),
  ])
  await change({ place: 'Piazza Castello' })
  await toldOfChanges()
  expect(await guest.mails()).toHaveLength(2)
  expect(await texts()).toBe(1)
})
