import { expect, test } from 'vitest'
import { type Session, withDesk } from '#test/desk-calls.ts'
import { anOwnPiazzaWithChain } from '#test/piazza-with-chain.ts'

test('a suspended person reads and contests the decision at the desk and finishes what was paid, and can do no more', async () => {
  const piazza = await withDesk(await anOwnPiazzaWithChain())
  const { call, post, admin, begin, actsIn, audit } = piazza
  const { buyer, seller, item } = await piazza.aFundedBuyerAndListing()
  const [{ order: paid }, { order: unpaid }] = [await piazza.place(buyer, [item]), await piazza.place(buyer, [item])]
  await piazza.step(seller, 'accept', paid._id)
  expect((await piazza.transfer(buyer, paid._id)).http).toBe(200)
  await piazza.step(seller, 'pay', paid._id)
  const { code } = (await post(buyer.token, '/api/desk/code')).body as { code: string }
  const suspension = { reason: 'Truffa', until: '2999-01-31' }
  const { body: suspended } = await call('PUT', `/api/users/${buyer.id}/suspension`, {
    token: admin.token,
    body: suspension,
  })
  const { decision } = suspended as { decision: { _id: string } }

  const session = await begin({ username: buyer.username, code })
  expect(session.status).toBe(200)
  const { token } = session.body as Session
  const read = async (path: string) => await call('GET', path, { token })
  expect((await read('/api/notices/unseen')).body).toMatchObject({
    suspension: { reason: 'Truffa', decision: decision._id },
  })
  expect((await read(`/api/decisions/${decision._id}`)).body).toMatchObject({ action: 'suspend', facts: 'Truffa' })
  const objected = await post(token, `/api/decisions/${decision._id}/objection`, { text: 'Non sono stata io.' })
  expect(objected.status).toBe(200)
  expect((await call('GET', '/api/decisions', { token: admin.token })).body).toMatchObject({
    decisions: [{ _id: decision._id, objection: { text: 'Non sono stata io.' } }],
  })

  const refused = { status: 403, body: { message: expect.stringMatching(/^Il tuo account è sospeso/) } }
  const threadOf = async (order: string) => (await post(token, '/api/threads', { order })).body as { _id: string }
  const write = async (order: string) =>
    post(token, `/api/threads/${(await threadOf(order))._id}/messages`, { text: 'Arrivo domani' })
  expect((await write(paid._id)).status).toBe(200)
  expect(await write(unpaid._id)).toMatchObject(refused)
  expect((await call('PUT', `/api/orders/${paid._id}/deliver`, { token, body: {} })).status).toBe(200)
  expect(await post(token, '/api/products')).toMatchObject(refused)
  expect(await post(token, '/api/wallet/transfers', { to: seller.username, amount: 1 })).toMatchObject(refused)
  expect((await read('/api/privacy/export')).status).toBe(403)

  expect(await actsIn(token)).toEqual([
    'Inizio della sessione',
    `Ricorso contro una decisione: «Bottega ${buyer.username}»`,
    expect.stringMatching(/^Messaggio inviato: /),
    expect.stringMatching(/^Messaggio inviato: .+: non riuscito$/),
    expect.stringMatching(/^Ricevimento confermato: /),
  ])
  expect((await audit()).map(({ action, details }) => [action, details.call])).toContainEqual([
    'desk.call',
    'POST /api/decisions/:id/objection',
  ])
}, 120_000)
