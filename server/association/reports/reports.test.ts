import { expect, test } from 'vitest'
import { REPORTER_DAYS } from '#domain/accounts/retention.ts'
import type { AuditPage, ReportPage, ReportView } from '#domain/association/reports.schema.ts'
import { GOOD_FAITH } from '#domain/association/reports.ts'
import { DAY_MS } from '#domain/base/dates.ts'
import { sql } from '#server/platform/db/sql.ts'
import { mailsTo } from '#test/mailbox.ts'
import { aPiazzaWithReports, DECISION, type Signed } from '#test/report-calls.ts'
import { someServices } from '#test/services.ts'

test('the receipt of a report has every field of article 16(2), for members and visitors', async () => {
  const piazza = await aPiazzaWithReports()
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
  const piazza = await aPiazzaWithReports()
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
  // The author can neither see nor change it.
  const own = { token: author.token }
  expect((await piazza.call('GET', `/api/products/${piazza.listing.id}`, own)).status).toBe(404)
  expect((await piazza.call('DELETE', `/api/products/${piazza.listing.id}`, own)).status).toBe(404)
  const [statement] = await mailsTo(piazza.db, author.email)
  const fields = [
    'Il contenuto è rimosso',
    'in ogni Paese, senza scadenza',
    `Fatti e circostanze: ${DECISION.facts}`,
    'La decisione segue una segnalazione.',
    'Mezzi automatizzati: nessuno. Il contenuto non è stato trovato in modo automatico',
    `Base giuridica: ${DECISION.ground}`,
    'riteniamo che il contenuto sia contrario a questa norma',
    'puoi fare ricorso gratis',
    'decide una persona diversa',
    'risoluzione extragiudiziale delle controversie o al giudice',
    `/decisioni/${decision?._id}`,
  ]
  for (const field of fields) expect(statement?.text).toContain(field)
  // The reporter is not named.
  expect(statement?.text).not.toContain(reporter.username)
  const outcome = (await mailsTo(piazza.db, reporter.email))[1]
  for (const field of ['Il contenuto è rimosso', DECISION.facts, DECISION.ground, 'Mezzi automatizzati', 'giudice'])
    expect(outcome?.text).toContain(field)
  expect(await piazza.openReports()).toEqual([])
  expect((await piazza.decide(admin, id, { action: 'none' })).status).toBe(409)
})

test('two established members hide a listing once; sock puppets cannot, and a third cannot hide it again', async () => {
  const piazza = await aPiazzaWithReports()
  for (let time = 0; time < 3; time++) await piazza.report(await piazza.aMember())
  await piazza.report(undefined, {}, { name: 'Ugo', email: 'ugo@esempio.test' })
  await piazza.report(await piazza.anEstablishedMember())
  expect(await piazza.isVisible()).toBe(true)
  const id = piazza.idOf(await piazza.report(await piazza.anEstablishedMember()))
  expect(await piazza.isVisible()).toBe(false)
  const [hidden] = await mailsTo(piazza.db, piazza.author.email)
  for (const field of [
    'è nascosto agli altri',
    'fino alla decisione di una persona',
    'Fatti e circostanze',
    'Mezzi automatizzati: sì',
    'Clausola delle condizioni',
    'Come opporti',
  ])
    expect(hidden?.text).toContain(field)
  // Moderators still see it.
  const moderator = await piazza.aMember({ role: 'moderator' })
  const seen = await piazza.call('GET', `/api/products/${piazza.listing.id}`, { token: moderator.token })
  expect(seen.status).toBe(200)
  expect((await piazza.decide(moderator, id, { action: 'none' })).status).toBe(200)
  expect(await piazza.isVisible()).toBe(true)
  expect((await mailsTo(piazza.db, piazza.author.email)).at(-1)?.subject).toContain('di nuovo visibile')
  for (let time = 0; time < 3; time++) await piazza.report(await piazza.anEstablishedMember())
  expect(await piazza.isVisible()).toBe(true)
})

test('nobody decides about their own content or sees who reported it, and members do not see reports', async () => {
  const piazza = await aPiazzaWithReports()
  const moderator = await piazza.aMember({ role: 'moderator' })
  const own = await piazza.aListing({ by: moderator })
  const id = piazza.idOf(await piazza.report(await piazza.aMember(), { id: own.id }))
  expect((await piazza.decide(moderator, id, { action: 'none' })).status).toBe(403)
  const { body } = await piazza.call('GET', '/api/reports', { token: moderator.token })
  const reporter = { _id: null, name: '', email: '' }
  expect((body as ReportPage).reports).toMatchObject([{ _id: id, reporter, explanation: '' }])
  for (const by of [await piazza.aMember(), piazza.author, await piazza.aMember({ role: 'desk' })]) {
    expect((await piazza.call('GET', '/api/reports', { token: by.token })).status).toBe(403)
    expect((await piazza.decide(by, id, { action: 'none' })).status).toBe(403)
  }
  expect((await piazza.call('GET', '/api/reports')).status).toBe(401)
})

test('the audit does not tell an admin who reported them', async () => {
  const piazza = await aPiazzaWithReports()
  const { admin } = piazza
  const own = await piazza.aListing({ by: admin })
  const reporter = await piazza.aMember()
  const id = piazza.idOf(await piazza.report(reporter, { id: own.id }))
  const { body, text } = await piazza.call('GET', '/api/audit', { token: admin.token })
  expect((body as AuditPage).entries).toMatchObject([{ action: 'report.add', subject: id, actor: null }])
  for (const name of [reporter.id, reporter.username]) expect(text).not.toContain(name)
})

test('name and address of a visitor are deleted a year after the decision, however old the report is', async () => {
  let now = new Date()
  const passDays = (days: number) => {
    now = new Date(now.getTime() + days * DAY_MS)
  }
  const piazza = await aPiazzaWithReports({ clock: () => now })
  const { reports } = someServices(piazza.db, () => now)
  const visitor = { name: 'Ugo Verdi', email: 'ugo@esempio.test' }
  const id = piazza.idOf(await piazza.report(undefined, {}, visitor))
  await piazza.db.execute(sql`update report set created_at = created_at - interval '2 years'`)
  await piazza.decide(piazza.admin, id, { action: 'none' })
  const stored = () => piazza.db.query(sql`select name, email from report`)
  passDays(REPORTER_DAYS - 1)
  await reports.personalData.deleteExpired(now)
  expect(await stored()).toEqual([visitor])
  passDays(2)
  await reports.personalData.deleteExpired(now)
  expect(await stored()).toEqual([{ name: '', email: '' }])
})

test('a reported message shows moderators its text and nothing else of the thread; only its two members report it', async () => {
  const piazza = await aPiazzaWithReports()
  const { author, listing, admin } = piazza
  const [asker, stranger, moderator] = [
    await piazza.aMember({ hasAd: true }),
    await piazza.aMember(),
    await piazza.aMember({ role: 'moderator' }),
  ]
  const thread = piazza.idOf(await piazza.post(asker, '/api/threads', { listing: listing.id }))
  const write = async (by: Signed, text: string) =>
    piazza.idOf(await piazza.post(by, `/api/threads/${thread}/messages`, { text }))
  await write(asker, 'Abito in via Segreta 4')
  const rude = await write(author, 'Sei un imbroglione')
  await write(asker, 'Passo sabato alle dieci')
  const about = { kind: 'message', id: rude }
  expect((await piazza.report(stranger, about)).status).toBe(404)
  expect((await piazza.report(undefined, about, { name: 'Ugo', email: 'ugo@esempio.test' })).status).toBe(404)
  expect((await piazza.report(author, about)).status).toBe(422)
  const id = piazza.idOf(await piazza.report(asker, about))
  for (const by of [admin, moderator]) {
    const { text, body } = await piazza.call('GET', '/api/reports', { token: by.token })
    expect((body as ReportPage).reports).toMatchObject([{ kind: 'message', content: 'Sei un imbroglione' }])
    expect(text).not.toMatch(/via Segreta|Passo sabato/)
    expect((await piazza.call('GET', `/api/threads/${thread}`, { token: by.token })).status).toBe(404)
  }
  expect((await piazza.decide(moderator, id, { action: 'hide' })).status).toBe(200)
  const read = (await piazza.call('GET', `/api/threads/${thread}`, { token: asker.token })).text
  expect(read).not.toContain('imbroglione')
  expect(read).toContain('Passo sabato')
})

test('admins see the address of a reporter, moderators only the name', async () => {
  const piazza = await aPiazzaWithReports()
  const moderator = await piazza.aMember({ role: 'moderator' })
  const [member, visitor] = [await piazza.aMember(), { name: 'Ugo Verdi', email: 'ugo@esempio.test' }]
  const id = piazza.idOf(await piazza.report(member))
  await piazza.report(undefined, {}, visitor)
  expect(await piazza.openReports()).toMatchObject([{ reporter: { email: member.email } }, { reporter: visitor }])
  const seen = await piazza.call('GET', '/api/reports', { token: moderator.token })
  expect((seen.body as ReportPage).reports).toMatchObject([
    { reporter: { name: member.username, email: '' } },
    { reporter: { name: visitor.name, email: '' } },
  ])
  const decided = await piazza.decide(moderator, id, { action: 'none' })
  for (const { text } of [seen, decided]) {
    expect(text).not.toContain(member.email)
    expect(text).not.toContain(visitor.email)
  }
})

test('exchanges between reporters do not count, and the author is told the number of reporters', async () => {
  const piazza = await aPiazzaWithReports()
  const [one, other] = [await piazza.aMember(), await piazza.aMember()]
  await piazza.anOrder({ seller: one, buyer: other, state: 'delivered' })
  for (const by of [one, other, await piazza.anEstablishedMember()]) await piazza.report(by)
  expect(await piazza.isVisible()).toBe(true)
  await piazza.report(await piazza.anEstablishedMember())
  expect(await piazza.isVisible()).toBe(false)
  const [hidden] = await mailsTo(piazza.db, piazza.author.email)
  expect(hidden?.text).toContain('4 persone iscritte')
  expect(hidden?.text).not.toContain('seconda segnalazione')
})

test('two reports at once by established members hide the listing once', async () => {
  const piazza = await aPiazzaWithReports()
  const reporters = [await piazza.anEstablishedMember(), await piazza.anEstablishedMember()]
  await Promise.all(reporters.map((by) => piazza.report(by)))
  expect(await piazza.isVisible()).toBe(false)
  expect((await piazza.openReports()).filter(({ hid }) => hid)).toHaveLength(1)
  expect(await mailsTo(piazza.db, piazza.author.email)).toHaveLength(1)
})

test('more reports at once than the database has connections are all stored', async () => {
  const piazza = await aPiazzaWithReports()
  const reporters = await Promise.all(Array.from({ length: 12 }, () => piazza.aMember()))
  const answers = await Promise.all(reporters.map((by) => piazza.report(by)))
  expect(answers.map(({ status }) => status)).toEqual(reporters.map(() => 200))
})

test('a visitor makes five reports and a member twenty, then the next is refused', async () => {
  const piazza = await aPiazzaWithReports({ env: { RATE_LIMITS: 'on' } })
  const statuses: number[] = []
  for (let time = 0; time < 7; time++) {
    const { id } = await piazza.aListing()
    statuses.push((await piazza.report(undefined, { id }, { name: 'Ugo', email: 'ugo@esempio.test' })).status)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
  const member = await piazza.aMember()
  for (let time = 0; time < 20; time++) {
    const { id } = await piazza.aListing()
    expect((await piazza.report(member, { id })).status).toBe(200)
  }
  const { id } = await piazza.aListing()
  expect(await piazza.report(member, { id })).toMatchObject({
    status: 429,
    body: { message: expect.stringMatching(/^Si possono fare 20 segnalazioni al giorno, .* puoi farne un’altra /) },
  })
})
