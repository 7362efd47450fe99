import { expect, test } from 'vitest'
import type { AssociationSettings } from '#domain/association/settings.schema.ts'
import { SETTINGS_MESSAGES } from '#domain/association/settings.ts'
import { nearestLegible } from '#domain/base/colours.ts'
import type { NoticePage } from '#domain/talk/notices.schema.ts'
import { sql } from '#server/platform/db/sql.ts'
import { aDatabase } from '#test/database.ts'
import { aPiazza } from '#test/fixtures.ts'
import { mailsTo } from '#test/mailbox.ts'
import { aBuyerAndListing, orderCalls } from '#test/order-calls.ts'
import { aPictureFile, sendPicture } from '#test/pictures.ts'

const MAX_STALE_MS = 2_000
const MARKUP = '<img src=x onerror=alert(1)> & "Figli"'
const ESCAPED = '&lt;img src=x onerror=alert(1)&gt; &amp; &quot;Figli&quot;'

type Options = Parameters<typeof aPiazza>[0]

const setUp = async (options: Options = {}) => {
  const piazza = await aPiazza(options)
  const admin = await piazza.aMember({ isAdmin: true })
  const read = async (token = admin.token) =>
    (await piazza.call('GET', '/api/settings', { token })).body as AssociationSettings
  const save = async (change: Partial<AssociationSettings>, token = admin.token) => {
    const { status, body } = await piazza.call('PUT', '/api/settings', {
      token,
      body: { ...(await read()), ...change },
    })
    return { status, settings: body as AssociationSettings, message: (body as { message?: string }).message }
  }
  return { ...piazza, admin, read, save }
}

test('the first values come from the environment, and an admin’s replace them whole', async () => {
  const piazza = await setUp({ env: { ASSOCIATION_NAME: 'Borgo Vivo', WELCOME_VAL: '7' } })
  const first = await piazza.read()
  expect(first).toMatchObject({ version: 1, name: 'Borgo Vivo', welcome: { val: 7, when: 'listing' } })
  const { status, settings } = await piazza.save({ name: '  Borgo   Nuovo ', banner: 'Benvenuti in piazza' })
  expect(status).toBe(200)
  expect(settings).toEqual({ ...first, version: 2, name: 'Borgo Nuovo', banner: 'Benvenuti in piazza' })
  expect(await piazza.read()).toEqual(settings)
  const audit = await piazza.call('GET', '/api/audit', { token: piazza.admin.token })
  expect(audit.body).toMatchObject({
    entries: [{ action: 'settings.write', details: { version: '2', fields: ['name', 'banner'] } }],
  })
  const another = await aPiazza({ db: piazza.db, env: { ASSOCIATION_NAME: 'Un altro nome' } })
  expect((await another.call('GET', '/api/settings', { token: piazza.admin.token })).body).toEqual(settings)
})

test('of two admins who save the same version the second is told, and nothing of the first is lost', async () => {
  const piazza = await setUp()
  const read = await piazza.read()
  expect((await piazza.save({ name: 'Primo' })).status).toBe(200)
  const second = await piazza.save({ ...read, banner: 'Secondo' })
  expect(second).toMatchObject({ status: 409, message: SETTINGS_MESSAGES.stale })
  expect(await piazza.read()).toMatchObject({ version: 2, name: 'Primo', banner: read.banner })
  const { version } = await piazza.read()
  const names = ['Anna', 'Bruno', 'Carla', 'Dino']
  const saved = await Promise.all(names.map((name) => piazza.save({ name, version })))
  expect(saved.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  expect((await piazza.read()).name).toBe(saved.find(({ status }) => status === 200)?.settings.name)
})

test('settings saved on one instance of the server apply on all instances: manifest, feeds, mails, limits', async () => {
  const db = await aDatabase()
  const env = { CACHE_MB: '8', RATE_LIMITS: 'on' }
  const first = await setUp({ db, env })
  const instances = [first, await aPiazza({ db, env }), await aPiazza({ db, env })]
  const { limits, strip, colours } = await first.read()
  const colour = { ...colours, primary: '#5a1a5a' }
  const changed = await first.save({
    name: 'Piazza Nuova',
    colours: colour,
    strip: { ...strip, text: 'Domenica la festa dei VAL.' },
    limits: { ...limits, requestsPerDay: 1 },
  })
  expect(changed.status).toBe(200)
  for (const instance of instances) {
    const manifest = async () => (await instance.call('GET', '/manifest.webmanifest')).body
    await expect.poll(manifest, { timeout: MAX_STALE_MS }).toMatchObject({ name: 'Piazza · Piazza Nuova' })
    expect(await manifest()).toMatchObject({ theme_color: '#531853' })
    expect((await instance.call('GET', '/feed/offro.xml')).text).toContain('Piazza Nuova')
    expect((await instance.call('GET', '/api/pages/contact')).text).toContain('Piazza Nuova')
    const email = `nuova-${instances.indexOf(instance)}@esempio.test`
    await instance.call('POST', '/api/users/newsletter', { body: { name: 'Rosa', email } })
    const [mail] = await mailsTo(db, email)
    expect(mail?.subject).toContain('Piazza Nuova')
    expect(mail?.html).toContain('background:#5a1a5a')
    const { buyer, item } = await aBuyerAndListing(instance)
    const other = await aBuyerAndListing(instance)
    expect((await orderCalls(instance).place(buyer, [item])).status).toBe(200)
    expect((await orderCalls(instance).place(buyer, [other.item])).status).toBe(429)
  }
})

test('a colour with which texts are hard to read is refused with the nearest that is legible', async () => {
  const piazza = await setUp()
  const { colours } = await piazza.read()
  const roles = { primary: '#ffff00', accent: '#FFA500', primaryDark: '#202020', accentDark: '#800000' } as const
  for (const [role, colour] of Object.entries(roles) as [keyof typeof roles, string][]) {
    const { status, message } = await piazza.save({ colours: { ...colours, [role]: colour } })
    const nearest = nearestLegible(role, colour.toLowerCase())
    expect(status).toBe(422)
    expect(message).toMatch(new RegExp(`^Colore .*Il più vicino che va bene è ${nearest}\\.$`))
    expect((await piazza.save({ colours: { ...colours, [role]: nearest } })).status).toBe(200)
    await piazza.save({ colours })
  }
  expect((await piazza.save({ colours: { ...colours, primary: 'red;}' } })).status).toBe(422)
  const css = await piazza.call('GET', '/theme/5a1a5a-a03a17-93cda9-f2a781.css')
  expect(css.headers.get('content-type')).toContain('text/css')
  expect(css.text).toContain('--forest:#5a1a5a')
  expect((await piazza.call('GET', '/theme/5a1a5a;}-a03a17-93cda9-f2a781.css')).status).toBe(404)
})

test('a logo must be a picture that an admin has uploaded, and is marked as in use until it is replaced', async () => {
  const piazza = await setUp()
  const notAPicture = await sendPicture(piazza.origin, piazza.admin.token, Buffer.from('<svg onload=alert(1)>'))
  expect(notAPicture.status).toBe(415)
  for (const logo of ['https://altrove.example/logo.png', '/uploads/niente-1200.webp', 'javascript:alert(1)'])
    expect(await piazza.save({ logo })).toMatchObject({ status: 422, message: SETTINGS_MESSAGES.pictureNotUploaded })
  const upload = async (token: string) =>
    (await sendPicture(piazza.origin, token, await aPictureFile({ format: 'png' }))).text.replaceAll('"', '')
  const member = await piazza.aMember()
  expect((await piazza.save({ logo: await upload(member.token) })).status).toBe(422)
  const [logo, partnerLogo] = [await upload(piazza.admin.token), await upload(piazza.admin.token)]
  const partners = [{ name: 'Emporio', url: 'https://emporio.example', logo: partnerLogo }]
  expect((await piazza.save({ logo, partners })).status).toBe(200)
  expect((await piazza.call('GET', '/feed/offro.xml')).text).toContain(`<logo>http://localhost:3000${logo}</logo>`)
  const inUse = async () =>
    (await piazza.db.query<{ url: string }>(sql`select url from upload where in_settings order by url`)).map(
      ({ url }) => url,
    )
  expect(await inUse()).toEqual([logo, partnerLogo].toSorted())
  // When another admin saves, the logo stays in use.
  const colleague = await piazza.aMember({ isAdmin: true })
  expect((await piazza.save({ partners: [], banner: 'Altro' }, colleague.token)).status).toBe(200)
  expect(await inUse()).toEqual([logo])
  expect((await piazza.save({ logo: '' })).status).toBe(200)
  expect(await inUse()).toEqual([])
})

test('texts are text: markup is inert in mails and feeds, and links lead only to web sites', async () => {
  const piazza = await setUp()
  expect((await piazza.save({ name: MARKUP })).status).toBe(200)
  await piazza.call('POST', '/api/users/newsletter', { body: { name: 'Rosa', email: 'rosa@esempio.test' } })
  const [mail] = await mailsTo(piazza.db, 'rosa@esempio.test')
  expect(mail?.html).toContain(ESCAPED)
  expect(mail?.html).not.toContain('<img')
  expect((await piazza.call('GET', '/feed/offro.xml')).text).not.toContain('<img')
  expect(((await piazza.call('GET', '/manifest.webmanifest')).body as { name: string }).name).toContain(MARKUP)
  const { strip, contacts } = await piazza.read()
  expect((await piazza.save({ url: 'javascript:alert(1)' })).status).toBe(422)
  expect((await piazza.save({ strip: { ...strip, url: 'data:text/html,x' } })).status).toBe(422)
  expect((await piazza.save({ contacts: { ...contacts, email: 'nessuno' } })).status).toBe(422)
  expect((await piazza.save({ banner: 'Una riga\u202econ verso girato' })).status).toBe(422)
  expect((await piazza.save({ banner: '' })).status).toBe(422)
})

test('impossible limits and welcome VAL are refused, and new members get the welcome VAL of the settings', async () => {
  const piazza = await setUp({ env: { WELCOME_VAL: '0' } })
  const { limits } = await piazza.read()
  for (const wrong of [{ requestsPerDay: 0 }, { deskDailySum: -1 }, { messagesPerDay: 1.5 }])
    expect((await piazza.save({ limits: { ...limits, ...wrong } })).status).toBe(422)
  expect((await piazza.save({ welcome: { val: -5, when: 'listing' } })).status).toBe(422)
  expect((await piazza.save({ welcome: { val: 12.5, when: 'verification' } })).status).toBe(200)
  const body = { username: 'NUOVA', email: 'nuova@esempio.test', password: 'una-password' }
  await piazza.call('POST', '/api/users/register', { body })
  const [mail] = await mailsTo(piazza.db, body.email)
  const link = /\/verification\/([\w-]+)/.exec(mail?.text ?? '')?.[1]
  await piazza.call('POST', `/api/users/verification/${link}`)
  const gifts = await piazza.db.query<{ amount: number }>(
    sql`select amount from chain_transaction where key like 'welcome:%'`,
  )
  expect(gifts).toEqual([{ amount: 12_50 }])
})

test('the other admins are told who changed what one may give alone from the treasury', async () => {
  const piazza = await setUp()
  const other = await piazza.aMember({ isAdmin: true })
  const { limits } = await piazza.read()
  const told = async ({ token }: { token: string }) =>
    ((await piazza.call('GET', '/api/notices', { token })).body as NoticePage).notices.map(({ text }) => text)
  await piazza.save({ limits: { ...limits, deskDailySum: limits.deskDailySum + 1 } })
  expect(await told(other)).toEqual([])
  await piazza.save({ limits: { ...limits, giftSecondYesAbove: 50_000 } })
  expect(await told(other)).toEqual([
    `Bottega ${piazza.admin.username} ha cambiato i limiti dei regali della tesoreria: serve un secondo sì oltre 50.000 VAL, non più oltre 1.000 VAL.`,
  ])
  expect(await told(piazza.admin)).toEqual([])
})
