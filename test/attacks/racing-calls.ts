import { calls } from '#domain/calls.ts'
import type { OrderState } from '#domain/exchange/orders.ts'
import { sql } from '#server/platform/db/sql.ts'
import { makeKeys } from '#server/val/wallet/keys.ts'
import { type aPiazza, SECRET } from '#test/fixtures.ts'
import { SHIPPING_ADDRESS } from '#test/order-calls.ts'

type Piazza = Awaited<ReturnType<typeof aPiazza>>
type Signed = { id: string; token: string; username: string }
type Writing = Exclude<keyof typeof calls, `GET ${string}`>

/** Two members with wallets, and the rows that tie them together. */
export type Fixture = {
  buyer: Signed
  seller: Signed
  admin: Signed
  /** What the order is about. */
  listing: string
  order: string
  thread: string
  report: string
  valRequest: string
  alert: string
  /** Of the listing, by somebody else. */
  review: string
}

export type RacingCall = [
  signature: Writing,
  by: 'buyer' | 'seller' | 'admin',
  path: (fixture: Fixture) => string,
  body?: Body,
]
type Body = object | ((fixture: Fixture) => object)

const none = () => ''
const theListing = ({ listing }: Fixture) => listing
const theOrder = ({ order }: Fixture) => order
const theSeller = ({ seller }: Fixture) => seller.id
const theBuyer = ({ buyer }: Fixture) => buyer.id
const subscription = ({ seller }: Fixture) => ({
  endpoint: `https://fcm.googleapis.com/fcm/send/${seller.id}`,
  keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
})

/** Calls that change rows which others change too: each is raced against each, itself included. */
export const RACING_CALLS: RacingCall[] = [
  ['PUT /api/users/profile', 'seller', none, { name: 'Nuovo', sellerName: 'Bottega nuova' }],
  ['PUT /api/users/:id', 'admin', theSeller, { name: 'Cambiato' }],
  ['DELETE /api/users/:id', 'admin', theBuyer],
  ['DELETE /api/users/:id', 'admin', theSeller],
  ['DELETE /api/users/:id/sessions', 'admin', theBuyer],
  ['PUT /api/users/:id/suspension', 'admin', theSeller, { reason: 'Prova' }],
  ['DELETE /api/users/:id/suspension', 'admin', theSeller],
  [
    'PUT /api/products/:id',
    'seller',
    theListing,
    { name: 'Cambiato', category: 'Varie', priceVal: 3, countInStock: 7 },
  ],
  ['DELETE /api/products/:id', 'seller', theListing],
  ['POST /api/products/:id/reviews', 'buyer', theListing, { rating: 4, comment: 'Bene' }],
  ['PUT /api/reviews/:id/reply', 'seller', ({ review }) => review, { text: 'Grazie' }],
  ['POST /api/products/:id/views', 'buyer', theListing],
  [
    'POST /api/orders',
    'buyer',
    none,
    ({ listing }) => ({ orderItems: [{ product: listing, qty: 1 }], shippingAddress: SHIPPING_ADDRESS }),
  ],
  ['POST /api/orders/:id/accept', 'seller', theOrder, { val: 5, euro: 0 }],
  ['POST /api/orders/:id/propose', 'buyer', theOrder, { val: 4, euro: 0, message: 'Va bene?' }],
  ['POST /api/orders/:id/handover', 'seller', theOrder, {}],
  ['DELETE /api/orders/:id/handover', 'seller', theOrder],
  ['POST /api/orders/:id/problem', 'buyer', theOrder, { text: 'Non risponde' }],
  ['DELETE /api/orders/:id/problem', 'buyer', theOrder],
  ['POST /api/orders/:id/settle', 'admin', theOrder, { outcome: 'keep', reason: 'Così' }],
  ['PUT /api/orders/:id/pay', 'seller', theOrder, {}],
  ['DELETE /api/orders/:id/pay', 'seller', theOrder],
  ['PUT /api/orders/:id/deliver', 'buyer', theOrder, {}],
  ['DELETE /api/orders/:id/deliver', 'buyer', theOrder],
  ['POST /api/orders/:id/conclude', 'seller', theOrder, {}],
  ['POST /api/orders/:id/feedback', 'buyer', theOrder, { rating: 4, comment: 'Gentile' }],
  ['POST /api/orders/:id/feedback', 'seller', theOrder, { rating: 5, comment: 'Cortese' }],
  ['POST /api/orders/:id/cancel', 'buyer', theOrder, {}],
  ['POST /api/orders/:id/cancel', 'seller', theOrder, {}],
  ['DELETE /api/orders/:id', 'admin', theOrder],
  ['POST /api/orders/mailing', 'buyer', none, ({ order }) => ({ order, emailBody: 'Ci vediamo?' })],
  ['POST /api/orders/notifications/', 'seller', none, ({ order }) => ({ _id: order })],
  ['POST /api/threads', 'buyer', none, ({ listing }) => ({ listing })],
  ['POST /api/threads/:id/messages', 'buyer', ({ thread }) => thread, { text: 'Buongiorno' }],
  ['POST /api/threads/:id/messages', 'seller', ({ thread }) => thread, { text: 'Salve' }],
  ['PUT /api/blocks/:userId', 'buyer', theSeller],
  ['DELETE /api/blocks/:userId', 'buyer', theSeller],
  [
    'POST /api/reports',
    'buyer',
    none,
    ({ listing }) => ({ kind: 'listing', id: listing, reason: 'fraud', explanation: 'Prova' }),
  ],
  [
    'POST /api/reports/:id/decision',
    'admin',
    ({ report }) => report,
    { action: 'hide', facts: 'Fatti', ground: 'Regola' },
  ],
  ['POST /api/wallet/requests', 'seller', none, ({ buyer }) => ({ from: buyer.username, amount: 1 })],
  ['POST /api/wallet/requests/:id/withdraw', 'seller', ({ valRequest }) => valRequest, {}],
  ['POST /api/wallet/requests/:id/decline', 'buyer', ({ valRequest }) => valRequest, {}],
  ['PUT /api/favourites/:listingId', 'buyer', theListing],
  ['DELETE /api/favourites/:listingId', 'buyer', theListing],
  ['POST /api/alerts', 'buyer', none, { query: { name: 'bicicletta' } }],
  ['DELETE /api/alerts/:id', 'buyer', ({ alert }) => alert],
  ['POST /api/notices/seen', 'seller', none, { all: true }],
  ['PUT /api/notices/preferences', 'seller', none, { review: 'never' }],
  ['POST /api/push', 'seller', none, subscription],
  ['POST /api/push/remove', 'seller', none, subscription],
  ['POST /api/desk/code', 'seller', none, {}],
  ['POST /api/users/signout', 'buyer', none, { everywhere: true }],
]

/** The state of the order, or of its seller. */
type State = 'sent' | 'agreed' | 'handedOver' | 'disputed' | 'paid' | 'delivered' | 'without payment' | 'suspended'

const NEEDED_STATES: Partial<Record<Writing, State>> = {
  'POST /api/orders/:id/handover': 'agreed',
  'DELETE /api/orders/:id/handover': 'handedOver',
  'POST /api/orders/:id/problem': 'agreed',
  'DELETE /api/orders/:id/problem': 'disputed',
  'POST /api/orders/:id/settle': 'disputed',
  'DELETE /api/orders/:id/pay': 'paid',
  'PUT /api/orders/:id/deliver': 'paid',
  'DELETE /api/orders/:id/deliver': 'delivered',
  'POST /api/orders/:id/conclude': 'without payment',
  'POST /api/orders/:id/feedback': 'delivered',
  'DELETE /api/users/:id/suspension': 'suspended',
}

const ORDER_STATES_OF: Partial<Record<State, OrderState>> = {
  agreed: 'agreed',
  handedOver: 'agreed',
  disputed: 'agreed',
  'without payment': 'agreed',
  paid: 'paid',
  delivered: 'delivered',
}

/** The state in which a call succeeds. */
export const stateFor = ([signature]: RacingCall): State => NEEDED_STATES[signature] ?? 'sent'

/** Writing calls that are not raced here, and why. */
export const APART: { why: string; calls: RegExp }[] = [
  { why: 'raced in races.siege.ts, or by their own tests', calls: /register|verification|recovery|replacement/ },
  {
    why: 'move VAL: raced in races.siege.ts, exchange.siege.ts and tests of payments, transfers, treasury and rounds',
    calls: /payment|transfer|refund|wallet\/requests\/:id\/pay|treasury|currency|welcome/,
  },
  { why: 'need a password, whose hashing takes most of the time', calls: /signin|secret|erase|passkeys/ },
  { why: 'need a code from a mail', calls: /new-email|restore|invitation|leave\/:code|freshness|replies/ },
  {
    why: 'raced in server/accounts/desk/limits.test.ts and server/exchange/rings/rings.test.ts',
    calls: /desk\/(?!code$)|rings/,
  },
  {
    why: 'change rows that belong to the caller alone',
    calls: /newsletter(?!s)|upgrade|terms|uploads|products(\/matches)?$/,
  },
  { why: 'for admins, guarded by the state of the newsletter', calls: /newsletters/ },
  { why: 'for admins, guarded by a version', calls: /settings|pages/ },
  { why: 'for admins, guarded by an advisory lock or unique columns', calls: /synonyms|members\/import/ },
  { why: 'raced in server/association/reports/deciding.test.ts', calls: /decisions/ },
  { why: 'count only', calls: /searches/ },
  { why: 'for admins, reads everything and writes only the audit', calls: /backups/ },
]

export const writingCalls = (Object.keys(calls) as (keyof typeof calls)[]).filter((each) => !each.startsWith('GET '))

export const send = async (
  { call }: Piazza,
  fixture: Fixture,
  [signature, by, path, body]: RacingCall,
): Promise<{ status: number; text: string }> => {
  const [method = '', pattern = ''] = signature.split(' ')
  const sent = typeof body === 'function' ? (body as (fixture: Fixture) => object)(fixture) : body
  return call(method, pattern.replace(/:\w+/, path(fixture)), {
    token: fixture[by].token,
    ...(sent ? { body: sent } : {}),
  })
}

/** New rows for one pair of calls. */
export const aFixture = async (piazza: Piazza, admin: Signed, state: State): Promise<Fixture> => {
  const withWallet = async () => {
    const member = await piazza.aMember({ hasAd: true })
    const { account, sealedKey } = makeKeys(SECRET).make(member.id)
    await piazza.db.execute(
      sql`update member set account = ${account}, account_key = ${sealedKey} where id = ${member.id}`,
    )
    return member
  }
  const [buyer, seller, reporter] = [await withWallet(), await withWallet(), await piazza.aMember()]
  const { listing, order } = await piazza.anOrder({
    buyer,
    seller,
    state: ORDER_STATES_OF[state] ?? 'sent',
    kind: state === 'without payment' ? 'propongo' : 'offro',
  })
  if (state === 'handedOver')
    await piazza.db.execute(sql`update orders set handed_over_at = now() where id = ${order.id}`)
  if (state === 'disputed')
    await piazza.db.execute(sql`
      update orders set problem_at = now(), problem_by = ${buyer.id}, problem_text = 'Non va' where id = ${order.id}`)
  await piazza.db.execute(sql`update listing set stock = 50 where id = ${listing.id}`)
  const post = async ({ token }: Signed, path: string, body: object) =>
    ((await piazza.call('POST', path, { token, body })).body as { _id: string })._id
  const fixture = {
    buyer,
    seller,
    admin,
    listing: listing.id,
    order: order.id,
    thread: await post(buyer, '/api/threads', { order: order.id }),
    report: await post(reporter, '/api/reports', {
      kind: 'listing',
      id: listing.id,
      reason: 'fraud',
      explanation: 'Prova',
    }),
    valRequest: await post(seller, '/api/wallet/requests', { from: buyer.username, amount: 1 }),
    alert: await post(buyer, '/api/alerts', { query: { name: 'pane' } }),
    review: (await piazza.aReview(listing, { by: reporter })).id,
  }
  if (state === 'suspended')
    await piazza.db.execute(
      sql`update member set suspended_at = now(), suspension_reason = 'Prova' where id = ${seller.id}`,
    )
  return fixture
}
