import { expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { anOwnPiazza, aPiazza } from '#test/fixtures.ts'
import { mailsTo } from '#test/mailbox.ts'
import { someServices } from '#test/services.ts'

type Piazza = Awaited<ReturnType<typeof aPiazza>>

const EMAIL = 'rosa+notizie@esempio.test'
const subscribe = (piazza: Piazza, email = EMAIL, name = 'Rosa') =>
  piazza.call('POST', '/api/users/newsletter', { body: { name, email } })
const verify = (piazza: Piazza, email: string, codice: string) =>
  piazza.call('POST', '/api/users/newsletterVerify', { body: { email, codice } })
const codeFor = async (piazza: Piazza, email = EMAIL) =>
  /\?codice=([\w-]+)/.exec((await mailsTo(piazza.db, email)).at(-1)?.text ?? '')?.[1] ?? ''
const leavePathFor = async (piazza: Piazza, email = EMAIL) =>
  /<http:\/\/localhost:3000(.+)>/.exec(
    (await mailsTo(piazza.db, email)).at(-1)?.headers['List-Unsubscribe'] ?? '',
  )?.[1] ?? ''

test('a subscription is confirmed with the code from the mail, and repeats answer its state', async () => {
  const piazza = await anOwnPiazza()
  expect((await subscribe(piazza)).body).toEqual({ message: 'Email suscrito in attesa di conferma' })
  const first = await codeFor(piazza)
  expect((await subscribe(piazza, EMAIL.toUpperCase())).body).toEqual({
    message: 'Email already subscribed but not verified',
  })
  const second = await codeFor(piazza)
  expect(second).not.toBe(first)
  const confirmed = { status: 200, body: [{ name: 'Rosa' }] }
  expect(await verify(piazza, EMAIL, first), 'the link mailed first still works').toMatchObject(confirmed)
  expect((await verify(piazza, EMAIL, second)).status, 'one of the links has been used').toBe(404)
  expect(await verify(piazza, EMAIL, first), 'opened again').toMatchObject(confirmed)
  expect((await subscribe(piazza)).body).toEqual({ message: 'Email already subscribed' })
  expect(await mailsTo(piazza.db, EMAIL)).toHaveLength(2)
})

test('name and address are not swapped', async () => {
  const piazza = await anOwnPiazza()
  await subscribe(piazza)
  expect(await piazza.db.query(sql`select name, email from newsletter_subscriber`)).toEqual([
    { name: 'Rosa', email: EMAIL },
  ])
})

test('the mail links to the confirmation page of that address and contains unsubscribe links', async () => {
  const piazza = await anOwnPiazza()
  await subscribe(piazza)
  const [mail] = await mailsTo(piazza.db, EMAIL)
  expect(mail?.text).toMatch(/http:\/\/localhost:3000\/newsletter\/rosa%2Bnotizie%40esempio\.test\?codice=[\w-]{43}/)
  expect(mail?.text).toMatch(/http:\/\/localhost:3000\/disiscrizione\/[\w-]{43}/)
  expect(mail?.headers).toEqual({
    'List-Unsubscribe': expect.stringMatching(/^<http:\/\/localhost:3000\/api\/newsletter\/leave\/[\w-]{43}>$/),
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  })
})

test('a wrong code confirms nothing and discloses nothing about the subscriber', async () => {
  const piazza = await anOwnPiazza()
  await subscribe(piazza)
  await subscribe(piazza, 'bruno@esempio.test', 'Bruno')
  const brunos = await codeFor(piazza, 'bruno@esempio.test')
  const answers = [
    await verify(piazza, EMAIL, 'x'.repeat(43)),
    await verify(piazza, EMAIL, brunos),
    await verify(piazza, 'nessuno@esempio.test', brunos),
  ]
  for (const { status, body } of answers) {
    expect({ status, body }).toEqual({ status: 404, body: { message: expect.stringContaining('non è valido') } })
  }
  const bare = await piazza.call('POST', '/api/users/newsletterVerify', { body: { email: EMAIL } })
  expect(bare.status).toBe(422)
  expect(bare.text).not.toContain('Rosa')
})

test('a member subscribes only their own address from the profile, whatever the body says', async () => {
  const piazza = await anOwnPiazza()
  const member = await piazza.aMember()
  const update = (body: object) => piazza.call('POST', '/api/users/newsletterUpdate', { token: member.token, body })
  expect((await update({ username: 'ALTRA', email: 'altra@esempio.test' })).status).toBe(200)
  expect(await mailsTo(piazza.db, 'altra@esempio.test')).toHaveLength(0)
  const state = async () =>
    ((await piazza.call('GET', `/api/users/${member.id}`, { token: member.token })).body as { newsletter: string })
      .newsletter
  expect(await state()).toBe('Not Verified')
  await verify(piazza, member.email, await codeFor(piazza, member.email))
  expect(await state()).toBe('Verified')
  await piazza.call('POST', '/api/newsletter/leave', { token: member.token, body: {} })
  expect(await state()).toBe('Not Verified')
})

test('an account whose address was never verified neither reads nor ends the subscription of that address', async () => {
  let now = new Date()
  const piazza = await aPiazza({ clock: () => now })
  await subscribe(piazza)
  await verify(piazza, EMAIL, await codeFor(piazza))
  await piazza.db.execute(sql`
    insert into mail_failure (address_key, reason, failed_at) values (${EMAIL}, '552 mailbox full', now())`)
  const { privacy } = someServices(piazza.db, () => now)
  const password = 'una-password-lunga'
  const registerAndSignIn = async () => {
    await piazza.call('POST', '/api/users/register', { body: { username: 'IMPOSTORA', email: EMAIL, password } })
    const { body } = await piazza.call('POST', '/api/users/signin', { body: { email: EMAIL, password } })
    return (body as { token: string }).token
  }
  const token = await registerAndSignIn()
  const exported = await piazza.call('GET', '/api/privacy/export', { token })
  expect(exported.body).toMatchObject({ newsletter: null, newslettersReceived: [], mailFailure: null })
  expect((exported.body as { consents: object[] }).consents).not.toContainEqual(
    expect.objectContaining({ purpose: 'newsletter' }),
  )
  expect((await piazza.call('POST', '/api/newsletter/leave', { token, body: {} })).status).toBe(403)
  const mails = await mailsTo(piazza.db, EMAIL)
  expect((await piazza.call('POST', '/api/privacy/erase', { token, body: { password } })).status).toBe(200)
  expect(await mailsTo(piazza.db, EMAIL)).toHaveLength(mails.length)
  await registerAndSignIn()
  now = new Date(now.getTime() + 31 * 24 * 60 * 60 * 1000)
  await privacy.deleteExpiredAt(now)
  expect(await piazza.db.query(sql`select from member where deleted_at is null`)).toHaveLength(0)
  expect(await piazza.db.query(sql`select name from newsletter_subscriber`)).toEqual([{ name: 'Rosa' }])
  expect(await piazza.db.query(sql`select from consent where purpose = 'newsletter' and event = 'withdrawn'`)).toEqual(
    [],
  )
})

test('the code of any mail unsubscribes, also by one-click, and repeating it is not an error', async () => {
  const piazza = await anOwnPiazza()
  await subscribe(piazza)
  const path = await leavePathFor(piazza)
  const oneClick = await fetch(piazza.origin + path, {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  })
  expect(oneClick.status).toBe(200)
  expect(await piazza.db.query(sql`select from newsletter_subscriber`)).toHaveLength(0)
  const again = await piazza.call('POST', path, { body: {} })
  const unknown = await piazza.call('POST', '/api/newsletter/leave/nessuno', { body: {} })
  expect(again.body).toEqual({ message: 'Non riceverai più la newsletter.' })
  expect(unknown.body).toEqual(again.body)
})

test('each step is in the consent log, without the address', async () => {
  const piazza = await anOwnPiazza()
  await subscribe(piazza)
  const path = await leavePathFor(piazza)
  const code = await codeFor(piazza)
  await verify(piazza, EMAIL, code)
  await verify(piazza, EMAIL, code)
  await piazza.call('POST', path, { body: {} })
  const rows = await piazza.db.query(sql`select subject, purpose, text_version, event from consent order by id`)
  expect(rows.map(({ event }) => event)).toEqual(['asked', 'confirmed', 'withdrawn'])
  expect(JSON.stringify(rows)).not.toContain('rosa')
})

test('mails to one address are rate-limited', async () => {
  const piazza = await anOwnPiazza()
  const statuses: number[] = []
  for (let time = 0; time < 5; time++) statuses.push((await subscribe(piazza)).status)
  expect(statuses).toEqual([200, 200, 200, 429, 429])
})

test.each([
  ['no name', { name: ' ', email: EMAIL }],
  ['no address', { name: 'Rosa', email: 'rosa' }],
  ['nothing', {}],
])('%s is rejected with a message', async (_what, body) => {
  const piazza = await anOwnPiazza()
  const answer = await piazza.call('POST', '/api/users/newsletter', { body })
  expect(answer.status).toBe(422)
  expect(answer.body).toMatchObject({ message: expect.stringMatching(/\S/) })
})
