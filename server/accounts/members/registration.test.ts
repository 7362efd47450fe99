import { expect, test } from 'vitest'
import { PRIVACY_TEXT_VERSION } from '#domain/accounts/consent.ts'
import type { Database } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'
import { aDatabase } from '#test/database.ts'
import { anOwnPiazza, aPiazza } from '#test/fixtures.ts'
import { linkTo, mailsTo } from '#test/mailbox.ts'
import { aRegisteredMember } from '#test/registered-member.ts'

type Piazza = Awaited<ReturnType<typeof aPiazza>>

const form = { username: 'Rosa', email: 'rosa@esempio.test', password: 'rosa-rosa' }
const register = (piazza: Piazza, change: object = {}) =>
  piazza.call('POST', '/api/users/register', { body: { ...form, ...change } })
const verify = (piazza: Piazza, token: string, body: object = { uuid: token }) =>
  piazza.call('POST', `/api/users/verification/${token}`, { body })
const signIn = (piazza: Piazza, email = form.email, password = form.password) =>
  piazza.call('POST', '/api/users/signin', { body: { email, password } })

test('a person registers, follows the link in the mail and is a verified seller with a wallet', async () => {
  const piazza = await anOwnPiazza()
  expect(await register(piazza)).toMatchObject({ status: 200, body: { message: expect.stringContaining('e-mail') } })
  expect((await signIn(piazza)).body).toMatchObject({
    username: 'ROSA',
    verified: false,
    isSeller: false,
    isAdmin: false,
  })

  const token = await linkTo(piazza.db, form.email, 'verification')
  const { status, body } = await verify(piazza, token)
  expect({ status, body }).toEqual({
    status: 200,
    body: [{ verify: { verified: true }, email: form.email, again: false }],
  })

  const { body: user } = (await signIn(piazza)) as { body: { _id: string; token: string } }
  expect(user).toMatchObject({ verified: true, isSeller: true, hasAd: false })
  const { body: record } = await piazza.call('GET', `/api/users/${user._id}`, { token: user.token })
  expect(record).toMatchObject({ account: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/), verify: { verified: true } })
})

test('the mail names the association, in text and HTML, and its link starts with the public URL', async () => {
  const piazza = await aPiazza({ env: { PUBLIC_URL: 'https://borgo.example', ASSOCIATION_NAME: 'Borgo & Co' } })
  await register(piazza)
  const [mail] = await mailsTo(piazza.db, form.email)
  expect(mail?.subject).toBe('Verifica il tuo account su Borgo & Co')
  expect(mail?.text).toMatch(/^Ciao ROSA,/)
  expect(mail?.text).toMatch(/https:\/\/borgo\.example\/verification\/[\w-]{43}/)
  expect(mail?.html).toMatch(/href="https:\/\/borgo\.example\/verification\/[\w-]{43}"/)
  expect(mail?.html).toContain('Borgo &amp; Co')
})

test('a link works once: later it only tells that the account is verified, and unknown, expired and mismatched links get the same response', async () => {
  let now = new Date()
  const piazza = await aPiazza({ clock: () => now })
  await register(piazza)
  await register(piazza, { username: 'Bruno', email: 'bruno@esempio.test' })
  const used = await linkTo(piazza.db, form.email, 'verification')
  const late = await linkTo(piazza.db, 'bruno@esempio.test', 'verification')
  expect((await verify(piazza, late, { uuid: used })).status).toBe(404)
  expect((await verify(piazza, used)).status).toBe(200)
  // Without the address, which may have changed since.
  const again = { status: 200, body: [{ verify: { verified: true }, email: '', again: true }] }
  expect(await verify(piazza, used)).toMatchObject(again)
  now = new Date(now.getTime() + 8 * 24 * 60 * 60 * 1000)
  const answers = [await verify(piazza, late), await verify(piazza, 'x'.repeat(43)), await verify(piazza, 'x')]
  for (const { status, body } of answers) {
    expect({ status, body }).toEqual({ status: 404, body: { message: expect.stringContaining('non è valido') } })
  }
})

test('only the hash of a link is stored, and neither the hash nor the member’s id works as a link', async () => {
  const piazza = await anOwnPiazza()
  await register(piazza)
  const token = await linkTo(piazza.db, form.email, 'verification')
  const [link] = await piazza.db.query<{ hash: Buffer; member_id: string }>(sql`select hash, member_id from mail_link`)
  expect(link?.hash.toString('base64url')).not.toBe(token)
  expect((await verify(piazza, link?.hash.toString('base64url') ?? '')).status).toBe(404)
  expect((await verify(piazza, link?.member_id ?? '')).status).toBe(404)
})

test('of twenty concurrent requests with one link, exactly one verifies', async () => {
  const piazza = await anOwnPiazza()
  await register(piazza)
  const token = await linkTo(piazza.db, form.email, 'verification')
  const answers = await Promise.all(Array.from({ length: 20 }, () => verify(piazza, token)))
  const isFirst = ({ body }: { body: unknown }) => (body as { again: boolean }[])[0]?.again === false
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(answers.filter(isFirst)).toHaveLength(1)
})

test('the link in the mail leads back to the listing that made somebody register, also when it is sent again', async () => {
  const piazza = await anOwnPiazza()
  const listing = crypto.randomUUID()
  await register(piazza, { listing })
  await piazza.call('POST', '/api/users/verification', { body: { email: form.email, listing } })
  const mails = await piazza.db.query<{ html: string }>(sql`select html from mail where recipient = ${form.email}`)
  expect(mails).toHaveLength(2)
  for (const { html } of mails) expect(html).toContain(`?annuncio=${listing}"`)
})

test.each([
  ['the same address in another case', { username: 'Altra', email: 'ROSA@Esempio.test' }, 'indirizzo'],
  ['the same name in another case', { username: 'rOsA', email: 'altra@esempio.test' }, 'nome utente'],
  ['a name that looks the same, with a digit', { username: 'R0sa', email: 'altra@esempio.test' }, 'nome utente'],
  ['the same name in another Unicode form', { username: 'Ｒｏｓａ', email: 'altra@esempio.test' }, 'nome utente'],
])('%s is refused as taken, and nothing is stored', async (_what, change, word) => {
  const piazza = await anOwnPiazza()
  await register(piazza)
  const { status, body } = await register(piazza, change)
  expect({ status, body }).toMatchObject({ status: 409, body: { message: expect.stringContaining(word) } })
  expect(await mailsTo(piazza.db, change.email)).toHaveLength(0)
  expect(await piazza.db.query(sql`select from member`)).toHaveLength(1)
})

test('of concurrent registrations with the same username, one succeeds', async () => {
  const piazza = await anOwnPiazza()
  const tries = ['a', 'b', 'c', 'd'].map((name) => register(piazza, { email: `${name}@esempio.test` }))
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([200, 409, 409, 409])
})

test('flags and ids in the body are ignored', async () => {
  const piazza = await anOwnPiazza()
  await register(piazza, { isAdmin: true, isSeller: true, verified: true, hasAd: true, _id: crypto.randomUUID() })
  expect((await signIn(piazza)).body).toMatchObject({ verified: false, isSeller: false, isAdmin: false, hasAd: false })
})

test.each([
  ['no username', { username: ' ' }],
  ['no address', { email: 'rosa' }],
  ['a short password', { password: '12345' }],
  ['too many groups', { referer: ['a', 'b', 'c', 'd'] }],
  ['a tax code of 17 characters', { cf: 'A'.repeat(17) }],
  ['a tax code with a wrong check letter', { cf: 'RSSMRA80A01H501V' }],
  ['a telephone number in words', { phone: 'chiamami' }],
  ['a very long password', { password: 'a'.repeat(201) }],
  ['control characters', { username: 'a\u0000b' }],
  ['a zero-width space in the username', { username: 'ro\u200bsa' }],
  ['a right-to-left override in the username', { username: 'ro\u202esa' }],
  ['a right-to-left override in the name of the shop', { sellername: 'Bottega \u202easoR' }],
  ['a Cyrillic letter in the name of the shop', { sellername: 'F\u043erno' }],
  ['a soft hyphen in the username', { username: 'ro\u00adsa' }],
  ['a Cyrillic letter in the username', { username: 'r\u043esa' }],
  ['a Greek letter in the username', { username: 'r\u03bfsa' }],
  ['an African click that looks like I', { username: 'l\u01c0a' }],
  ['a combining mark without its letter', { username: 'rosa\u034f' }],
  ['a username that is too long in upper case', { username: 'ß'.repeat(40) }],
  ['a username that becomes the address of a wallet', { username: `0x${'⑩'.repeat(20)}` }],
])('a registration with %s is refused with a message', async (_what, change) => {
  const piazza = await aPiazza()
  const { status, body } = await register(piazza, change)
  expect({ status, body }).toMatchObject({ status: 422, body: { message: expect.stringMatching(/\S/) } })
})

test('optional fields may be missing, empty or filled in', async () => {
  const piazza = await anOwnPiazza()
  const full = {
    sellername: 'Il forno',
    phone: '011 000',
    cf: 'rssmra80a01h501u',
    referer: ['Borgo'],
    newsletter: true,
  }
  expect((await register(piazza, full)).status).toBe(200)
  const empty = { sellername: '', phone: null, cf: '', referer: '', newsletter: '' }
  expect((await register(piazza, { ...empty, username: 'B', email: 'b@esempio.test' })).status).toBe(200)
  const [row] = await piazza.db.query(sql`select seller_name, phone, cf, referer from member where username = 'ROSA'`)
  expect(row).toEqual({ seller_name: 'Il forno', phone: '011 000', cf: 'RSSMRA80A01H501U', referer: ['Borgo'] })
})

test('subscribing to the newsletter at registration sends a separate confirmation mail', async () => {
  const piazza = await anOwnPiazza()
  await register(piazza, { newsletter: true })
  const subjects = (await mailsTo(piazza.db, form.email)).map((mail) => mail.subject)
  expect(subjects).toEqual([expect.stringContaining('Verifica'), expect.stringContaining('newsletter')])
  expect(await piazza.db.query(sql`select verified_at from newsletter_subscriber`)).toEqual([{ verified_at: null }])
})

test('an unverified member can request the mail again a few times, and the first link still works', async () => {
  const piazza = await anOwnPiazza()
  await register(piazza)
  const first = await linkTo(piazza.db, form.email, 'verification')
  const { body } = (await signIn(piazza)) as { body: { token: string } }
  const resend = () => piazza.call('POST', '/api/users/verification', { token: body.token, body: {} })
  expect((await resend()).status).toBe(200)
  expect(await linkTo(piazza.db, form.email, 'verification')).not.toBe(first)
  expect((await resend()).status).toBe(200)
  expect((await resend()).status).toBe(200)
  const tooOften = await resend()
  expect(tooOften.status).toBe(429)
  expect(Number(tooOften.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await verify(piazza, first)).status).toBe(200)
  expect(await verify(piazza, await linkTo(piazza.db, form.email, 'verification'))).toMatchObject({
    body: [{ again: true }],
  })
  expect((await resend()).status).toBe(409)
})

const welcomeAmounts = (piazza: Piazza) =>
  piazza.db.query<{ amount: number }>(sql`select amount from chain_transaction where key like 'welcome:%'`)

test('the welcome VAL come with the first published listing, and once', async () => {
  const piazza = await anOwnPiazza()
  const { token } = await aRegisteredMember(piazza)
  const publish = async (name: string) => {
    const { body } = await piazza.call('POST', '/api/products', { token, body: {} })
    const { product } = body as { product: { _id: string } }
    await piazza.call('PUT', `/api/products/${product._id}`, { token, body: { name, category: 'Varie' } })
  }
  await publish('Annunci# ancora una bozza')
  expect(await welcomeAmounts(piazza)).toEqual([])
  await publish('Miele')
  expect(await welcomeAmounts(piazza)).toEqual([{ amount: 10_000 }])
  await publish('Cera')
  expect(await welcomeAmounts(piazza)).toHaveLength(1)
})

test('with WELCOME_WHEN=verification the welcome VAL come with it, and not again with a listing', async () => {
  const piazza = await aPiazza({ env: { WELCOME_WHEN: 'verification' } })
  const { token } = await aRegisteredMember(piazza)
  expect(await welcomeAmounts(piazza)).toEqual([{ amount: 10_000 }])
  const { body } = await piazza.call('POST', '/api/products', { token, body: {} })
  const { product } = body as { product: { _id: string } }
  await piazza.call('PUT', `/api/products/${product._id}`, { token, body: { name: 'Miele', category: 'Varie' } })
  expect(await welcomeAmounts(piazza)).toHaveLength(1)
})

test('the mail can be requested again by address, and the answer does not tell whether the address is known', async () => {
  const piazza = await anOwnPiazza()
  await register(piazza)
  const resend = (email: string) => piazza.call('POST', '/api/users/verification', { body: { email } })
  const known = await resend('ROSA@esempio.test')
  const unknown = await resend('nessuno@esempio.test')
  expect(known.status).toBe(200)
  expect({ status: unknown.status, body: unknown.body }).toEqual({ status: 200, body: known.body })
  expect(await mailsTo(piazza.db, form.email)).toHaveLength(2)
  expect(await mailsTo(piazza.db, 'nessuno@esempio.test')).toHaveLength(0)
  for (const email of [form.email, 'nessuno@esempio.test']) {
    await resend(email)
    await resend(email)
    expect((await resend(email)).status).toBe(429)
  }
  await verify(piazza, await linkTo(piazza.db, form.email, 'verification'))
  const sent = (await mailsTo(piazza.db, form.email)).length
  await piazza.db.execute(sql`delete from rate_limit`)
  expect((await resend(form.email)).status).toBe(200)
  expect(await mailsTo(piazza.db, form.email)).toHaveLength(sent)
})

test('registration and verification are recorded in the consent log', async () => {
  const piazza = await anOwnPiazza()
  await register(piazza)
  await verify(piazza, await linkTo(piazza.db, form.email, 'verification'))
  const rows = await piazza.db.query(sql`select purpose, event, text_version from consent order by id`)
  expect(rows).toEqual([
    { purpose: 'privacy', event: 'asked', text_version: PRIVACY_TEXT_VERSION },
    { purpose: 'terms', event: 'confirmed', text_version: '1' },
    { purpose: 'privacy', event: 'confirmed', text_version: PRIVACY_TEXT_VERSION },
  ])
})

test('the admin named in the settings is created at the first start, verified, and not created again', async () => {
  const env = { ADMIN_EMAIL: 'presidente@esempio.test', ADMIN_PASSWORD: 'molto-segreta' }
  const piazza = await aPiazza({ env })
  await aPiazza({ env, db: piazza.db })
  const { status, body } = await signIn(piazza, env.ADMIN_EMAIL, env.ADMIN_PASSWORD)
  expect({ status, body }).toMatchObject({ status: 200, body: { isAdmin: true, verified: true, isSeller: true } })
  expect(await piazza.db.query(sql`select from member`)).toHaveLength(1)
})

test('an admin named in the settings who was deleted or has another address now is not created again', {
  tags: 'slow',
}, async () => {
  const password = 'molto-segreta'
  const startWith = (email: string, db: Database) =>
    aPiazza({ env: { ADMIN_EMAIL: email, ADMIN_PASSWORD: password }, db })
  const db = await aDatabase()
  const piazza = await startWith('presidente@esempio.test', db)
  const other = await piazza.aMember({ isAdmin: true })
  const { body } = await signIn(piazza, 'presidente@esempio.test', password)
  const { _id: id } = body as { _id: string }
  expect((await piazza.call('DELETE', `/api/users/${id}`, { token: other.token })).status).toBe(200)
  const again = await startWith('Presidente@esempio.test', db)
  expect((await signIn(again, 'presidente@esempio.test', password)).status).toBe(401)

  const next = await startWith('segreteria@esempio.test', db)
  expect((await signIn(next, 'segreteria@esempio.test', password)).body).toMatchObject({ isAdmin: true })
  await db.execute(sql`
    update member set email = 'nuova@esempio.test', email_key = 'nuova@esempio.test' where email = 'segreteria@esempio.test'`)
  const renamed = await startWith('segreteria@esempio.test', db)
  expect((await signIn(renamed, 'segreteria@esempio.test', password)).status).toBe(401)
})
