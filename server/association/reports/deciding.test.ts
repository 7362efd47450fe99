import { expect, test } from 'vitest'
import { DELETED_MEMBER_NAME } from '#domain/accounts/members.ts'
import type { Dashboard } from '#domain/association/dashboard.schema.ts'
import type { DecisionView, ReportView } from '#domain/association/reports.schema.ts'
import type { NoticePage } from '#domain/talk/notices.schema.ts'
import { sql } from '#server/platform/db/sql.ts'
import { whileMemberIsLocked } from '#test/lock-waits.ts'
import { mailsTo } from '#test/mailbox.ts'
import { aPiazzaWithReports, DECISION } from '#test/report-calls.ts'

test('hidden content cannot be reported, and a later decision to do nothing leaves it hidden', {
  tags: 'slow',
}, async () => {
  const piazza = await aPiazzaWithReports()
  const { admin, listing } = piazza
  const { reviewer } = await piazza.aReview(listing)
  const [review] = await piazza.db.query<{ id: string }>(sql`select id from review where listing_id = ${listing.id}`)
  const reporter = await piazza.aMember()
  for (const about of [{ id: listing.id }, { kind: 'review', id: review?.id ?? '' }]) {
    const id = piazza.idOf(await piazza.report(reporter, about))
    // A report that is stored while the decision is being taken.
    await piazza.db.execute(sql`
      insert into report (kind, subject_id, title, path, content, author_id, reporter_key, name, email, reason, explanation,
        established, created_at)
      select kind, subject_id, title, path, content, author_id, 'late', '', '', reason, explanation, false, now()
      from report where id = ${id}`)
    await piazza.db.execute(sql`update report set subject_id = ${reviewer.id} where reporter_key = 'late'`)
    expect((await piazza.decide(admin, id, { action: 'hide' })).status).toBe(200)
    await piazza.db.execute(sql`update report set subject_id = ${about.id} where reporter_key = 'late'`)
    expect((await piazza.report(await piazza.aMember(), about)).status).toBe(404)
    const [late] = await piazza.openReports()
    expect((await piazza.decide(admin, late?._id ?? '', { action: 'none' })).status).toBe(200)
    await piazza.db.execute(sql`delete from report where reporter_key = 'late'`)
  }
  expect(await piazza.isVisible()).toBe(false)
  expect(await piazza.db.query(sql`select from review where withheld = 'hidden'`)).toHaveLength(1)
})

test('an objection is made once by the author, decided by another admin, and a reversal undoes the decision', async () => {
  const piazza = await aPiazzaWithReports()
  const { author, admin } = piazza
  const [reporter, other] = [await piazza.aMember(), await piazza.aMember({ isAdmin: true })]
  const id = piazza.idOf(await piazza.report(reporter))
  const { decision } = (await piazza.decide(admin, id, { action: 'hide' })).body as ReportView
  const path = `/api/decisions/${decision?._id}`
  const review = { outcome: 'reversed', facts: 'Il pane c’è.' }
  const openObjections = async () => {
    const { body } = await piazza.call('GET', '/api/dashboard', { token: other.token })
    return (body as Dashboard).activity.openObjections
  }
  expect((await piazza.post(other, `${path}/review`, review)).status).toBe(409)
  expect((await piazza.post(reporter, `${path}/objection`, { text: 'No' })).status).toBe(404)
  expect((await piazza.post(author, `${path}/objection`, { text: '' })).status).toBe(422)
  expect((await piazza.post(author, `${path}/objection`, { text: 'Il pane esiste' })).status).toBe(200)
  expect((await piazza.post(author, `${path}/objection`, { text: 'Di nuovo' })).status).toBe(409)
  expect((await piazza.post(admin, `${path}/review`, review)).status).toBe(403)
  const open = await piazza.call('GET', '/api/decisions', { token: other.token })
  expect(open.body).toMatchObject({ decisions: [{ _id: decision?._id, objection: { text: 'Il pane esiste' } }] })
  expect(await piazza.isVisible()).toBe(false)
  expect(await openObjections()).toBe(1)
  expect((await piazza.post(other, `${path}/review`, { ...review, facts: '' })).status).toBe(422)
  // Only what stays in force needs a rule.
  expect((await piazza.post(other, `${path}/review`, { ...review, outcome: 'upheld' })).status).toBe(422)
  const reviewed = await piazza.post(other, `${path}/review`, review)
  expect(reviewed).toMatchObject({ status: 200, body: { review: { outcome: 'reversed' } } })
  expect((await piazza.post(other, `${path}/review`, review)).status).toBe(409)
  expect(await openObjections()).toBe(0)
  expect(await piazza.isVisible()).toBe(true)
  const mail = (await mailsTo(piazza.db, author.email)).at(-1)
  expect(mail?.subject).toMatch(/^Ricorso sull’annuncio «.+»: accolto$/)
  expect(mail?.text).not.toContain('Su che cosa si basa')
  const told = (await mailsTo(piazza.db, reporter.email)).at(-1)?.text
  expect(told).toContain('annullato la decisione')
  expect(told).not.toContain('Su che cosa si basa')
})

test('a reversed decision leaves what another decision withholds', { tags: 'slow' }, async () => {
  const piazza = await aPiazzaWithReports()
  const { author, admin, listing } = piazza
  const other = await piazza.aMember({ isAdmin: true })
  const id = piazza.idOf(await piazza.report(await piazza.aMember()))
  const { decision: hiding } = (await piazza.decide(admin, id, { action: 'hide' })).body as ReportView
  // A report that is stored while the decision is being taken.
  await piazza.db.execute(sql`
    insert into report (kind, subject_id, title, path, content, author_id, reporter_key, name, email, reason, explanation,
      established, created_at)
    select kind, subject_id, title, path, content, author_id, 'late', '', '', reason, explanation, false, now()
    from report where id = ${id}`)
  const [late] = await piazza.openReports()
  const { decision: removal } = (await piazza.decide(admin, late?._id ?? '', { action: 'remove' })).body as ReportView
  const reverse = async (decisionId: string | undefined) => {
    const path = `/api/decisions/${decisionId}`
    const review = { outcome: 'reversed', facts: 'Il pane c’è.', ground: 'Art. 5, letto bene' }
    expect((await piazza.post(author, `${path}/objection`, { text: 'Il pane esiste' })).status).toBe(200)
    expect((await piazza.post(other, `${path}/review`, review)).status).toBe(200)
  }
  await reverse(hiding?._id)
  expect(await piazza.isVisible()).toBe(false)
  expect(await piazza.db.query(sql`select withheld from listing where id = ${listing.id}`)).toEqual([
    { withheld: 'removed' },
  ])
  await reverse(removal?._id)
  expect(await piazza.isVisible()).toBe(true)
})

test('the only admin also decides objections to their own decisions', async () => {
  const piazza = await aPiazzaWithReports()
  const id = piazza.idOf(await piazza.report(await piazza.aMember()))
  const { decision } = (await piazza.decide(piazza.admin, id, { action: 'hide' })).body as ReportView
  const path = `/api/decisions/${decision?._id}`
  await piazza.post(piazza.author, `${path}/objection`, { text: 'Il pane esiste' })
  const upheld = { outcome: 'upheld', ...DECISION }
  expect((await piazza.post(piazza.admin, `${path}/review`, upheld)).status).toBe(200)
  expect(await piazza.isVisible()).toBe(false)
})

test('a hidden review is not shown and does not count; a reversal restores both', async () => {
  const piazza = await aPiazzaWithReports()
  const { reviewer } = await piazza.aReview(piazza.listing, { rating: 1 })
  const [row] = await piazza.db.query<{ id: string }>(
    sql`select id from review where listing_id = ${piazza.listing.id}`,
  )
  const get = async () =>
    (await piazza.call('GET', `/api/products/${piazza.listing.id}`)).body as { reviews: object[]; numReviews: number }
  const id = piazza.idOf(await piazza.report(await piazza.aMember(), { kind: 'review', id: row?.id ?? '' }))
  const { decision } = (await piazza.decide(piazza.admin, id, { action: 'hide' })).body as ReportView
  expect(await get()).toMatchObject({ reviews: [], numReviews: 0 })
  const author = { id: reviewer.id, token: 'token' in reviewer ? String(reviewer.token) : '' }
  await piazza.post(author, `/api/decisions/${decision?._id}/objection`, { text: 'È vero' })
  const reversed = { outcome: 'reversed', ...DECISION }
  expect((await piazza.post(piazza.admin, `/api/decisions/${decision?._id}/review`, reversed)).status).toBe(200)
  expect(await get()).toMatchObject({ reviews: [{}], numReviews: 1 })
})

test('a decision suspends the author until a date, and its reversal ends the suspension', async () => {
  const piazza = await aPiazzaWithReports()
  const { author, admin } = piazza
  const reported = await piazza.report(await piazza.aMember(), { kind: 'member', id: author.id })
  const id = piazza.idOf(reported)
  expect((await piazza.decide(admin, id, { action: 'hide' })).status).toBe(422)
  const { decision } = (await piazza.decide(admin, id, { action: 'suspend', until: '2999-12-31' })).body as ReportView
  expect(await piazza.isVisible()).toBe(false)
  expect((await mailsTo(piazza.db, author.email))[0]?.text).toContain('sospeso fino al 31/12/2999')
  const own = (await piazza.call('GET', `/api/decisions/${decision?._id}`, { token: author.token }))
    .body as DecisionView
  expect(own).toMatchObject({ action: 'suspend', ...DECISION })
  await piazza.post(author, `/api/decisions/${decision?._id}/objection`, { text: 'Non sono stato io' })
  await piazza.post(admin, `/api/decisions/${decision?._id}/review`, { outcome: 'reversed', ...DECISION })
  expect(await piazza.isVisible()).toBe(true)
  expect((await piazza.call('POST', '/api/products', { token: author.token, body: {} })).status).toBe(200)
})

test('of concurrent decisions on the same reports, and of concurrent reviews of one decision, one succeeds', async () => {
  const piazza = await aPiazzaWithReports()
  const { author, admin } = piazza
  const deciders = [await piazza.aMember({ role: 'moderator' }), await piazza.aMember({ role: 'moderator' }), admin]
  const ids = [piazza.idOf(await piazza.report(await piazza.aMember()))]
  ids.push(piazza.idOf(await piazza.report(await piazza.aMember())))
  // Both reports are about the same listing, so one decision closes both.
  const answers = await Promise.all(
    deciders.map((by, index) => piazza.decide(by, ids[index % 2] ?? '', { action: index === 1 ? 'none' : 'hide' })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect(await piazza.openReports()).toEqual([])
  const decisions = await piazza.db.query<{ id: string }>(sql`select id from decision`)
  expect(decisions).toHaveLength(1)
  // A decision to hide another listing: either action may have won above.
  const other = await piazza.aListing({ by: author })
  const id = piazza.idOf(await piazza.report(await piazza.aMember(), { id: other.id }))
  const [moderator = admin] = deciders
  const { decision } = (await piazza.decide(moderator, id, { action: 'hide' })).body as ReportView
  const path = `/api/decisions/${decision?._id}`
  const objections = await Promise.all(
    ['Primo', 'Secondo'].map((text) => piazza.post(author, `${path}/objection`, { text })),
  )
  expect(objections.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const reviewers = [admin, await piazza.aMember({ isAdmin: true })]
  const reviews = await Promise.all(
    reviewers.map((by, index) =>
      piazza.post(by, `${path}/review`, { outcome: index === 0 ? 'upheld' : 'reversed', ...DECISION }),
    ),
  )
  expect(reviews.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('a suspended moderator reads no decision about others; a suspended member is not made an admin', async () => {
  const piazza = await aPiazzaWithReports()
  const { admin } = piazza
  const moderator = await piazza.aMember({ role: 'moderator' })
  const id = piazza.idOf(await piazza.report(await piazza.aMember()))
  const { decision } = (await piazza.decide(admin, id, { action: 'hide' })).body as ReportView
  const read = async () => (await piazza.call('GET', `/api/decisions/${decision?._id}`, moderator)).status
  expect(await read()).toBe(200)
  const path = `/api/users/${moderator.id}`
  const reason = { token: admin.token, body: { reason: 'Prova' } }
  expect((await piazza.call('PUT', `${path}/suspension`, reason)).status).toBe(200)
  expect(await read()).toBe(404)
  const promote = () => piazza.call('PUT', path, { token: admin.token, body: { role: 'admin' } })
  expect((await promote()).status).toBe(409)
  await piazza.call('DELETE', `${path}/suspension`, { token: admin.token })
  expect((await promote()).status).toBe(200)
})

test('erasing the author deletes the stored copies of reported content; the decision stays', async () => {
  const piazza = await aPiazzaWithReports()
  const { author, admin } = piazza
  await piazza.db.execute(sql`update member set seller_name = 'Forno di Rosa Bianchi' where id = ${author.id}`)
  const reporter = await piazza.aMember()
  await piazza.report(reporter)
  const id = piazza.idOf(await piazza.report(reporter, { kind: 'member', id: author.id }))
  await piazza.decide(admin, id, { action: 'suspend' })
  expect((await piazza.call('DELETE', `/api/users/${author.id}`, { token: admin.token })).status).toBe(200)
  const stored = JSON.stringify([
    ...(await piazza.db.query(sql`select title, content from report`)),
    ...(await piazza.db.query(sql`select title, facts from decision`)),
  ])
  expect(stored).not.toContain('Rosa Bianchi')
  expect(stored).toContain(DECISION.facts)
})

test('a reporter reads the outcome in the notice, also without a mail', async () => {
  const piazza = await aPiazzaWithReports()
  const { author, admin } = piazza
  const reporter = await piazza.aMember()
  await piazza.call('PUT', '/api/notices/preferences', { token: reporter.token, body: { report: 'never' } })
  const id = piazza.idOf(await piazza.report(reporter))
  const { decision } = (await piazza.decide(admin, id, { action: 'remove' })).body as ReportView
  const newest = async () =>
    ((await piazza.call('GET', '/api/notices', { token: reporter.token })).body as NoticePage).notices[0]
  expect(await newest()).toMatchObject({ text: expect.stringContaining('Il contenuto è rimosso.'), link: '/contatti' })
  await piazza.post(author, `/api/decisions/${decision?._id}/objection`, { text: 'Il pane esiste' })
  await piazza.post(admin, `/api/decisions/${decision?._id}/review`, { outcome: 'reversed', ...DECISION })
  expect(await newest()).toMatchObject({ text: expect.stringContaining('la decisione è annullata'), link: '/contatti' })
  expect(await mailsTo(piazza.db, reporter.email)).toEqual([])
})

test('erasing the reporter of a message deletes the name from its report and decision', async () => {
  const piazza = await aPiazzaWithReports()
  const { author, admin, listing } = piazza
  const asker = await piazza.aMember({ hasAd: true })
  const thread = piazza.idOf(await piazza.post(asker, '/api/threads', { listing: listing.id }))
  await piazza.post(asker, `/api/threads/${thread}/messages`, { text: 'È fresco?' })
  const rude = piazza.idOf(await piazza.post(author, `/api/threads/${thread}/messages`, { text: 'Imbroglione' }))
  const id = piazza.idOf(await piazza.report(asker, { kind: 'message', id: rude }))
  await piazza.decide(admin, id, { action: 'hide' })
  const titles = () => piazza.db.query(sql`select title from report union all select title from decision`)
  expect(await titles()).toEqual([{ title: `Bottega ${asker.username}` }, { title: `Bottega ${asker.username}` }])
  expect((await piazza.call('DELETE', `/api/users/${asker.id}`, { token: admin.token })).status).toBe(200)
  expect(await titles()).toEqual([{ title: DELETED_MEMBER_NAME }, { title: DELETED_MEMBER_NAME }])
})

test('a decision about a review locks the seller, whose rating changes, before the listing', async () => {
  const piazza = await aPiazzaWithReports()
  const { author: seller, admin, listing, db } = piazza
  const { reviewer } = await piazza.aReview(listing)
  const [review] = await db.query<{ id: string }>(sql`select id from review`)
  const id = piazza.idOf(await piazza.report(await piazza.aMember(), { kind: 'review', id: review?.id ?? '' }))
  const lockListing = () => db.execute(sql`select from listing where id = ${listing.id} for update nowait`)
  const decided = await whileMemberIsLocked(
    db,
    seller.id,
    () => piazza.decide(admin, id, { action: 'hide' }),
    lockListing,
  )
  const path = `/api/decisions/${(decided.body as ReportView).decision?._id}`
  const author = { id: reviewer.id, token: 'token' in reviewer ? String(reviewer.token) : '' }
  await piazza.post(author, `${path}/objection`, { text: 'È vero' })
  const reverse = () => piazza.post(admin, `${path}/review`, { outcome: 'reversed', ...DECISION })
  expect((await whileMemberIsLocked(db, seller.id, reverse, lockListing)).status).toBe(200)
})
