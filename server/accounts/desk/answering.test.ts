import { expect, test } from 'vitest'
import type { DeskNews, DeskReceipt } from '#domain/accounts/desk.schema.ts'
import { PIN_TRIVIAL } from '#domain/accounts/pins.ts'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import type { NoticePage } from '#domain/talk/notices.schema.ts'
import type { ThreadView } from '#domain/talk/threads.schema.ts'
import { sql } from '#server/platform/db/sql.ts'
import { PERSON, PIN, type Session, withDesk } from '#test/desk-calls.ts'
import { anOwnPiazza } from '#test/fixtures.ts'
import { mailsTo } from '#test/mailbox.ts'
import { SHIPPING_ADDRESS } from '#test/order-calls.ts'
import { anOwnPiazzaWithChain } from '#test/piazza-with-chain.ts'

const PHONE = '011 555 1234'

/** A person without e-mail who offers eggs, and a member who asks for them. */
const withRina = async () => {
  const piazza = await withDesk(await anOwnPiazza())
  const { body } = await piazza.register({ ...PERSON, phone: PHONE })
  const rina = body as { _id: string; username: string; card: string }
  await piazza.db.execute(sql`update member set has_ad = true where id = ${rina._id}`)
  const bruno = await piazza.aMember({ hasAd: true })
  const eggs = await piazza.aListing({ by: { id: rina._id }, name: 'Uova', stock: 5 })
  const { body: sent } = await piazza.post(bruno.token, '/api/orders', {
    orderItems: [{ product: eggs.id, qty: 1 }],
    shippingAddress: SHIPPING_ADDRESS,
  })
  const { order } = sent as { order: OrderView }
  const news = async () => (await piazza.call('GET', '/api/desk/news', { token: piazza.desk.token })).body as DeskNews
  const act = async () => (await piazza.begin({ card: rina.card, pin: PIN })).body as Session
  return { ...piazza, rina, bruno, order, news, act }
}

test('a PIN that is easily guessed is refused with a clear sentence, for a new person and a new card', async () => {
  const { register, call, admin, rina } = await withRina()
  for (const pin of ['123456', '000000', '121212', '150384', '198400']) {
    const refused = { status: 422, body: { message: PIN_TRIVIAL, errors: { pin: PIN_TRIVIAL } } }
    expect(await register({ ...PERSON, username: 'ALTRA', pin })).toMatchObject(refused)
    const path = `/api/desk/members/${rina._id}/card`
    expect(await call('PUT', path, { token: admin.token, body: { pin } })).toMatchObject(refused)
  }
})

test('the other party reads that a person without e-mail answers at the desk, and her telephone', async () => {
  const { call, bruno, rina, order, aMember, anOrder, post, db } = await withRina()
  const { body } = await call('GET', `/api/orders/${order._id}`, { token: bruno.token })
  expect(body).toMatchObject({ atDesk: [rina._id], ownerPhone: PHONE })
  const { body: listed } = await call('GET', '/api/orders/mine', { token: bruno.token })
  expect(listed).toMatchObject([{ atDesk: [rina._id], ownerPhone: '' }])
  const { body: opened } = await post(bruno.token, '/api/threads', { order: order._id })
  const thread = await call('GET', `/api/threads/${(opened as { _id: string })._id}`, { token: bruno.token })
  expect((thread.body as ThreadView).note).toBe('atDesk')
  const reminded = await post(bruno.token, '/api/orders/notifications/', { _id: order._id })
  expect(reminded.body).toEqual({ resp_code: 0, byDesk: true })
  // The telephone of an owner with e-mail stays private.
  const owner = await aMember()
  await db.execute(sql`update member set phone = ${PHONE} where id = ${owner.id}`)
  const { order: other } = await anOrder({ buyer: bruno, seller: owner })
  const { body: ofOther } = await call('GET', `/api/orders/${other.id}`, { token: bruno.token })
  expect(ofOther).toMatchObject({ atDesk: [], ownerPhone: '' })
})

test('the desk sees who has news, without what it says, until the person has read it at the desk', async () => {
  const { call, post, news, act, rina, bruno, order, desk } = await withRina()
  const { people } = await news()
  expect(people).toMatchObject([
    { _id: rina._id, username: PERSON.username, phone: PHONE, news: [{ kind: 'request', count: 1 }] },
  ])
  expect(JSON.stringify(people)).not.toMatch(/Uova|Bottega/)
  await post(bruno.token, '/api/orders/notifications/', { _id: order._id })
  expect((await news()).people).toMatchObject([{ news: [{ kind: 'request', count: 2 }] }])
  expect((await call('GET', '/api/desk/news', { token: bruno.token })).status).toBe(403)

  const { token } = await act()
  expect((await call('GET', '/api/desk/news', { token })).status).toBe(403)
  const { notices } = (await call('GET', '/api/notices', { token })).body as NoticePage
  expect(notices).toHaveLength(2)
  expect((await post(token, '/api/notices/seen', { ids: notices.map(({ _id }) => _id) })).status).toBe(200)
  expect((await news()).people).toEqual([])
  expect((await call('GET', '/api/notices', { token: desk.token })).status).toBe(200)
})

test('receipt, audit and weekly list name the thing, the person and the sum', async () => {
  const piazza = await withRina()
  const { post, act, actsIn, audit, order, bruno, db, aMember, aListing } = piazza
  const second = await aMember({ role: 'desk' })
  const { token } = await act()
  await post(token, `/api/orders/${order._id}/accept`, order.terms)
  const soap = await aListing({ by: bruno, name: 'Sapone' })
  await post(token, '/api/orders', { orderItems: [{ product: soap.id, qty: 1 }], shippingAddress: SHIPPING_ADDRESS })
  await post(token, '/api/wallet/requests', { from: 'NESSUNO', amount: 3 })
  const name = `Bottega ${bruno.username}`
  const texts = [
    'Inizio della sessione',
    `Richiesta accettata: «Uova», con ${name}, ${order.terms.val} VAL`,
    expect.stringMatching(new RegExp(`^Richiesta inviata: «Sapone», con ${name}, \\d`)),
    'VAL chiesti a una persona: non riuscito',
  ]
  expect(await actsIn(token)).toEqual(texts)
  const entries = await audit()
  expect(entries.map(({ action, text }) => [action, text])).toEqual(
    expect.arrayContaining([
      ['desk.call', texts[1]],
      ['desk.done', texts[2]],
    ]),
  )
  await db.execute(sql`select graphile_worker.add_job('send-desk-lists', '{}'::json)`)
  await expect.poll(() => mailsTo(db, second.email), { timeout: 10_000 }).toHaveLength(1)
  expect((await mailsTo(db, second.email))[0]?.text).toContain(texts[1])
})

test('a payment at the desk is on the receipt with the payee, the sum and the balance afterwards', async () => {
  const piazza = await withDesk(await anOwnPiazzaWithChain())
  const [anna, bruno] = [await piazza.aMemberWithWallet(20_00), await piazza.aMemberWithWallet(0)]
  const { code } = (await piazza.post(anna.token, '/api/desk/code')).body as { code: string }
  const { token } = (await piazza.begin({ username: anna.username, code })).body as Session
  const pay = () => piazza.post(token, '/api/wallet/transfers', { to: bruno.username, amount: 5, note: 'Uova' })
  expect((await pay()).status).toBe(200)
  const receipt = await piazza.call('GET', '/api/desk/receipt', { token })
  expect(receipt.body as DeskReceipt).toMatchObject({
    balance: 15,
    acts: [
      { text: 'Inizio della sessione' },
      { text: 'Invio di VAL avviato. Saldo: 15,00 VAL' },
      { text: `Pagati 5 VAL a Bottega ${bruno.username}` },
    ],
  })
  const payment = (await piazza.audit()).find(({ action }) => action === 'desk.payment')
  expect(payment?.text).toBe(`Pagati 5 VAL a Bottega ${bruno.username}`)
})

test('welcome VAL of people registered by a volunteer are held for an admin, who sees the volunteer and how many', async () => {
  const piazza = await withDesk(await anOwnPiazza({ env: { WELCOME_VAL: '100', RATE_LIMITS: 'off' } }))
  const { post, register, begin, call, admin, desk, db } = piazza
  const publish = async (username: string, by = desk) => {
    const { body } = await post(by.token, '/api/desk/members', { ...PERSON, username })
    const { card } = body as { card: string }
    const { token } = (await begin({ card, pin: PIN }, by)).body as Session
    const { product } = (await post(token, '/api/products')).body as { product: { _id: string } }
    const change = { ...product, name: 'Torta', category: 'Cibo', section: 'offro' }
    expect((await call('PUT', `/api/products/${product._id}`, { token, body: change })).status).toBe(200)
  }
  for (const username of ['INVENTATA UNO', 'INVENTATA DUE', 'INVENTATA TRE', 'INVENTATA QUATTRO'])
    await publish(username)
  expect(await db.query(sql`select from member where welcomed_at is not null`)).toEqual([])
  const { body } = await call('GET', '/api/welcome', { token: admin.token })
  expect(body).toMatchObject(Array(4).fill({ volunteer: `Bottega ${desk.username}`, registered: 4 }))
  // What an admin registers needs no other admin.
  await publish('VERA', admin)
  expect(await db.query(sql`select username from member where welcomed_at is not null`)).toEqual([{ username: 'VERA' }])
  expect((await register()).status).toBe(200)
})
