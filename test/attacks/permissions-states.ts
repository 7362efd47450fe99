import { sql } from '#server/platform/db/sql.ts'
import { CHANGE, NOWHERE, REVIEW, type Row, type Scenario, sending } from '#test/attacks/permissions-table.ts'

// The same table for calls whose status also depends on the state of what they are about, or on their input.

const listing = (options: { paused?: boolean; name?: string }, body?: object) => async (scenario: Scenario) => ({
  path: (await scenario.aListing({ by: scenario.seller, ...options })).id,
  ...(body ? { body } : {}),
})
const paused = (body?: object) => listing({ paused: true }, body)
const draft = (body?: object) => listing({ name: 'Annunci# 1' }, body)
const missing = (body?: object) => () => ({ path: NOWHERE, ...(body ? { body } : {}) })
const noId = (body?: object) => () => ({ path: 'x', ...(body ? { body } : {}) })
const order =
  (...[state, kind, body]: [...Parameters<Scenario['anOrderOf']>, object?]) =>
  async (scenario: Scenario) => ({ path: await scenario.anOrderOf(state, kind), ...(body ? { body } : {}) })

/** A payment of the buyer to the seller, with its order. */
const payment = async ({ db, buyer, seller, anOrderOf }: Scenario) => {
  const row = await db.first<{ id: string }>(sql`
    with sent as (
      insert into chain_transaction (key, kind, sender, amount, state)
      values (new_id()::text, 'transfer', 'x', 500, 'failed') returning id)
    insert into payment (payer_id, payee_id, amount, transfer_id, order_id)
    select ${buyer.id}, ${seller.id}, 500, sent.id, ${await anOrderOf()} from sent returning id`)
  return { path: row?.id ?? '', body: {} }
}

/** VAL that the seller asks of the buyer. */
const valRequest = async ({ db, buyer, seller }: Scenario) => {
  const row = await db.first<{ id: string }>(sql`
    insert into val_request (asker_id, asked_id, amount, ends_at)
    values (${seller.id}, ${buyer.id}, 500, now() + interval '1 day') returning id`)
  return { path: row?.id ?? '' }
}

export const STATES: Row[] = [
  ['POST /api/wallet/requests/:id/withdraw', '401 401 401 403 404 403 200 404', valRequest],
  ['POST /api/wallet/requests/:id/decline', '401 401 401 403 404 200 403 404', valRequest],
  ['GET /api/products/affordable', '401 401 401 403 400 400 400 400', () => ({ path: '?val=molti' })],
  ['GET /api/products/:id', '404 401 401 404 404 404 200 200', draft()],
  ['PUT /api/products/:id', '401 401 401 403 403 403 200 200', paused(CHANGE)],
  ['PUT /api/products/:id', '401 401 401 403 404 404 200 200', draft(CHANGE)],
  ['PUT /api/products/:id', '401 401 401 403 404 404 404 404', missing(CHANGE)],
  ['PUT /api/products/:id', '401 401 401 403 404 404 404 404', noId(CHANGE)],
  ['DELETE /api/products/:id', '401 401 401 403 404 404 200 200', draft()],
  ['DELETE /api/products/:id', '401 401 401 403 404 404 404 404', missing()],
  ['POST /api/products/:id/reviews', '401 401 401 403 404 404 403 200', paused(REVIEW)],
  ['POST /api/products/:id/reviews', '401 401 401 403 404 404 403 200', draft(REVIEW)],
  ['POST /api/products/:id/reviews', '401 401 401 403 404 404 404 404', missing(REVIEW)],

  ['PUT /api/reviews/:id/reply', '401 401 401 403 404 404 404 404', missing({ text: 'Grazie' })],
  ['GET /api/users/:id/feedback', '404 401 401 404 404 404 404 404', ({ buyer }) => ({ path: buyer.id })],
  ['GET /api/users/:id/feedback', '404 401 401 404 404 404 404 404', missing()],

  ['POST /api/orders/:id/feedback', '401 401 401 403 404 409 409 403', order('paid', 'offro', REVIEW)],
  ['GET /api/orders', '401 401 401 403 403 403 403 200', () => ({ path: '?seller=' })],
  ['GET /api/orders', '401 401 401 400 400 400 400 400', () => ({ path: '?seller=tutti' })],
  ['GET /api/orders/:id', '401 401 401 404 404 404 404 404', missing()],
  ['GET /api/orders/:id', '401 401 401 404 404 404 404 404', noId()],
  ['PUT /api/orders/:id/pay', '401 401 401 404 404 403 409 403', order('paid', 'offro', {})],
  ['PUT /api/orders/:id/deliver', '401 401 401 404 404 409 403 403', order('sent', 'offro', {})],
  ['POST /api/orders/:id/accept', '401 401 401 403 404 409 409 403', order('agreed', 'offro', { val: 5, euro: 0 })],
  ['POST /api/orders/:id/accept', '401 401 401 403 404 409 409 403', order('sent', 'offro', { val: 4, euro: 0 })],
  ['POST /api/orders/:id/propose', '401 401 401 403 404 422 422 403', order('sent', 'cerco', { val: 5.01, euro: 0 })],
  ['POST /api/orders/:id/propose', '401 401 401 403 404 409 409 403', order('paid', 'offro', { val: 4, euro: 0 })],
  ['POST /api/orders/:id/handover', '401 401 401 404 404 403 409 403', order('sent', 'offro', {})],
  ['POST /api/orders/:id/problem', '401 401 401 404 404 409 409 403', order('sent', 'offro', { text: 'No' })],
  ['DELETE /api/orders/:id/problem', '401 401 401 404 404 409 409 403', order('agreed')],
  [
    'POST /api/orders/:id/settle',
    '401 401 401 403 403 403 403 409',
    order('agreed', 'offro', { outcome: 'keep', reason: 'Così' }),
  ],
  [
    'POST /api/orders/:id/settle',
    '401 401 401 403 403 403 403 409',
    order('disputed', 'offro', { outcome: 'return', reason: 'Così' }),
  ],
  ['GET /api/orders/:id/messages', '401 401 401 403 403 403 403 403', order('agreed')],
  // In a cerco the owner pays and the requester is paid.
  ['PUT /api/orders/:id/pay', '401 401 401 404 404 200 403 403', order('sent', 'cerco', {})],
  ['PUT /api/orders/:id/deliver', '401 401 401 404 404 403 409 403', order('sent', 'cerco', {})],
  ['POST /api/orders/:id/transfer', '401 401 401 403 404 403 409 403', order('sent', 'cerco', {})],
  ['POST /api/orders/:id/refund', '401 401 401 403 404 409 403 403', order('sent', 'cerco', {})],
  ['DELETE /api/orders/:id', '401 401 401 403 403 403 403 409', order('paid')],
  ['DELETE /api/orders/:id', '401 401 401 403 403 403 403 404', missing()],
  ['POST /api/payments/:id/return', '401 401 401 404 404 403 409 409', payment],
  // The account belongs to none of the callers; only buyer and seller have wallets.
  [
    'POST /api/payment',
    '401 401 401 403 404 403 403 404',
    async (scenario) => ({ body: { account: '0x1', item: [{ product: (await listing({})(scenario)).path, qty: 1 }] } }),
  ],

  ['POST /api/users/register', '422 401 401 422 422 422 422 422', sending({ username: 'X' })],
  [
    'POST /api/users/password-recovery',
    '404 401 401 404 404 404 404 404',
    sending({ email: 'nessuno-di-noi@esempio.test' }),
  ],
  [
    'POST /api/users/signin',
    '401 401 401 401 401 401 401 401',
    sending({ email: 'nessuno-di-noi@esempio.test', password: 'x' }),
  ],
]
