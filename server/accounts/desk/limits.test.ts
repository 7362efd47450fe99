import { expect, test } from 'vitest'
import { dailySumMessage } from '#domain/accounts/desk.ts'
import type { AssociationSettings } from '#domain/association/settings.schema.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Card, PERSON, PIN, type Session, withDesk } from '#test/desk-calls.ts'
import { aPiazza } from '#test/fixtures.ts'
import { mailsTo } from '#test/mailbox.ts'
import { anOwnPiazzaWithChain, aPiazzaWithChain } from '#test/piazza-with-chain.ts'

test('a member who is present lets the desk act with a one-time code, from the own session or from the mail', async () => {
  const piazza = await withDesk(await aPiazza())
  const { desk } = piazza
  const member = await piazza.aMember()
  const own = (await piazza.post(member.token, '/api/desk/code')).body as { code: string }
  expect(own.code).toMatch(/^\d{8}$/)
  const { username } = member
  expect((await piazza.begin({ username, code: '00000000' })).status).toBe(403)
  expect((await piazza.begin({ username, code: own.code })).status).toBe(200)
  expect((await piazza.begin({ username, code: own.code })).status).toBe(403)
  expect((await piazza.post(desk.token, '/api/desk/codes', { username })).status).toBe(200)
  const [mail] = await mailsTo(piazza.db, member.email)
  expect(mail?.text).toContain(desk.username)
  const code = /codice: (\d{8})/.exec(mail?.text ?? '')?.[1] ?? ''
  expect((await piazza.begin({ username, code })).status).toBe(200)
  // Signing out ends only the session of the desk, not the member's own sessions.
  const { code: last } = (await piazza.post(member.token, '/api/desk/code')).body as { code: string }
  const session = (await piazza.begin({ username, code: last })).body as Session
  expect((await piazza.post(session.token, '/api/users/signout', { everywhere: true })).status).toBe(200)
  expect((await piazza.call('GET', '/api/notices', { token: session.token })).status).toBe(401)
  expect((await piazza.call('GET', '/api/notices', { token: member.token })).status).toBe(200)
  // Five wrong attempts invalidate the code.
  const next = (await piazza.post(member.token, '/api/desk/code')).body as { code: string }
  for (let time = 0; time < 5; time++) await piazza.begin({ username, code: '00000000' })
  expect((await piazza.begin({ username, code: next.code })).status).toBe(403)
})

test('five wrong PINs lock a card until an admin gives a new one', async () => {
  const piazza = await withDesk(await aPiazza())
  const { card, _id } = (await piazza.register()).body as Card
  for (let time = 0; time < 5; time++) expect((await piazza.begin({ card, pin: '000000' })).status).toBe(403)
  expect((await piazza.begin({ card, pin: PIN })).status).toBe(403)
  const replace = (token: string) =>
    piazza.call('PUT', `/api/desk/members/${_id}/card`, { token, body: { pin: '271828' } })
  expect((await replace(piazza.desk.token)).status).toBe(403)
  const fresh = (await replace(piazza.admin.token)).body as Card
  expect((await piazza.begin({ card, pin: '271828' })).status).toBe(403)
  expect((await piazza.begin({ card: fresh.card.toLowerCase(), pin: '271828' })).status).toBe(200)
})

test('above the sum of the day the desk pays nothing more for the member, in any way, until the next day', async () => {
  const piazza = await withDesk(await anOwnPiazzaWithChain())
  const { card, session } = await piazza.actWithCard()
  const { account } = (await piazza.call('GET', `/api/users/${card._id}`, { token: piazza.admin.token })).body as {
    account: string
  }
  await piazza.db.execute(sql`update member set has_ad = true where id = ${card._id}`)
  await piazza.give(account, 200_00)
  const shop = await piazza.aMemberWithWallet(0)
  const by = { id: card._id, token: session.token }
  const send = (amount: number, token = session.token) =>
    piazza.post(token, '/api/wallet/transfers', { to: shop.username, amount })
  expect([200, 202]).toContain((await send(30)).status)
  const listing = await piazza.aListing({ by: shop, priceVal: 20_01, stock: 3 })
  const { order } = await piazza.place(by, [{ product: listing.id, qty: 1 }])
  await piazza.step(shop, 'accept', order._id)
  const asked = await piazza.post(shop.token, '/api/wallet/requests', { from: card.username, amount: 20.01 })
  const refused = { status: 403, body: { message: dailySumMessage(50) } }
  expect(await send(20.01)).toMatchObject(refused)
  const item = [{ product: listing.id, qty: 1 }]
  expect(await piazza.post(session.token, '/api/payment', { account, item })).toMatchObject(refused)
  expect(await piazza.post(session.token, `/api/orders/${order._id}/transfer`)).toMatchObject(refused)
  const pay = `/api/wallet/requests/${(asked.body as { _id: string })._id}/pay`
  expect(await piazza.post(session.token, pay)).toMatchObject(refused)
  expect(await piazza.transfers(account)).toMatchObject([{ amount: 30_00 }])
  const acts = await piazza.actsIn(session.token)
  expect(acts.filter((text) => text.startsWith('Pagati'))).toEqual([`Pagati 30 VAL a Bottega ${shop.username}`])
  expect(acts.filter((text) => text.endsWith('non riuscito'))).toHaveLength(4)
  // Of two concurrent payments that together exceed the daily limit, one is refused.
  const both = await Promise.all([send(20), send(20)])
  expect(both.filter(({ status }) => status === 403)).toHaveLength(1)
  // Two days, because a day may have 25 hours.
  await piazza.db.execute(sql`alter table audit disable trigger audit_append_only`)
  await piazza.db.execute(sql`update audit set at = at - interval '2 days'`)
  const next = (await piazza.begin({ card: card.card, pin: PIN })).body as Session
  expect([200, 202]).toContain((await send(20.01, next.token)).status)
})

test('where the desk pays nothing, the mail asks for no consent to pay, and a payment is refused', async () => {
  const piazza = await withDesk(await anOwnPiazzaWithChain())
  const { token } = piazza.admin
  const settings = (await piazza.call('GET', '/api/settings', { token })).body as AssociationSettings
  const body = { ...settings, limits: { ...settings.limits, deskDailySum: 0 } }
  expect((await piazza.call('PUT', '/api/settings', { token, body })).status).toBe(200)
  const member = await piazza.aMemberWithWallet(10_00)
  const { username } = member
  await piazza.post(piazza.desk.token, '/api/desk/codes', { username })
  const [mail] = await mailsTo(piazza.db, member.email)
  expect(mail?.text).toContain('per conto tuo: pubblicare annunci e rispondere.')
  const code = /codice: (\d{8})/.exec(mail?.text ?? '')?.[1] ?? ''
  const session = (await piazza.begin({ username, code })).body as Session
  const payment = { to: (await piazza.aMemberWithWallet(0)).username, amount: 1 }
  expect(await piazza.post(session.token, '/api/wallet/transfers', payment)).toMatchObject({
    status: 403,
    body: { message: 'Qui lo sportello non può pagare per conto di altre persone.' },
  })
})

test('for a payment at the desk no password is asked, whatever its sum', async () => {
  const piazza = await withDesk(await aPiazzaWithChain({ env: { TRANSFER_PASSWORD_ABOVE: '10' } }))
  const { card, session } = await piazza.actWithCard()
  const { account } = (await piazza.call('GET', `/api/users/${card._id}`, { token: piazza.admin.token })).body as {
    account: string
  }
  await piazza.give(account, 100_00)
  const shop = await piazza.aMemberWithWallet(0)
  for (const amount of [30, 1]) {
    const { status } = await piazza.post(session.token, '/api/wallet/transfers', { to: shop.username, amount })
    expect([200, 202]).toContain(status)
  }
  await expect.poll(() => piazza.chain.balanceOf(shop.account), { timeout: 50_000 }).toBe(31_00)
  const acts = await piazza.actsIn(session.token)
  expect(acts.filter((text) => text.startsWith('Pagat'))).toEqual([
    `Pagati 30 VAL a Bottega ${shop.username}`,
    `Pagato 1 VAL a Bottega ${shop.username}`,
  ])
})

test('a payment that failed is marked on the receipt and does not count for the sum of the day', async () => {
  const piazza = await withDesk(await aPiazzaWithChain())
  const { card, session } = await piazza.actWithCard()
  const { account } = (await piazza.call('GET', `/api/users/${card._id}`, { token: piazza.admin.token })).body as {
    account: string
  }
  await piazza.give(account, 200_00)
  const shop = await piazza.aMemberWithWallet(0)
  const send = async () =>
    (await piazza.post(session.token, '/api/wallet/transfers', { to: shop.username, amount: 30 })).status
  expect([200, 202]).toContain(await send())
  const isFinal = async () => (await piazza.transfers(account))[0]?.state
  await expect.poll(isFinal, { timeout: 50_000 }).toBe('confirmed')
  await piazza.db.execute(sql`
    update chain_transaction set state = 'failed', failure = 'Non ci sono abbastanza VAL.', place = null, mined_at = null
    where sender = ${account}`)
  expect([200, 202]).toContain(await send())
  expect(await send()).toBe(403)
  const paid = (await piazza.actsIn(session.token)).filter((text) => text.startsWith('Pagati'))
  const text = `Pagati 30 VAL a Bottega ${shop.username}`
  expect(paid).toEqual([`${text}: non riuscito`, text])
})

test('a code begins one session, five wrong ones at once void it, and sessions and mails are limited', async () => {
  const piazza = await withDesk(await aPiazza())
  const member = await piazza.aMember()
  const { username } = member
  const { code } = (await piazza.post(member.token, '/api/desk/code')).body as { code: string }
  const same = await Promise.all(Array.from({ length: 4 }, () => piazza.begin({ username, code })))
  expect(same.filter(({ status }) => status === 200)).toHaveLength(1)
  const next = (await piazza.post(member.token, '/api/desk/code')).body as { code: string }
  await Promise.all(Array.from({ length: 5 }, (_, time) => piazza.begin({ username, code: `0000000${time}` })))
  expect((await piazza.begin({ username, code: next.code })).status).toBe(403)
  const statuses = new Set<number>()
  for (let time = 0; time < 60; time++) statuses.add((await piazza.begin({ username, code: '1' })).status)
  expect(statuses).toEqual(new Set([403, 429]))
  const codes: number[] = []
  for (let time = 0; time < 6; time++)
    codes.push((await piazza.post(piazza.desk.token, '/api/desk/codes', { username })).status)
  expect(codes).toEqual([200, 200, 200, 200, 200, 429])
})

test('a volunteer can register 40 people a day', { tags: 'slow' }, async () => {
  const piazza = await withDesk(await aPiazza())
  const statuses: number[] = []
  // A PIN that is too short is refused before the rate limit counts the request.
  expect((await piazza.register({ ...PERSON, pin: '1' })).status).toBe(422)
  for (let time = 0; time < 41; time++)
    statuses.push((await piazza.register({ ...PERSON, username: `PERSONA ${time}` })).status)
  expect(statuses).toEqual([...Array(40).fill(200), 429])
})
