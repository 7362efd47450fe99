import { expect, onTestFinished, test, vi } from 'vitest'
import type { Member } from '#domain/accounts/access.ts'
import { noticeLeaveApiPath } from '#domain/accounts/mail-links.ts'
import type { NoticePage } from '#domain/talk/notices.schema.ts'
import { NOTICE_MESSAGES, type NoticeKind } from '#domain/talk/notices.ts'
import { sql } from '#server/platform/db/sql.ts'
import { jobs } from '#server/platform/jobs/jobs.ts'
import { makeSignedLinks } from '#server/platform/signed-links.ts'
import { aDatabase } from '#test/database.ts'
import { type Card, withDesk } from '#test/desk-calls.ts'
import { anEventStream } from '#test/event-stream.ts'
import { aPiazza, SECRET } from '#test/fixtures.ts'
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
  const tell = (member: { id: string }, kind: NoticeKind, text: string) =>
    piazza.db.transaction((tx) => notices.tell(tx, { member: member.id, kind, text, link: '/avvisi' }))
  const subscribe = (memberId: string) =>
    push.add({ id: memberId, session: memberId }, { ...SUBSCRIPTION, endpoint: `https://push.example/${memberId}` })
  return { ...piazza, notices, list, tell, subscribe, moveTo: (moment: string) => (now = new Date(moment)) }
}

test('a request is told to the owner of the listing on the site and by one mail', async () => {
  const piazza = await open('2026-06-10T10:00:00Z')
  const { seller, buyer, item } = await aBuyerAndListing(piazza)
  const { order } = await orderCalls(piazza).place(buyer, [item])
  expect(await piazza.list(seller)).toMatchObject({
    notices: [{ kind: 'request', link: `/order/${order._id}`, at: '2026-06-10T10:00:00.000Z', seen: false }],
    unseen: 1,
    pages: 1,
  })
  expect(await mailsTo(piazza.db, seller.email)).toHaveLength(1)
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
  // Not in the quiet hours, in which no device is notified.
  const { notices, push } = someServices(db, () => new Date('2026-06-10T10:00:00Z'))
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

test('at night a receipt is mailed in the morning unless it was seen, money at once', async () => {
  const piazza = await open('2026-06-10T21:00:00Z', { QUIET_HOURS: 'on' })
  const [rosa, ugo] = [await piazza.aMember(), await piazza.aMember()]
  await piazza.tell(rosa, 'report', 'Ricevuta')
  await piazza.tell(ugo, 'report', 'Ricevuta vista')
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
  expect(await subjects(rosa)).toEqual(['VAL ricevuti', 'Ricevuta'])
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
  expect((await preferences('PUT', { report: 'never', review: 'never' })).body).toMatchObject({
    report: 'never',
    review: 'never',
    payment: 'now',
  })
  expect((await preferences('PUT', { report: 'sempre' })).status).toBe(422)
  await piazza.tell(rosa, 'report', 'Ricevuta')
  piazza.moveTo('2026-06-12T10:00:00Z')
  await piazza.notices.sendDue()
  await piazza.notices.sendDigests()
  expect(await mailsTo(piazza.db, rosa.email)).toEqual([])
  expect((await piazza.list(rosa)).unseen).toBe(2)
})

const ALWAYS = ['request', 'step', 'payment', 'decision', 'suspension', 'duty'] as const

test('requests, steps, money and decisions are mailed at once, at night and whatever was preferred before, and cannot be switched off', async () => {
  const piazza = await open('2026-06-10T23:00:00Z', { QUIET_HOURS: 'on' })
  const rosa = await piazza.aMember()
  // Preferences from before, which an older version may still store while it is being replaced.
  for (const [kind, way] of [...ALWAYS.map((kind) => [kind, 'never']), ['step', 'daily']])
    await piazza.db.execute(sql`
      insert into notice_preference (member_id, kind, way) values (${rosa.id}, ${kind}, ${way})
      on conflict (member_id, kind) do update set way = excluded.way`)
  for (const kind of ALWAYS) expect(await piazza.tell(rosa, kind, kind)).toBe(true)
  await piazza.db.transaction((tx) =>
    piazza.notices.tellAll(tx, [rosa.id], { kind: 'step', text: 'a molti', link: '/avvisi' }),
  )
  const mails = await mailsTo(piazza.db, rosa.email)
  expect(mails.map(({ subject }) => subject)).toEqual([...ALWAYS, 'a molti'])
  for (const { headers, text, html } of mails) {
    expect(Object.keys(headers).filter((name) => name.startsWith('List-'))).toEqual([])
    for (const part of [text, html]) expect(part).not.toContain('disiscrizione')
  }
  piazza.moveTo('2026-06-12T10:00:00Z')
  await piazza.notices.sendDue()
  await piazza.notices.sendDigests()
  expect(await mailsTo(piazza.db, rosa.email)).toHaveLength(mails.length)
})

test('a preference for what is always mailed is refused, and nothing changes', async () => {
  const piazza = await open('2026-06-10T10:00:00Z')
  const rosa = await piazza.aMember()
  const preferences = (method: 'GET' | 'PUT', body?: object) =>
    piazza.call(method, '/api/notices/preferences', { token: rosa.token, ...(body ? { body } : {}) })
  const before = (await preferences('GET')).body
  expect(before).toMatchObject(Object.fromEntries(ALWAYS.map((kind) => [kind, 'now'])))
  for (const kind of ALWAYS)
    for (const way of ['daily', 'never'])
      expect(await preferences('PUT', { [kind]: way, review: 'never' })).toMatchObject({
        status: 422,
        body: { message: NOTICE_MESSAGES.always, errors: { [kind]: NOTICE_MESSAGES.always } },
      })
  expect((await preferences('GET')).body).toEqual(before)
  // All of it may be sent back as it was read.
  expect(await preferences('PUT', before as object)).toMatchObject({ status: 200, body: before })
})

test('a mail counts as queued only if the member has an address and it is due', async () => {
  const piazza = await withDesk(await open('2026-06-10T10:00:00Z'))
  const rosa = await piazza.aMember()
  const { _id: id } = (await piazza.register()).body as Card
  expect(await piazza.tell({ id }, 'step', 'Passo')).toBe(false)
  expect(await piazza.notices.page({ id } as Member, 1)).toMatchObject({ unseen: 1 })
  expect(await piazza.tell(rosa, 'step', 'Passo')).toBe(true)
  expect(await piazza.tell(rosa, 'review', 'Recensione')).toBe(false)
})

const unsubscribe = (piazza: { origin: string }, path: string) =>
  fetch(piazza.origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })

test('one click unsubscribes from the kind of a mail only', async () => {
  const piazza = await open('2026-06-10T10:00:00Z')
  const rosa = await piazza.aMember()
  await piazza.tell(rosa, 'report', 'Ricevuta')
  const [mail] = await mailsTo(piazza.db, rosa.email)
  expect(mail?.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' })
  const path = /<https?:\/\/[^/]+(\/[^>]+)>/.exec(mail?.headers['List-Unsubscribe'] ?? '')?.[1] ?? ''
  expect((await unsubscribe(piazza, path.replace('.report.', '.ask.'))).status).toBe(404)
  expect((await unsubscribe(piazza, path)).status).toBe(200)
  await piazza.tell(rosa, 'report', 'Altra ricevuta')
  await piazza.tell(rosa, 'ask', 'VAL chiesti')
  expect((await mailsTo(piazza.db, rosa.email)).map(({ subject }) => subject)).toEqual(['Ricevuta', 'VAL chiesti'])
})

test('the unsubscribe link of an old mail about an exchange says that these mails always arrive', async () => {
  const piazza = await open('2026-06-10T10:00:00Z')
  const rosa = await piazza.aMember()
  for (const kind of ALWAYS) {
    const code = makeSignedLinks(SECRET, 'leave notices').issue(rosa.id, kind)
    const response = await unsubscribe(piazza, noticeLeaveApiPath(code))
    expect([response.status, await response.json()]).toEqual([409, { message: NOTICE_MESSAGES.always }])
  }
  await piazza.tell(rosa, 'step', 'Passo')
  expect(await mailsTo(piazza.db, rosa.email)).toHaveLength(1)
})
