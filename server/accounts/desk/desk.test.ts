import { expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { SCHEDULE } from '#server/tasks.ts'
import { type Card, PERSON, PIN, type Session, withDesk } from '#test/desk-calls.ts'
import { anOwnPiazza, aPiazza } from '#test/fixtures.ts'
import { mailsTo } from '#test/mailbox.ts'
import { SHIPPING_ADDRESS } from '#test/order-calls.ts'

test('the desk registers a person without e-mail, who gets a card, a wallet and no mail', async () => {
  const piazza = await withDesk(await anOwnPiazza())
  const { status, body } = await piazza.register()
  expect(status).toBe(200)
  const { _id, card } = body as Card
  expect(card).toMatch(/^[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}$/)
  const member = await piazza.call('GET', `/api/users/${_id}`, { token: piazza.admin.token })
  expect(member.body).toMatchObject({
    username: 'NONNA RINA',
    email: '',
    verified: true,
    isSeller: true,
    role: 'member',
  })
  expect((member.body as { account: string }).account).toMatch(/^0x/)
  expect(await piazza.db.query(sql`select from mail`)).toEqual([])
  const [stored] = await piazza.db.query<{ text: string }>(sql`select desk_card::text as text from desk_card`)
  expect(stored?.text).not.toContain(PIN)
  expect((await piazza.register()).status).toBe(409)
  expect((await piazza.register({ ...PERSON, username: 'ALTRA', pin: '12' })).status).toBe(422)
  const member2 = await piazza.aMember()
  expect((await piazza.post(member2.token, '/api/desk/members', PERSON)).status).toBe(403)
})

test('with card and PIN the desk publishes and sends requests for the member; every act is in the audit with both ids', async () => {
  const piazza = await withDesk(await anOwnPiazza())
  const { card, session } = await piazza.actWithCard()
  expect(session).toMatchObject({ _id: card._id, actor: piazza.desk.username })
  const { token } = session
  const draft = await piazza.post(token, '/api/products')
  expect(draft.status).toBe(200)
  const { _id: id } = (draft.body as { product: { _id: string } }).product
  const change = { ...(draft.body as { product: object }).product, name: 'Uova', category: 'Cibo' }
  expect((await piazza.call('PUT', `/api/products/${id}`, { token, body: change })).status).toBe(200)
  const fresh = await piazza.call('PUT', `/api/users/upgrade/${card._id}`, { token })
  expect(fresh.body).toMatchObject({ hasAd: true })
  // The new token is still limited to the calls that the desk may make.
  const renewed = (fresh.body as Session).token
  expect((await piazza.call('GET', '/api/privacy/export', { token: renewed })).status).toBe(403)
  const listing = await piazza.aListing()
  const order = { orderItems: [{ product: listing.id, qty: 1 }], shippingAddress: SHIPPING_ADDRESS }
  expect((await piazza.post(renewed, '/api/orders', order)).status).toBe(200)
  const calls = (await piazza.audit())
    .filter(({ action }) => action.startsWith('desk.'))
    .map(({ action, actor, subject, about, details }) => [
      action,
      details.call,
      actor?._id === piazza.desk.id,
      subject === card._id,
      about,
    ])
  const by = [true, true, 'NONNA RINA']
  expect(calls.toReversed()).toEqual([
    ['desk.register', undefined, ...by],
    ['desk.begin', undefined, ...by],
    ['desk.call', 'POST /api/products', ...by],
    ['desk.done', 'POST /api/products', ...by],
    ['desk.call', 'PUT /api/products/:id', ...by],
    ['desk.call', 'PUT /api/users/upgrade/:userId', ...by],
    ['desk.call', 'POST /api/orders', ...by],
    ['desk.done', 'POST /api/orders', ...by],
  ])
  const receipt = await piazza.call('GET', '/api/desk/receipt', { token })
  expect(receipt.body).toMatchObject({ member: 'Rina', volunteer: `Bottega ${piazza.desk.username}` })
  expect(await piazza.actsIn(token)).toEqual([
    'Inizio della sessione',
    'Nuovo annuncio in bozza: «Uova»',
    'Annuncio salvato: «Uova»',
    expect.stringMatching(/^Richiesta inviata: «.+», con Bottega /),
  ])
})

test('the owner is told that a requester from the desk has no e-mail, and never sees the internal address', async () => {
  const piazza = await withDesk(await anOwnPiazza())
  const { card, session } = await piazza.actWithCard()
  await piazza.db.execute(sql`update member set has_ad = true where id = ${card._id}`)
  const seller = await piazza.aMember()
  const { id: product } = await piazza.aListing({ by: seller })
  const sent = await piazza.post(session.token, '/api/orders', {
    orderItems: [{ product, qty: 1 }],
    shippingAddress: SHIPPING_ADDRESS,
  })
  const { order } = sent.body as { order: { _id: string } }
  const [mail] = await mailsTo(piazza.db, seller.email)
  expect(mail?.text).toContain('E-mail: nessuna')
  expect(`${mail?.text}${JSON.stringify(mail?.headers)}`).not.toContain('senza-posta')
  const { body } = await piazza.call('GET', `/api/orders/${order._id}`, { token: seller.token })
  expect(body).toMatchObject({ buyer: { name: 'Rina Bo', email: '' } })
})

test('the desk sees no secret, changes no profile and does not leave for the member', async () => {
  const piazza = await withDesk(await anOwnPiazza())
  const { card, session } = await piazza.actWithCard()
  const { token } = session
  for (const [method, path] of [
    ['POST', `/api/users/${card._id}/secret`],
    ['PUT', '/api/users/profile'],
    ['POST', '/api/privacy/erase'],
    ['GET', '/api/privacy/export'],
    ['POST', '/api/desk/code'],
    ['POST', '/api/desk/sessions'],
    ['POST', '/api/reports'],
    ['PUT', `/api/blocks/${piazza.admin.id}`],
    ['GET', '/api/users'],
  ] as const)
    expect({
      path,
      status: (await piazza.call(method, path, method === 'GET' ? { token } : { token, body: {} })).status,
    }).toEqual({ path, status: 403 })
  const { body } = await piazza.call('GET', `/api/users/${card._id}`, { token })
  expect(body).toMatchObject({ username: 'NONNA RINA' })
  for (const field of ['name', 'surname', 'cf', 'birthday', 'email', 'phone', 'zipCode', 'account'])
    expect(body).not.toHaveProperty(field)
  expect((await piazza.call('GET', '/api/desk/receipt', { token: piazza.desk.token })).status).toBe(404)
})

test('a session of the desk ends with sign-out, after half an hour, and with the role of the volunteer', async () => {
  let now = new Date()
  const piazza = await withDesk(await aPiazza({ clock: () => now }))
  const { card, session } = await piazza.actWithCard()
  const read = (token = session.token) => piazza.call('GET', '/api/orders/mine', { token })
  expect((await read()).status).toBe(200)
  const other = (await piazza.begin({ card: card.card, pin: PIN })).body as Session
  await piazza.post(other.token, '/api/users/signout')
  expect((await read(other.token)).status).toBe(401)
  await piazza.db.execute(sql`update member set role = 'member' where id = ${piazza.desk.id}`)
  expect((await read()).status).toBe(401)
  await piazza.db.execute(sql`update member set role = 'desk' where id = ${piazza.desk.id}`)
  expect((await read()).status).toBe(200)
  now = new Date(now.getTime() + 31 * 60_000)
  expect((await read()).status).toBe(401)
})

test('a session of the desk ends with the session of the volunteer in which it began', async () => {
  const piazza = await withDesk(await anOwnPiazza())
  const { session } = await piazza.actWithCard()
  const read = async () => (await piazza.call('GET', '/api/orders/mine', { token: session.token })).status
  await piazza.post(await piazza.aSession(piazza.desk), '/api/users/signout')
  expect(await read()).toBe(200)
  await piazza.post(piazza.desk.token, '/api/users/signout')
  expect(await read()).toBe(401)
})

test('the desk does not act for itself, for others with a role, or with the volunteer as the other party', async () => {
  const piazza = await withDesk(await anOwnPiazza())
  const { desk, admin } = piazza
  for (const member of [desk, admin]) {
    const { code } = (await piazza.post(member.token, '/api/desk/code')).body as { code: string }
    expect((await piazza.begin({ username: member.username, code })).status).toBe(403)
  }
  const { card, session } = await piazza.actWithCard()
  await piazza.db.execute(sql`update member set has_ad = true where id = ${card._id}`)
  const own = await piazza.aListing({ by: desk })
  const order = { orderItems: [{ product: own.id, qty: 1 }], shippingAddress: SHIPPING_ADDRESS }
  expect((await piazza.post(session.token, '/api/orders', order)).status).toBe(403)
  const { order: received } = await piazza.anOrder({ buyer: desk, seller: { id: card._id, token: session.token } })
  const paid = await piazza.call('PUT', `/api/orders/${received.id}/pay`, { token: session.token, body: {} })
  expect(paid.status).toBe(403)
})

test('the desk writes, asks for and declines nothing with the volunteer as the other party', async () => {
  const piazza = await withDesk(await anOwnPiazza())
  const { desk } = piazza
  const { card, session } = await piazza.actWithCard()
  await piazza.db.execute(
    sql`update member set has_ad = true, account = '0x1', account_key = '\\x00' where id = ${desk.id}`,
  )
  await piazza.db.execute(sql`update member set has_ad = true where id = ${card._id}`)
  const own = await piazza.aListing({ by: desk })
  expect((await piazza.post(session.token, '/api/threads', { listing: own.id })).status).toBe(403)
  const theirs = await piazza.aListing({ by: { id: card._id } })
  const opened = await piazza.post(desk.token, '/api/threads', { listing: theirs.id })
  const path = `/api/threads/${(opened.body as { _id: string })._id}/messages`
  expect((await piazza.post(desk.token, path, { text: 'Sono io' })).status).toBe(200)
  expect((await piazza.post(session.token, path, { text: 'Sono ancora io' })).status).toBe(403)
  const asked = { from: desk.username, amount: 1 }
  expect((await piazza.post(session.token, '/api/wallet/requests', asked)).status).toBe(403)
  const request = await piazza.post(desk.token, '/api/wallet/requests', { from: card.username, amount: 1 })
  const decline = `/api/wallet/requests/${(request.body as { _id: string })._id}/decline`
  expect((await piazza.post(session.token, decline)).status).toBe(403)
  expect(await piazza.actsIn(session.token)).toEqual([
    'Inizio della sessione',
    expect.stringMatching(new RegExp(`^Messaggio inviato: «.+», con Bottega ${desk.username}: non riuscito$`)),
    'VAL chiesti a una persona: non riuscito',
    `Risposta negativa ai VAL chiesti: con Bottega ${desk.username}, 1 VAL: non riuscito`,
  ])
})

test('the card is in the export of its member, without its secrets, and goes with the account', async () => {
  const piazza = await withDesk(await anOwnPiazza())
  const member = await piazza.aMember()
  await piazza.post(member.token, '/api/desk/code')
  const { card } = await piazza.actWithCard()
  await piazza.db.execute(sql`update desk_card set member_id = ${member.id} where member_id = ${card._id}`)
  const { body, text } = await piazza.call('GET', '/api/privacy/export', { token: member.token })
  expect(body).toMatchObject({ deskCard: { createdAt: expect.stringMatching(/^\d{4}-/) } })
  expect(text).not.toContain(card.card)
  expect((await piazza.call('DELETE', `/api/users/${member.id}`, { token: piazza.admin.token })).status).toBe(200)
  expect(await piazza.db.query(sql`select from desk_card`)).toEqual([])
  expect(await piazza.db.query(sql`select from desk_code`)).toEqual([])
  expect((await piazza.begin({ card: card.card, pin: PIN })).status).toBe(403)
})

test('another volunteer gets a weekly mail with what a volunteer did', async () => {
  const piazza = await withDesk(await anOwnPiazza())
  await piazza.actWithCard()
  const second = await piazza.aMember({ role: 'desk' })
  await piazza.db.execute(sql`select graphile_worker.add_job('send-desk-lists', '{}'::json)`)
  await expect.poll(() => mailsTo(piazza.db, second.email), { timeout: 10_000 }).toHaveLength(1)
  const [mail] = await mailsTo(piazza.db, second.email)
  for (const text of [piazza.desk.username, 'NONNA RINA', 'Nuova persona iscritta', 'Inizio della sessione'])
    expect(mail?.text).toContain(text)
  expect(await mailsTo(piazza.db, piazza.desk.email)).toEqual([])
})

const addToAudit = (actor: string, subject: string, at: string) =>
  sql`insert into audit (actor, action, subject, at) values (${actor}, 'desk.card', ${subject}, ${at})`

test('a list that is made late leaves nothing out since the list before', async () => {
  // Due on Monday at 6:00.
  const { db, aMember } = await aPiazza({ clock: () => new Date('2026-05-11T12:00:00Z') })
  const [volunteer, second] = [await aMember({ role: 'desk' }), await aMember({ role: 'desk' })]
  const [before, after] = [await aMember(), await aMember()]
  await db.execute(addToAudit(volunteer.id, before.id, '2026-05-04T05:59:00Z'))
  await db.execute(addToAudit(volunteer.id, after.id, '2026-05-04T06:01:00Z'))
  await db.execute(sql`select graphile_worker.add_job('send-desk-lists', '{}'::json)`)
  await expect.poll(() => mailsTo(db, second.email), { timeout: 10_000 }).toHaveLength(1)
  const [mail] = await mailsTo(db, second.email)
  expect(mail?.text).toContain(after.username)
  expect(mail?.text).not.toContain(before.username)
})

test('a list that was due while the server was closed is sent when it starts', async () => {
  const { db, desk, app, aMember } = await withDesk(await anOwnPiazza())
  const [second, member] = [await aMember({ role: 'desk' }), await aMember()]
  await db.execute(addToAudit(desk.id, member.id, new Date().toISOString()))
  await app.close()
  await db.execute(sql`
    insert into job_schedule (name, slot) values ('send-desk-lists', now() - interval '10 days')
    on conflict (name) do update set slot = excluded.slot`)
  await aPiazza({ db, schedule: SCHEDULE })
  await expect.poll(() => mailsTo(db, second.email), { timeout: 60_000 }).toHaveLength(1)
})

test('no call and no statement changes or deletes the audit', async () => {
  const piazza = await withDesk(await anOwnPiazza())
  await piazza.register()
  for (const statement of [sql`update audit set action = 'x'`, sql`delete from audit`, sql`truncate audit`])
    await expect(piazza.db.execute(statement)).rejects.toThrow('only ever added')
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'])
    expect((await piazza.call(method, '/api/audit', { token: piazza.admin.token })).status).toBe(404)
})
