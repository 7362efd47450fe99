import { expect, test } from 'vitest'
import type { NoticePage } from '#domain/talk/notices.schema.ts'
import { sql } from '#server/platform/db/sql.ts'
import { aPiazza } from '#test/fixtures.ts'
import { mailsTo } from '#test/mailbox.ts'
import { aPiazzaWithChain } from '#test/piazza-with-chain.ts'

const setUp = async (options?: Parameters<typeof aPiazza>[0]) => {
  const piazza = await aPiazza(options)
  const [member, admin] = [await piazza.aMember({ hasAd: true }), await piazza.aMember({ isAdmin: true })]
  const listing = await piazza.aListing({ by: member })
  const suspend = (id: string, body: object, by = admin) =>
    piazza.call('PUT', `/api/users/${id}/suspension`, { token: by.token, body })
  const lift = (id: string) => piazza.call('DELETE', `/api/users/${id}/suspension`, { token: admin.token })
  const isVisible = async () => (await piazza.call('GET', `/api/products/${listing.id}`)).status === 200
  const publish = () => piazza.call('POST', '/api/products', { token: member.token, body: {} })
  return { ...piazza, member, admin, listing, suspend, lift, isVisible, publish }
}

test('a suspended member cannot publish, contact, write or pay and is told why and until when; reading, exporting and leaving go on', async () => {
  const piazza = await setUp()
  const { member } = piazza
  const other = await piazza.aListing()
  const { order } = await piazza.anOrder({ buyer: member })
  expect((await piazza.suspend(member.id, { reason: 'Truffa', until: '2999-01-31' })).status).toBe(200)
  const message = 'Il tuo account è sospeso fino al 31/01/2999 alle 23:59. Motivo: Truffa'
  const { token } = member
  const orderItems = [{ product: other.id, qty: 1 }]
  for (const [method, path, body] of [
    ['POST', '/api/products', {}],
    ['PUT', `/api/products/${piazza.listing.id}`, { name: 'Nuovo', category: 'Varie' }],
    ['POST', '/api/orders', { orderItems }],
    ['POST', '/api/payment', { account: '0x0', item: orderItems }],
    ['POST', `/api/orders/${order.id}/transfer`, {}],
    ['POST', '/api/orders/mailing', { order: order.id, emailBody: 'Ehi' }],
    ['POST', '/api/orders/notifications/', { _id: order.id }],
    ['POST', `/api/products/${other.id}/reviews`, { rating: 1, comment: 'Male' }],
    ['POST', `/api/users/${member.id}/secret`, { password: 'x' }],
  ] as const)
    expect({ path, ...(await piazza.call(method, path, { token, body })) }).toMatchObject({
      path,
      status: 403,
      body: { message },
    })
  for (const path of [
    '/api/privacy/export',
    '/api/orders/mine',
    `/api/products/${other.id}`,
    `/api/users/${member.id}`,
  ])
    expect((await piazza.call('GET', path, { token })).status).toBe(200)
  expect((await piazza.call('POST', `/api/orders/${order.id}/cancel`, { token, body: {} })).status).toBe(200)
  expect((await piazza.call('POST', '/api/users/signout', { token, body: {} })).status).toBe(200)
})

test('a suspended member reads threads, and writes only about a request in which VAL have moved and that has not ended', async () => {
  const piazza = await aPiazzaWithChain()
  const { buyer, seller, listing, item } = await piazza.aFundedBuyerAndListing()
  const admin = await piazza.aMember({ isAdmin: true })
  const post = (path: string, body: object) => piazza.call('POST', path, { token: buyer.token, body })
  const open = async (about: object) => (await post('/api/threads', about)).body as { _id: string; message: string }
  const write = (id: string) => post(`/api/threads/${id}/messages`, { text: 'Ci sei?' })
  const [{ order: paid }, { order: unpaid }] = [await piazza.place(buyer, [item]), await piazza.place(buyer, [item])]
  await piazza.step(seller, 'accept', paid._id)
  expect((await piazza.transfer(buyer, paid._id)).http).toBe(200)
  const question = await open({ listing: listing.id })
  await write(question._id)
  const body = { reason: 'Truffa', until: '2999-01-31' }
  const suspended = await piazza.call('PUT', `/api/users/${buyer.id}/suspension`, { token: admin.token, body })
  expect(suspended.status).toBe(200)

  const message = 'Il tuo account è sospeso fino al 31/01/2999 alle 23:59. Motivo: Truffa'
  const refused = { status: 403, body: { message } }
  const [ofPaid, ofUnpaid] = [await open({ order: paid._id }), await open({ order: unpaid._id })]
  expect(await open({ listing: listing.id })).toEqual(question)
  expect((await open({ listing: (await piazza.aListing()).id })).message).toBe(message)
  for (const { _id } of [question, ofPaid, ofUnpaid])
    expect((await piazza.call('GET', `/api/threads/${_id}`, { token: buyer.token })).status).toBe(200)
  for (const { _id } of [question, ofUnpaid]) expect(await write(_id)).toMatchObject(refused)
  expect((await write(ofPaid._id)).status).toBe(200)
  const read = async (id: string, { token }: { token: string }) =>
    (await piazza.call('GET', `/api/threads/${id}`, { token })).body
  expect(await read(ofPaid._id, buyer)).toMatchObject({ canWrite: true, note: null })
  expect(await read(ofPaid._id, seller)).toMatchObject({ canWrite: true, note: null })
  expect(await read(ofUnpaid._id, buyer)).toMatchObject({ canWrite: false, note: 'ownSuspension' })
  expect(await read(ofUnpaid._id, seller)).toMatchObject({ canWrite: true, note: 'suspended' })
  const { body: seen } = await piazza.call('GET', `/api/orders/${paid._id}`, { token: seller.token })
  expect(seen).toMatchObject({ suspended: [{ member: buyer.id, until: '2999-01-31T22:59:00.000Z' }] })
  const answered = await piazza.call('POST', `/api/threads/${ofPaid._id}/messages`, {
    token: seller.token,
    body: { text: 'Eccomi' },
  })
  expect(answered.status).toBe(200)
  await piazza.step(seller, 'pay', paid._id)
  expect((await write(ofPaid._id)).status).toBe(200)
  await piazza.step(buyer, 'deliver', paid._id)
  expect(await write(ofPaid._id)).toMatchObject(refused)
})

test('listings and the seller’s page of a suspended member are hidden from others, and come back', async () => {
  const piazza = await setUp()
  const { member, listing } = piazza
  await piazza.suspend(member.id, { reason: 'Truffa' })
  expect(await piazza.isVisible()).toBe(false)
  expect((await piazza.call('GET', `/api/users/${member.id}`)).status).toBe(404)
  expect((await piazza.call('GET', `/api/products/${listing.id}`, { token: member.token })).status).toBe(200)
  const [mail] = await mailsTo(piazza.db, member.email)
  for (const text of ['sospeso senza scadenza', 'Truffa', 'ricorso']) expect(mail?.text).toContain(text)
  expect((await piazza.lift(member.id)).status).toBe(200)
  expect((await piazza.lift(member.id)).status).toBe(409)
  expect(await piazza.isVisible()).toBe(true)
  expect((await piazza.publish()).status).toBe(200)
  expect((await mailsTo(piazza.db, member.email)).at(-1)?.subject).toContain('non è più sospeso')
})

test('a suspension ends by itself', async () => {
  let now = new Date()
  const piazza = await setUp({ clock: () => now })
  const until = new Date(now.getTime() + 60 * 60_000)
  await piazza.suspend(piazza.member.id, { reason: 'Truffa', until: until.toISOString() })
  expect((await piazza.publish()).status).toBe(403)
  now = until
  expect((await piazza.publish()).status).toBe(200)
  await piazza.db.execute(sql`select graphile_worker.add_job('end-suspensions', '{}'::json)`)
  await expect.poll(piazza.isVisible, { timeout: 10_000 }).toBe(true)
})

test('admins are not suspended, and only admins suspend', async () => {
  const piazza = await setUp()
  expect((await piazza.suspend(piazza.admin.id, { reason: 'x' })).status).toBe(409)
  expect((await piazza.suspend(piazza.member.id, { reason: ' ' })).status).toBe(422)
  expect((await piazza.suspend(piazza.member.id, { reason: 'x', until: '2001-01-01' })).status).toBe(422)
  const moderator = await piazza.aMember({ role: 'moderator' })
  expect((await piazza.suspend(piazza.member.id, { reason: 'x' }, moderator)).status).toBe(403)
  expect((await piazza.suspend('01a1dd19-6ac6-7e41-9831-b41830232d98', { reason: 'x' })).status).toBe(404)
})

test('a suspended moderator loses the role until the suspension ends', async () => {
  const piazza = await setUp()
  const moderator = await piazza.aMember({ role: 'moderator' })
  const read = () => piazza.call('GET', '/api/reports', { token: moderator.token })
  expect((await read()).status).toBe(200)
  await piazza.suspend(moderator.id, { reason: 'x' })
  expect((await read()).status).toBe(403)
})

test('roles and isAdmin agree, and the last admin stays', async () => {
  const piazza = await setUp({})
  const { member, admin } = piazza
  const edit = (id: string, body: object) => piazza.call('PUT', `/api/users/${id}`, { token: admin.token, body })
  expect(await edit(member.id, { role: 'moderator' })).toMatchObject({ body: { role: 'moderator', isAdmin: false } })
  expect(await edit(member.id, { role: 'admin' })).toMatchObject({ body: { role: 'admin', isAdmin: true } })
  expect(await edit(member.id, { isAdmin: false })).toMatchObject({ body: { role: 'member', isAdmin: false } })
  expect(await edit(member.id, { isAdmin: true, role: 'member' })).toMatchObject({ body: { role: 'admin' } })
  expect(await edit(member.id, { isAdmin: true, role: 'desk' })).toMatchObject({
    body: { role: 'desk', isAdmin: false },
  })
  expect((await edit(member.id, { role: 'king' })).status).toBe(422)
  expect((await edit(admin.id, { role: 'member' })).status).toBe(409)
  expect((await edit(admin.id, { isAdmin: false })).status).toBe(409)
})

test('suspensions are told as their own kind of notice, and mailed', async () => {
  const piazza = await setUp()
  const { member } = piazza
  const { token } = member
  await piazza.suspend(member.id, { reason: 'Truffa' })
  await piazza.lift(member.id)
  expect(await mailsTo(piazza.db, member.email)).toHaveLength(2)
  const { body } = await piazza.call('GET', '/api/notices', { token })
  expect((body as NoticePage).notices.map(({ kind }) => kind)).toEqual(['suspension', 'suspension'])
})

test('the decision to suspend an unverified member has the username', async () => {
  const piazza = await setUp()
  const member = await piazza.aMember({ verified: false })
  expect((await piazza.suspend(member.id, { reason: 'Truffa' })).status).toBe(200)
  expect(await piazza.db.query(sql`select title from decision where subject_id = ${member.id}`)).toEqual([
    { title: member.username },
  ])
})

test('a suspended member is told on every page until when and why, with the decision to object to', async () => {
  let now = new Date()
  const piazza = await setUp({ clock: () => now })
  const { member, admin } = piazza
  const summary = async ({ token }: { token: string }) =>
    (await piazza.call('GET', '/api/notices/unseen', { token })).body as { suspension?: { decision: string } }
  expect((await summary(member)).suspension).toBeUndefined()
  const until = new Date(now.getTime() + 60 * 60_000).toISOString()
  const { body } = await piazza.suspend(member.id, { reason: 'Truffa', until })
  const decision = (body as { decision: { _id: string } }).decision._id
  expect((await summary(member)).suspension).toEqual({ until, reason: 'Truffa', decision })
  const objection = { token: member.token, body: { text: 'Non è vero' } }
  expect((await piazza.call('POST', `/api/decisions/${decision}/objection`, objection)).status).toBe(200)
  expect((await summary(admin)).suspension).toBeUndefined()
  now = new Date(until)
  expect((await summary(member)).suspension).toBeUndefined()
})
