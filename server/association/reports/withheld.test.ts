import { expect, onTestFinished, test, vi } from 'vitest'
import type { NoticePage } from '#domain/talk/notices.schema.ts'
import { NOTICE_MESSAGES } from '#domain/talk/notices.ts'
import { THREAD_MESSAGES } from '#domain/talk/threads.ts'
import { sql } from '#server/platform/db/sql.ts'
import { jobs } from '#server/platform/jobs/jobs.ts'
import { listingRef } from '#server/talk/references/references.ts'
import { anEventStream } from '#test/event-stream.ts'
import { mailsTo } from '#test/mailbox.ts'
import { SHIPPING_ADDRESS } from '#test/order-calls.ts'
import { aPiazzaWithReports, type Signed } from '#test/report-calls.ts'
import { someServices } from '#test/services.ts'

/** A server with a clock that the test sets, and a call that reports content and decides on it as admin. */
const open = async () => {
  let now = new Date('2026-06-10T10:00:00Z')
  const piazza = await aPiazzaWithReports({ clock: () => now })
  const { notices } = someServices(piazza.db, () => now)
  return {
    ...piazza,
    notices,
    moveTo: (moment: string) => (now = new Date(moment)),
    async withhold(by: Signed, about: { kind: string; id: string }, action: 'hide' | 'remove') {
      const report = piazza.idOf(await piazza.report(by, about))
      expect((await piazza.decide(piazza.admin, report, { action })).status).toBe(200)
    },
    async texts(of: Signed & { email: string }) {
      return (await mailsTo(piazza.db, of.email)).map(({ subject, text }) => `${subject}\n${text}`).join('\n')
    },
  }
}
type Opened = Awaited<ReturnType<typeof open>>

/** A request whose buyer has written two messages that the seller has not read. */
const twoMessages = async (piazza: Opened) => {
  const seller = await piazza.aMember()
  const { order, buyer } = await piazza.anOrder({ seller })
  const thread = piazza.idOf(await piazza.post(buyer, '/api/threads', { order: order.id }))
  const write = async (text: string) =>
    piazza.idOf(await piazza.post(buyer, `/api/threads/${thread}/messages`, { text }))
  return { seller, insult: await write('Un insulto'), polite: await write('Un saluto') }
}

test('a message withheld before its mail was written is not in it, and comes withheld from the event stream', async () => {
  const piazza = await open()
  const { seller, insult } = await twoMessages(piazza)
  await piazza.withhold(seller, { kind: 'message', id: insult }, 'remove')
  const { events } = await anEventStream(piazza.origin, seller.token, 0)
  const messages = () => events.filter(({ event }) => event === 'message').map(({ data }) => data.text)
  await vi.waitFor(() => expect(messages()).toEqual([THREAD_MESSAGES.withheld, 'Un saluto']), 5_000)
  piazza.moveTo('2026-06-10T10:10:00Z')
  await piazza.notices.sendDue()
  const mails = await piazza.texts(seller)
  expect(mails).toContain('Un saluto')
  expect(mails).not.toContain('Un insulto')
})

test('nothing is mailed of messages that were all withheld', async () => {
  const piazza = await open()
  const { seller, insult, polite } = await twoMessages(piazza)
  for (const id of [insult, polite]) await piazza.withhold(seller, { kind: 'message', id }, 'hide')
  piazza.moveTo('2026-06-10T10:10:00Z')
  await piazza.notices.sendDue()
  expect(await piazza.texts(seller)).not.toMatch(/Un insulto|Un saluto|ti ha scritto/)
})

test('a mail that quotes a message and waits to be sent is not sent after the message was withheld', async () => {
  const piazza = await open()
  const { seller, insult } = await twoMessages(piazza)
  piazza.moveTo('2026-06-10T10:10:00Z')
  await piazza.notices.sendDue()
  expect(await piazza.texts(seller)).toContain('Un insulto')
  await piazza.withhold(seller, { kind: 'message', id: insult }, 'remove')
  expect(await piazza.texts(seller)).not.toContain('Un insulto')
})

test.each(['hide', 'remove'] as const)(
  'after the decision to %s a listing, nothing that quotes it is mailed or shown',
  async (action) => {
    const piazza = await open()
    const reader = await piazza.aMember()
    const { listing } = piazza
    const favourite = await piazza.call('PUT', `/api/favourites/${listing.id}`, { token: reader.token })
    expect(favourite.status).toBe(200)
    const planned = vi.spyOn(jobs, 'add')
    onTestFinished(() => planned.mockRestore())
    await piazza.db.transaction((tx) =>
      piazza.notices.tellEach(tx, [{ member: reader.id, text: '«Pane magico» risponde alla tua ricerca' }], {
        kind: 'alert',
        link: `/product/${listing.id}`,
        listing: listing.id,
      }),
    )
    const reporter = await piazza.aMember()
    await piazza.withhold(reporter, { kind: 'listing', id: listing.id }, action)
    piazza.moveTo('2026-06-11T10:00:00Z')
    await piazza.notices.sendDigests()
    expect(planned.mock.calls.map(([, name]) => name)).not.toContain('tell-favourites')
    expect(await piazza.texts(reader)).toBe('')
    const { body } = await piazza.call('GET', '/api/notices', { token: reader.token })
    expect(body).toMatchObject({ notices: [{ kind: 'alert', text: NOTICE_MESSAGES.withheld }] })
  },
)

test('a digest that quotes a listing and waits to be sent is not sent after two members have had it hidden', async () => {
  const piazza = await open()
  const reader = await piazza.aMember()
  const { id: listing } = piazza.listing
  await piazza.db.transaction((tx) =>
    piazza.notices.tellAll(tx, [reader.id], {
      kind: 'favourite',
      text: '«Pane magico» costa meno',
      link: '/',
      listing,
    }),
  )
  piazza.moveTo('2026-06-11T10:00:00Z')
  await piazza.notices.sendDigests()
  expect(await piazza.texts(reader)).toContain('Pane magico')
  for (const by of [await piazza.anEstablishedMember(), await piazza.anEstablishedMember()]) await piazza.report(by)
  expect(await piazza.isVisible()).toBe(false)
  expect(await piazza.texts(reader)).toBe('')
})

test('of several messages in one mail that waits, the withheld one goes and the other stays', async () => {
  const piazza = await open()
  const { seller, insult } = await twoMessages(piazza)
  piazza.moveTo('2026-06-10T10:10:00Z')
  await piazza.notices.sendDue()
  await piazza.withhold(seller, { kind: 'message', id: insult }, 'remove')
  const mails = await piazza.texts(seller)
  expect(mails).toContain('Un saluto')
  expect(mails).not.toContain('Un insulto')
})

test('a mail of an older version, which holds the words of several messages, is not sent after one was withheld', async () => {
  const piazza = await open()
  const { seller, insult } = await twoMessages(piazza)
  piazza.moveTo('2026-06-10T10:10:00Z')
  await piazza.notices.sendDue()
  await piazza.db.execute(sql`
    update mail set text = 'Un insulto, Un saluto', html = '' where cardinality(quotes) = 2 and recipient = ${seller.email}`)
  expect(await piazza.texts(seller)).toContain('Un insulto')
  await piazza.withhold(seller, { kind: 'message', id: insult }, 'remove')
  expect(await piazza.texts(seller)).not.toContain('Un insulto')
})

test('a digest of several listings leaves without the title of the one that is withheld', async () => {
  const piazza = await open()
  const reader = await piazza.aMember()
  const other = await piazza.aListing({ name: 'Miele buono' })
  for (const { id } of [piazza.listing, other])
    await piazza.db.transaction((tx) =>
      piazza.notices.tellAll(tx, [reader.id], {
        kind: 'favourite',
        text: `«${listingRef(id)}» costa meno`,
        link: '/',
        listing: id,
      }),
    )
  piazza.moveTo('2026-06-11T10:00:00Z')
  await piazza.notices.sendDigests()
  expect(await piazza.texts(reader)).toContain('Pane magico')
  await piazza.withhold(await piazza.aMember(), { kind: 'listing', id: piazza.listing.id }, 'remove')
  const mails = await piazza.texts(reader)
  expect(mails).toContain('Miele buono')
  expect(mails).not.toContain('Pane magico')
})

test('the title of a listing that was removed is in no notice and no waiting mail of its requests', async () => {
  const piazza = await open()
  const { author: seller, listing } = piazza
  const buyer = await piazza.aMember({ hasAd: true })
  const orderItems = [{ product: listing.id, qty: 1 }]
  const placed = await piazza.post(buyer, '/api/orders', { orderItems, shippingAddress: SHIPPING_ADDRESS })
  const id = (placed.body as { order: { _id: string } }).order._id
  await piazza.post(buyer, '/api/threads', { order: id })
  await piazza.post(buyer, `/api/orders/${id}/problem`, { text: 'Pane scotto' })
  const shown = async () => {
    const pages = await Promise.all(
      [seller, buyer, piazza.admin].map(({ token }) => piazza.call('GET', '/api/notices', { token })),
    )
    const notices = pages.flatMap(({ body }) => (body as NoticePage).notices.map(({ text }) => text))
    return [...notices, await piazza.texts(seller), await piazza.texts(buyer)].join('\n')
  }
  expect(await shown()).toContain(listing.name)
  await piazza.withhold(buyer, { kind: 'listing', id: listing.id }, 'remove')
  const decided = /L’annuncio|annuncio «|Decisione|segnalaz|decisione/i
  const left = (await shown()).split('\n').filter((line) => line.includes(listing.name) && !decided.test(line))
  expect(left).toEqual([])
  expect(await shown()).toContain('annuncio tolto')
})
