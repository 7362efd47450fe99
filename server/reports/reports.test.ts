import { expect, test } from 'vitest'
import type { DecisionView, ReportPage, ReportView } from '#domain/reports.schema.ts'
import { GOOD_FAITH } from '#domain/reports.ts'
import { sql } from '#server/db/sql.ts'
import { aPiazza } from '#test/fixtures.ts'
import { mailsTo } from '#test/mailbox.ts'

type Signed = { id: string; token: string }
const DECISION = { facts: 'Vende ciò che non ha.', ground: 'Art. 5 delle condizioni d’uso' }

const setUp = async (options: Parameters<typeof aPiazza>[0] = {}) => {
  const piazza = await aPiazza(options)
  const [author, admin] = [await piazza.aMember({ hasAd: true }), await piazza.aMember({ isAdmin: true })]
  const listing = await piazza.aListing({ by: author, name: 'Pane magico' })
  const report = (by: Signed | undefined, about: { kind?: string; id?: string } = {}, body: object = {}) =>
    piazza.call('POST', '/api/reports', {
      ...(by ? { token: by.token } : {}),
      body: { kind: 'listing', id: listing.id, reason: 'fraud', explanation: 'Non esiste', ...about, ...body },
    })
  const decide = (by: Signed, id: string, body: object) =>
    piazza.call('POST', `/api/reports/${id}/decision`, { token: by.token, body: { ...DECISION, ...body } })
  const idOf = (answer: { body: unknown }) => (answer.body as { _id: string })._id
  const isVisible = async (id = listing.id) => (await piazza.call('GET', `/api/products/${id}`)).status === 200
  const anEstablishedMember = async () => {
    const member = await piazza.aMember()
    await piazza.anOrder({ buyer: member, delivered: true })
    return member
  }
  const openReports = async () =>
    ((await piazza.call('GET', '/api/reports?state=open', { token: admin.token })).body as ReportPage).reports
  const post = (by: Signed, path: string, body: object) => piazza.call('POST', path, { token: by.token, body })
  return { ...piazza, author, admin, listing, report, decide, idOf, isVisible, anEstablishedMember, openReports, post }
}

test('the receipt of a report has every field of article 16(2), for members and visitors', async () => {
  const piazza = await setUp()
  const member = await piazza.aMember()
  const visitor = { name: 'Ugo Verdi', email: 'ugo@esempio.test' }
  expect((await piazza.report(undefined)).status).toBe(422)
  expect((await piazza.report(undefined, {}, { name: 'Ugo Verdi' })).status).toBe(422)
  const receipts = [await piazza.report(member), await piazza.report(undefined, {}, visitor)]
  expect(receipts.map(({ status }) => status)).toEqual([200, 200])
  for (const [index, [name, address]] of [
    [member.username, member.email],
    [visitor.name, visitor.email],
  ].entries()) {
    const [mail] = await mailsTo(piazza.db, address ?? '')
    expect(receipts[index]?.body).toMatchObject({ message: `${mail?.subject}.` })
    expect(mail?.subject).toMatch(/^Segnalazione n. \d+ ricevuta$/)
    expect(mail?.text).toContain('Non esiste')
    expect(mail?.text).toContain(`/product/${piazza.listing.id}`)
    expect(mail?.text).toContain(`${name}, ${address}`)
    expect(mail?.text).toContain(GOOD_FAITH)
  }
  expect((await piazza.report(member)).status).toBe(409)
  expect((await piazza.report(undefined, {}, { ...visitor, email: 'UGO@esempio.test' })).status).toBe(409)
  expect((await piazza.report(piazza.author)).status).toBe(422)
  expect((await piazza.report(member, { id: '01a1dd19-6ac6-7e41-9831-b41830232d98' })).status).toBe(404)
})

test('the statement of reasons has every field of article 17(3), and the reporter is told the outcome', async () => {
  const piazza = await setUp()
  const { author, admin } = piazza
  const reporter = await piazza.aMember()
  const id = piazza.idOf(await piazza.report(reporter, {}, { reason: 'illegal' }))
  expect(await piazza.openReports()).toMatchObject([
    { _id: id, state: 'open', reason: 'illegal', title: 'Pane magico' },
  ])
  for (const missing of [{ facts: '' }, { ground: ' ' }, { action: 'ban' }, { action: 'hide', until: '2999-01-01' }])
    expect((await piazza.decide(admin, id, { action: 'remove', ...missing })).status).toBe(422)
  const decided = await piazza.decide(admin, id, { action: 'remove' })
  expect(decided.status).toBe(200)
  const { decision } = decided.body as ReportView
  expect(decision).toMatchObject({ action: 'remove', ...DECISION, basis: 'law' })
  expect(await piazza.isVisible()).toBe(false)
  // Nor does the author see it, or change it.
  const own = { token: author.token }
  expect((await piazza.call('GET', `/api/products/${piazza.listing.id}`, own)).status).toBe(404)
  expect((await piazza.call('DELETE', `/api/products/${piazza.listing.id}`, own)).status).toBe(404)
  const [statement] = await mailsTo(piazza.db, author.email)
  const fields = [
    'Provvedimento: il contenuto è rimosso',
    'in ogni Paese, senza scadenza',
    `Fatti e circostanze: ${DECISION.facts}`,
    'La decisione segue una segnalazione.',
    'Mezzi automatizzati: nessuno. Il contenuto non è stato individuato in modo automatico',
    `Base giuridica: ${DECISION.ground}`,
    'riteniamo che il contenuto sia contrario a questa norma',
    'puoi fare ricorso gratis',
    'risoluzione extragiudiziale delle controversie o al giudice',
    `/decisioni/${decision?._id}`,
  ]
  for (const field of fields) expect(statement?.text).toContain(field)
  // Who reported it is not told.
  expect(statement?.text).not.toContain(reporter.username)
  const outcome = (await mailsTo(piazza.db, reporter.email))[1]
  for (const field of [
    'Decisione: il contenuto è rimosso',
    DECISION.facts,
    DECISION.ground,
    'Mezzi automatizzati',
    'giudice',
  ])
    expect(outcome?.text).toContain(field)
  expect(await piazza.openReports()).toEqual([])
  expect((await piazza.decide(admin, id, { action: 'none' })).status).toBe(409)
})

test('two established members hide a listing once; sock puppets cannot, and a third cannot hide it again', async () => {
  const piazza = await setUp()
  for (let time = 0; time < 3; time++) await piazza.report(await piazza.aMember())
  await piazza.report(undefined, {}, { name: 'Ugo', email: 'ugo@esempio.test' })
  await piazza.report(await piazza.anEstablishedMember())
  expect(await piazza.isVisible()).toBe(true)
  const id = piazza.idOf(await piazza.report(await piazza.anEstablishedMember()))
  expect(await piazza.isVisible()).toBe(false)
  const [hidden] = await mailsTo(piazza.db, piazza.author.email)
  for (const field of [
    'il contenuto è nascosto',
    'fino alla decisione di una persona',
    'Fatti e circostanze',
    'Mezzi automatizzati: sì',
    'Clausola delle condizioni',
    'Come opporti',
  ])
    expect(hidden?.text).toContain(field)
  // Moderators see it, to decide.
  const moderator = await piazza.aMember({ role: 'moderator' })
  const seen = await piazza.call('GET', `/api/products/${piazza.listing.id}`, { token: moderator.token })
  expect(seen.status).toBe(200)
  expect((await piazza.decide(moderator, id, { action: 'none' })).status).toBe(200)
  expect(await piazza.isVisible()).toBe(true)
  expect((await mailsTo(piazza.db, piazza.author.email)).at(-1)?.subject).toContain('di nuovo visibile')
  for (let time = 0; time < 3; time++) await piazza.report(await piazza.anEstablishedMember())
  expect(await piazza.isVisible()).toBe(true)
})

test('an objection is made once by the author, decided by another admin, and a reversal undoes the decision', async () => {
  const piazza = await setUp()
  const { author, admin } = piazza
  const [reporter, other] = [await piazza.aMember(), await piazza.aMember({ isAdmin: true })]
  const id = piazza.idOf(await piazza.report(reporter))
  const { decision } = (await piazza.decide(admin, id, { action: 'hide' })).body as ReportView
  const path = `/api/decisions/${decision?._id}`
  const review = { outcome: 'reversed', facts: 'Il pane c’è.', ground: 'Art. 5, letto bene' }
  expect((await piazza.post(other, `${path}/review`, review)).status).toBe(409)
  expect((await piazza.post(reporter, `${path}/objection`, { text: 'No' })).status).toBe(404)
  expect((await piazza.post(author, `${path}/objection`, { text: '' })).status).toBe(422)
  expect((await piazza.post(author, `${path}/objection`, { text: 'Il pane esiste' })).status).toBe(200)
  expect((await piazza.post(author, `${path}/objection`, { text: 'Di nuovo' })).status).toBe(409)
  expect((await piazza.post(admin, `${path}/review`, review)).status).toBe(403)
  const open = await piazza.call('GET', '/api/decisions', { token: other.token })
  expect(open.body).toMatchObject({ decisions: [{ _id: decision?._id, objection: { text: 'Il pane esiste' } }] })
  expect(await piazza.isVisible()).toBe(false)
  expect((await piazza.post(other, `${path}/review`, { ...review, facts: '' })).status).toBe(422)
  const reviewed = await piazza.post(other, `${path}/review`, review)
  expect(reviewed).toMatchObject({ status: 200, body: { review: { outcome: 'reversed' } } })
  expect((await piazza.post(other, `${path}/review`, review)).status).toBe(409)
  expect(await piazza.isVisible()).toBe(true)
  expect((await mailsTo(piazza.db, author.email)).at(-1)?.subject).toContain('accolto')
  expect((await mailsTo(piazza.db, reporter.email)).at(-1)?.text).toContain('annullato la decisione')
})

test('the only admin also decides objections to their own decisions', async () => {
  const piazza = await setUp()
  const id = piazza.idOf(await piazza.report(await piazza.aMember()))
  const { decision } = (await piazza.decide(piazza.admin, id, { action: 'hide' })).body as ReportView
  const path = `/api/decisions/${decision?._id}`
  await piazza.post(piazza.author, `${path}/objection`, { text: 'Il pane esiste' })
  const upheld = { outcome: 'upheld', ...DECISION }
  expect((await piazza.post(piazza.admin, `${path}/review`, upheld)).status).toBe(200)
  expect(await piazza.isVisible()).toBe(false)
})

test('a hidden review is not shown and does not count; a reversal restores both', async () => {
  const piazza = await setUp()
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

test('a decision suspends the author until a date; the objection lifts it', async () => {
  const piazza = await setUp()
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

test('nobody decides about their own content, and members do not see reports', async () => {
  const piazza = await setUp()
  const moderator = await piazza.aMember({ role: 'moderator' })
  const own = await piazza.aListing({ by: moderator })
  const id = piazza.idOf(await piazza.report(await piazza.aMember(), { id: own.id }))
  expect((await piazza.decide(moderator, id, { action: 'none' })).status).toBe(403)
  for (const by of [await piazza.aMember(), piazza.author, await piazza.aMember({ role: 'desk' })]) {
    expect((await piazza.call('GET', '/api/reports', { token: by.token })).status).toBe(403)
    expect((await piazza.decide(by, id, { action: 'none' })).status).toBe(403)
  }
  expect((await piazza.call('GET', '/api/reports')).status).toBe(401)
})

test('visitors and members report only so often', async () => {
  const piazza = await setUp({ env: { RATE_LIMITS: 'on' } })
  const statuses: number[] = []
  for (let time = 0; time < 7; time++) {
    const { id } = await piazza.aListing()
    statuses.push((await piazza.report(undefined, { id }, { name: 'Ugo', email: 'ugo@esempio.test' })).status)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
})
