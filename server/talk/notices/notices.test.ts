import { expect, onTestFinished, test, vi } from 'vitest'
import type { NoticePage } from '#domain/talk/notices.schema.ts'
import { sql } from '#server/platform/db/sql.ts'
import { jobs } from '#server/platform/jobs/jobs.ts'
import { aDatabase } from '#test/database.ts'
import { anEventStream } from '#test/event-stream.ts'
import { aPiazza } from '#test/fixtures.ts'
import { mailsTo } from '#test/mailbox.ts'
import { aBuyerAndListing, orderCalls } from '#test/order-calls.ts'
import { makePopulation } from '#test/population.ts'
import { someServices } from '#test/services.ts'

const SUBSCRIPTION = { endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }

/** A server, its notices service and a clock that the test sets. */
const open = async (start: string, env: Record<string, string> = {}) => {
  let now = new Date(start)
  const piazza = await aPiazza({ clock: () => now, env })
  const { notices, push } = someServices(piazza.db, () => now, env)
  const list = async ({ token }: { token: string }) =>
    (await piazza.call('GET', '/api/notices', { token })).body as NoticePage
  const tell = (member: { id: string }, kind: 'step' | 'review' | 'payment', text: string) =>
    piazza.db.transaction((tx) => notices.tell(tx, { member: member.id, kind, text, link: '/avvisi' }))
  const subscribe = (memberId: string) =>
    push.add({ id: memberId, session: memberId }, { ...SUBSCRIPTION, endpoint: `https://push.example/${memberId}` })
  return { ...piazza, notices, list, tell, subscribe, moveTo: (moment: string) => (now = new Date(moment)) }
}

test('a request is told to the owner of the listing on the site and by one mail with an unsubscribe link', async () => {
  const piazza = await open('2026-06-10T10:00:00Z')
  const { seller, buyer, item } = await aBuyerAndListing(piazza)
  const { order } = await orderCalls(piazza).place(buyer, [item])
  expect(await piazza.list(seller)).toMatchObject({
    notices: [{ kind: 'request', link: `/order/${order._id}`, at: '2026-06-10T10:00:00.000Z', seen: false }],
    unseen: 1,
    pages: 1,
  })
  const mails = await mailsTo(piazza.db, seller.email)
  expect(mails).toHaveLength(1)
  expect(mails[0]?.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' })
  await piazza.notices.sendDue()
  expect(await mailsTo(piazza.db, seller.email)).toHaveLength(1)
})

test('notices are marked as seen one by one and all at once, never those of others', async () => {
  const piazza = await open('2026-06-10T10:00:00Z')
  const [rosa, ugo] = [await piazza.aMember(), await piazza.aMember()]
  for (const text of ['uno', 'due', 'tre']) await piazza.tell(rosa, 'review', text)
  const { notices } = await piazza.list(rosa)
  const seen = (token: string, body: object) => piazza.call('POST', '/api/notices/seen', { token, body })
  expect((await seen(ugo.token, { ids: [notices[0]?._id] })).body).toEqual({ unseen: 0 })
  expect((await seen(rosa.token, { ids: [notices[0]?._id] })).body).toEqual({ unseen: 2 })
  expect((await piazza.list(rosa)).notices.map(({ seen }) => seen)).toEqual([true, false, false])
  expect((await seen(rosa.token, { all: true })).body).toEqual({ unseen: 0 })
  expect((await seen(rosa.token, {})).status).toBe(422)
})

test('members told together see it on their open pages at once, and their devices are notified', async () => {
  const piazza = await open('2026-06-10T10:00:00Z')
  const [rosa, ugo, ada] = [await piazza.aMember(), await piazza.aMember(), await piazza.aMember()]
  const streams = await Promise.all([rosa, ugo, ada].map(({ token }) => anEventStream(piazza.origin, token)))
  for (const { id } of [ugo, ada]) await piazza.subscribe(id)
  await piazza.call('PUT', '/api/notices/preferences', { token: ada.token, body: { round: 'never' } })
  const planned = vi.spyOn(jobs, 'addAll')
  onTestFinished(() => planned.mockRestore())
  const notice = { kind: 'round', link: '/portafoglio' } as const
  const [members, texts] = [
    [ada.id, ugo.id, rosa.id],
    ['uno', 'due', 'tre'],
  ]
  await piazza.db.transaction(async (tx) => {
    await piazza.notices.tellAll(tx, members, { ...notice, text: 'Giro' })
    await piazza.notices.tellEach(
      tx,
      members.map((member, index) => ({ member, text: texts[index] ?? '' })),
      notice,
    )
  })
  for (const { events } of streams)
    await vi.waitFor(() => expect(events.filter(({ event }) => event === 'notices')).toHaveLength(2), 5_000)
  expect(planned.mock.calls.map(([, name, added]) => [name, added])).toEqual([
    ['send-push', [{ payload: { memberId: ugo.id }, key: `push ${ugo.id}` }]],
  ])
  expect((await piazza.list(rosa)).notices.map(({ text }) => text).toSorted()).toEqual(['Giro', 'tre'])
})

test('moderators see a report on their open pages at once', async () => {
  const piazza = await aPiazza()
  const [moderator, reporter] = [await piazza.aMember({ isAdmin: true }), await piazza.aMember()]
  const { id } = await piazza.aListing()
  const { events } = await anEventStream(piazza.origin, moderator.token)
  const body = { kind: 'listing', id, reason: 'fraud', explanation: 'Non esiste' }
  expect((await piazza.call('POST', '/api/reports', { token: reporter.token, body })).status).toBe(200)
  await vi.waitFor(() => expect(events.map(({ event }) => event)).toContain('notices'), 5_000)
})

test('a burst of notices plans one notification of the member’s devices, at the time of the first', async () => {
  // Without a worker, which would run the job.
  const db = await aDatabase()
  const { notices, push } = someServices(db, () => new Date())
  const { id: member } = await makePopulation(db).aMember()
  await push.add({ id: member, session: member }, SUBSCRIPTION)
  const tell = (text: string) =>
    db.transaction((tx) => notices.tell(tx, { member, kind: 'review', text, link: '/avvisi' }))
  const planned = () => db.query(sql`select key, run_at from graphile_worker.jobs where task_identifier = 'send-push'`)
  await tell('uno')
  const [first] = await planned()
  await Promise.all(['due', 'tre', 'quattro'].map(tell))
  expect(await planned()).toEqual([first])
})

test('at night a step is mailed in the morning unless it was seen, money at once', async () => {
  const piazza = await open('2026-06-10T21:00:00Z', { QUIET_HOURS: 'on' })
  const [rosa, ugo] = [await piazza.aMember(), await piazza.aMember()]
  await piazza.tell(rosa, 'step', 'Passo')
  await piazza.tell(ugo, 'step', 'Passo visto')
  await piazza.tell(rosa, 'payment', 'VAL ricevuti')
  const subjects = async ({ email }: { email: string }) =>
    (await mailsTo(piazza.db, email)).map(({ subject }) => subject)
  expect(await subjects(rosa)).toEqual(['VAL ricevuti'])
  await piazza.call('POST', '/api/notices/seen', { token: ugo.token, body: { all: true } })
  piazza.moveTo('2026-06-11T05:59:00Z')
  await piazza.notices.sendDue()
  expect(await subjects(rosa)).toEqual(['VAL ricevuti'])
  piazza.moveTo('2026-06-11T06:00:00Z')
  await Promise.all([piazza.notices.sendDue(), piazza.notices.sendDue()])
  expect(await subjects(rosa)).toEqual(['VAL ricevuti', 'Passo'])
  expect(await subjects(ugo)).toEqual([])
})

test('the digest has what was not seen, once', async () => {
  const piazza = await open('2026-06-10T10:00:00Z')
  const [rosa, ugo] = [await piazza.aMember(), await piazza.aMember()]
  for (const text of ['Prima recensione', 'Seconda recensione']) await piazza.tell(rosa, 'review', text)
  await piazza.tell(ugo, 'review', 'Recensione vista')
  const { notices } = await piazza.list(rosa)
  await piazza.call('POST', '/api/notices/seen', { token: rosa.token, body: { ids: [notices[1]?._id] } })
  await piazza.call('POST', '/api/notices/seen', { token: ugo.token, body: { all: true } })
  await piazza.notices.sendDigests()
  expect(await mailsTo(piazza.db, rosa.email)).toEqual([])
  piazza.moveTo('2026-06-11T06:00:00Z')
  await Promise.all([piazza.notices.sendDigests(), piazza.notices.sendDigests()])
  const [digest, ...others] = await mailsTo(piazza.db, rosa.email)
  expect(others).toEqual([])
  expect(digest?.text).toContain(notices[0]?.text)
  expect(digest?.text).not.toContain(notices[1]?.text)
  expect(await mailsTo(piazza.db, ugo.email)).toEqual([])
})

test('preferences say how each kind is told, also for what waits already', async () => {
  const piazza = await open('2026-06-10T10:00:00Z')
  const rosa = await piazza.aMember()
  const preferences = (method: 'GET' | 'PUT', body?: object) =>
    piazza.call(method, '/api/notices/preferences', { token: rosa.token, ...(body ? { body } : {}) })
  expect((await preferences('GET')).body).toMatchObject({ request: 'now', review: 'daily', decision: 'now' })
  await piazza.tell(rosa, 'review', 'Recensione')
  expect((await preferences('PUT', { step: 'never', review: 'never' })).body).toMatchObject({
    step: 'never',
    review: 'never',
    payment: 'now',
  })
  expect((await preferences('PUT', { step: 'sempre' })).status).toBe(422)
  await piazza.tell(rosa, 'step', 'Passo')
  piazza.moveTo('2026-06-12T10:00:00Z')
  await piazza.notices.sendDue()
  await piazza.notices.sendDigests()
  expect(await mailsTo(piazza.db, rosa.email)).toEqual([])
  expect((await piazza.list(rosa)).unseen).toBe(2)
})

test('one click unsubscribes from the kind of a mail only', async () => {
  const piazza = await open('2026-06-10T10:00:00Z')
  const rosa = await piazza.aMember()
  await piazza.tell(rosa, 'step', 'Passo')
  const [mail] = await mailsTo(piazza.db, rosa.email)
  const path = /<https?:\/\/[^/]+(\/[^>]+)>/.exec(mail?.headers['List-Unsubscribe'] ?? '')?.[1] ?? ''
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const post = (to: string) =>
    fetch(piazza.origin + to, { method: 'POST', headers, body: 'List-Unsubscribe=One-Click' })
  expect((await post(path.replace('.step.', '.payment.'))).status).toBe(404)
  expect((await post(path)).status).toBe(200)
  await piazza.tell(rosa, 'step', 'Altro passo')
  await piazza.tell(rosa, 'payment', 'VAL')
  expect((await mailsTo(piazza.db, rosa.email)).map(({ subject }) => subject)).toEqual(['Passo', 'VAL'])
})
