import { expect, onTestFinished, test, vi } from 'vitest'
import { NOTICE_MESSAGES } from '#domain/talk/notices.ts'
import { THREAD_MESSAGES } from '#domain/talk/threads.ts'
import { jobs } from '#server/platform/jobs/jobs.ts'
import { anEventStream } from '#test/event-stream.ts'
import { mailsTo } from '#test/mailbox.ts'
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
