import type { CallShape } from '#domain/base/call.schema.ts'
import { type Call, calls } from '#domain/calls.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { ServerProcess } from '#test/attacks/server-process.ts'
import { anAuthenticator } from '#test/authenticator.ts'
import { SHIPPING_ADDRESS } from '#test/order-calls.ts'

// The expected status of every call for every kind of caller. A row lists those of WRITTEN, in that order. `forged`, `deleted`
// and those of EXPIRED send tokens that are not valid and get 401 everywhere; `stranger` is a member without part in the order.
// The other kinds are like the stranger, except where domain/calls.ts or the row says otherwise: `blocked` is blocked by the
// seller, `acting` is the desk in a session for such a member.

const WRITTEN = ['visitor', 'forged', 'deleted', 'unverified', 'stranger', 'buyer', 'seller', 'admin'] as const
/** The seller's token after its last day, and that of a session of the desk after its half hour. */
const EXPIRED = ['expired', 'expiredActing'] as const
const LIKE_STRANGER = ['suspended', 'blocked', 'moderator', 'desk', 'acting'] as const
export const KINDS = [...WRITTEN, ...EXPIRED, ...LIKE_STRANGER] as const
export type Kind = (typeof KINDS)[number]
type Person = { id: string; token: string; email: string; username: string }
export type Scenario = ServerProcess & {
  people: Record<Kind, Person | undefined>
  buyer: Person
  seller: Person
  picture: Buffer<ArrayBuffer>
  /** `disputed` is agreed, with a problem that the buyer opened. */
  anOrderOf(state?: 'sent' | 'agreed' | 'paid' | 'disputed', kind?: 'offro' | 'cerco'): Promise<string>
}
export type Request = { path?: string; body?: object | FormData }
type Ask = (scenario: Scenario, kind: Kind) => Request | Promise<Request>
type Others = Partial<Record<(typeof LIKE_STRANGER)[number], number>>
export type Row = [signature: Call, statuses: string, ask?: Ask, others?: Others]

export const NOWHERE = '01a1dd19-6ac6-7e41-9831-b41830232d98'
const NO_LINK = 'x'.repeat(43)
export const PASSWORD = 'una-password-lunga-e-segreta'
export const SHIPPING = { ...SHIPPING_ADDRESS, address: 'Via Segretissima 17', phone: '011 987 6543' }

const fresh = (kind: Kind) => `${kind}-${Math.random().toString(36).slice(2)}`
const mail = (kind: Kind) => `${fresh(kind)}@esempio.test`
const freshMember = async (scenario: Scenario) => ({ path: (await scenario.aMember()).id })
const freshListing = async (scenario: Scenario) => ({
  path: (await scenario.aListing({ by: scenario.seller, stock: 9 })).id,
})
const thing = async (scenario: Scenario) => [{ product: (await freshListing(scenario)).path, qty: 1 }]
const order =
  (state: Parameters<Scenario['anOrderOf']>[0] = 'sent', body: object | undefined = undefined) =>
  async (scenario: Scenario) => ({ path: await scenario.anOrderOf(state), ...(body ? { body } : {}) })
export const sending = (body: object) => () => ({ body })

const thread = async (scenario: Scenario) => {
  const body = { order: await scenario.anOrderOf() }
  const { body: opened } = await scenario.call('POST', '/api/threads', { token: scenario.buyer.token, body })
  return { path: (opened as { _id: string })._id }
}

const picture = ({ picture }: Scenario) => {
  const body = new FormData()
  body.append('image', new File([picture], 'foto.jpg', { type: 'image/jpeg' }))
  return { body }
}

const PUSH_SUBSCRIPTION = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/prova',
  keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
}
export const CHANGE = { name: 'Cambiato', category: 'Varie' }
const DECISION = { action: 'none', facts: 'Fatti', ground: 'Regola' }
const NEWSLETTER = { subject: 'Prova', text: 'Testo', audience: 'subscribers' }
export const REVIEW = { rating: 5, comment: 'Bene' }

/** A review of a listing of the seller. */
const review = async (scenario: Scenario) => ({
  path: (await scenario.aReview({ id: (await freshListing(scenario)).path })).id,
  body: { text: 'Grazie' },
})
/** A delivered order of the buyer and the seller. */
const finished = async (scenario: Scenario) => {
  const path = await scenario.anOrderOf('paid')
  await scenario.db.execute(sql`update orders set delivered_at = now() where id = ${path}`)
  return { path, body: REVIEW }
}

export const TABLE: Row[] = [
  ['GET /api/users/:id', '200 401 401 200 200 200 200 200', ({ seller }) => ({ path: seller.id })],
  ['GET /api/users/:id', '404 401 401 404 404 200 404 200', ({ buyer }) => ({ path: buyer.id })],
  ['GET /api/users', '401 401 401 403 403 403 403 200'],
  [
    'PUT /api/users/:id',
    '401 401 401 403 403 403 403 200',
    async (scenario) => ({ ...(await freshMember(scenario)), body: { name: 'N' } }),
  ],
  ['DELETE /api/users/:id', '401 401 401 403 403 403 403 200', freshMember],
  ['PUT /api/users/profile', '401 401 401 200 200 200 200 200', sending({ name: 'Nuovo' })],
  [
    'PUT /api/users/upgrade/:userId',
    '401 401 401 403 403 403 200 403',
    ({ seller }) => ({ path: seller.id, body: {} }),
  ],
  [
    'POST /api/users/signin',
    '401 401 401 401 401 401 401 401',
    ({ seller }) => ({ body: { email: seller.email, password: 'sbagliata' } }),
  ],
  [
    'POST /api/users/register',
    '200 401 401 200 200 200 200 200',
    (_world, kind) => ({
      body: { username: fresh(kind), email: mail(kind), password: PASSWORD, isAdmin: true, verified: true },
    }),
  ],
  [
    'POST /api/users/password-recovery',
    '200 401 401 200 200 200 200 200',
    async (scenario) => ({ body: { email: (await scenario.aMember()).email } }),
  ],
  [
    'POST /api/users/password-replacement',
    '404 401 401 404 404 404 404 404',
    sending({ newData: PASSWORD, id: NO_LINK }),
  ],
  [
    'POST /api/users/newsletter',
    '200 401 401 200 200 200 200 200',
    (_world, kind) => ({ body: { name: 'X', email: mail(kind) } }),
  ],
  [
    'POST /api/users/newsletterVerify',
    '404 401 401 404 404 404 404 404',
    sending({ email: 'x@esempio.test', codice: 'x' }),
  ],
  [
    'POST /api/users/newsletterUpdate',
    '401 401 401 200 200 200 200 200',
    ({ seller }) => ({ body: { email: seller.email } }),
  ],
  [
    'POST /api/users/verification/:id',
    '404 401 401 404 404 404 404 404',
    () => ({ path: NO_LINK, body: { uuid: NO_LINK } }),
  ],
  ['POST /api/users/new-email/:id', '404 401 401 404 404 404 404 404', () => ({ path: NO_LINK, body: {} })],
  ['POST /api/users/restore/:id', '404 401 401 404 404 404 404 404', () => ({ path: NO_LINK, body: {} })],
  ['GET /api/users/sellers', '200 401 401 200 200 200 200 200'],
  ['GET /api/users/top-sellers', '200 401 401 200 200 200 200 200'],
  ['GET /api/config/google', '200 401 401 200 200 200 200 200'],
  ['GET /api/products', '200 401 401 200 200 200 200 200'],
  ['GET /api/products/categories', '200 401 401 200 200 200 200 200'],
  ['GET /api/products/affordable', '401 401 401 403 200 200 200 200', () => ({ path: '?val=5' })],
  ['GET /api/products/:id', '200 401 401 200 200 200 200 200', freshListing],
  [
    'GET /api/products/:id',
    '404 401 401 404 404 404 200 200',
    async (scenario) => ({ path: (await scenario.aListing({ by: scenario.seller, paused: true })).id }),
  ],
  ['POST /api/products', '401 401 401 403 200 403 200 200', sending({ seller: NOWHERE })],
  [
    'PUT /api/products/:id',
    '401 401 401 403 403 403 200 200',
    async (scenario) => ({ ...(await freshListing(scenario)), body: CHANGE }),
  ],
  ['DELETE /api/products/:id', '401 401 401 403 403 403 200 200', freshListing],
  [
    'POST /api/products/:id/reviews',
    '401 401 401 403 200 200 403 200',
    async (scenario) => ({ ...(await freshListing(scenario)), body: REVIEW }),
    { blocked: 404 },
  ],
  ['PUT /api/reviews/:id/reply', '401 401 401 403 403 403 200 403', review],
  ['POST /api/orders/:id/feedback', '401 401 401 403 404 200 200 403', finished],
  ['GET /api/users/:id/feedback', '200 401 401 200 200 200 200 200', ({ seller }) => ({ path: seller.id })],
  ['POST /api/uploads/s3', '401 401 401 403 200 200 200 200', picture],
  // Only buyer and seller have wallets; the account is the buyer's.
  [
    'POST /api/payment',
    '401 401 401 403 404 409 403 404',
    async (scenario) => ({ body: { account: await accountOf(scenario), item: await thing(scenario) } }),
  ],
  [
    'POST /api/orders',
    '401 401 401 403 200 200 403 200',
    async (scenario) => ({ body: { orderItems: await thing(scenario), shippingAddress: SHIPPING } }),
    { blocked: 404 },
  ],
  ['GET /api/notices', '401 401 401 200 200 200 200 200'],
  ['GET /api/users/overview', '401 401 401 200 200 200 200 200'],
  ['GET /api/notices/unseen', '401 401 401 200 200 200 200 200'],
  ['POST /api/notices/seen', '401 401 401 200 200 200 200 200', sending({ all: true })],
  ['GET /api/notices/preferences', '401 401 401 200 200 200 200 200'],
  ['PUT /api/notices/preferences', '401 401 401 200 200 200 200 200', sending({ review: 'never' })],
  ['POST /api/notices/leave/:code', '404 401 401 404 404 404 404 404', () => ({ path: NO_LINK, body: {} })],
  ['GET /api/push', '401 401 401 200 200 200 200 200'],
  ['POST /api/push', '401 401 401 200 200 200 200 200', sending(PUSH_SUBSCRIPTION)],
  ['POST /api/push/remove', '401 401 401 200 200 200 200 200', sending({ endpoint: PUSH_SUBSCRIPTION.endpoint })],
  ['GET /api/stream', '401 401 401 200 200 200 200 200'],
  ['GET /api/threads', '401 401 401 200 200 200 200 200'],
  [
    'POST /api/threads',
    '401 401 401 403 404 200 200 403',
    async (scenario) => ({ body: { order: (await order()(scenario)).path } }),
  ],
  [
    'POST /api/threads',
    '401 401 401 403 200 200 403 200',
    async (scenario) => ({ body: { listing: (await freshListing(scenario)).path } }),
    { suspended: 403, blocked: 404 },
  ],
  ['GET /api/threads/:id', '401 401 401 404 404 200 200 404', thread],
  [
    'POST /api/threads/:id/messages',
    '401 401 401 403 404 200 200 404',
    async (scenario) => ({ path: (await thread(scenario)).path, body: { text: 'Ciao' } }),
  ],
  ['GET /api/orders/mine', '401 401 401 200 200 200 200 200'],
  ['GET /api/orders', '401 401 401 403 403 403 403 200'],
  ['GET /api/orders', '401 401 401 403 403 403 200 200', ({ seller }) => ({ path: `?seller=${seller.id}` })],
  ['GET /api/orders/:id', '401 401 401 404 404 200 200 200', order()],
  ['POST /api/orders/:id/accept', '401 401 401 403 404 409 200 403', order('sent', { val: 5, euro: 0 })],
  ['POST /api/orders/:id/propose', '401 401 401 403 404 200 200 403', order('agreed', { val: 4, euro: 1 })],
  ['POST /api/orders/:id/handover', '401 401 401 404 404 403 200 403', order('agreed', {})],
  ['DELETE /api/orders/:id/handover', '401 401 401 404 404 403 409 403', order('agreed')],
  ['POST /api/orders/:id/problem', '401 401 401 404 404 200 200 403', order('agreed', { text: 'Non risponde' })],
  ['DELETE /api/orders/:id/problem', '401 401 401 404 404 200 403 403', order('disputed')],
  [
    'POST /api/orders/:id/settle',
    '401 401 401 403 403 403 403 200',
    order('disputed', { outcome: 'keep', reason: 'Così' }),
  ],
  ['GET /api/orders/:id/messages', '401 401 401 403 403 403 403 200', order('disputed')],
  ['PUT /api/orders/:id/pay', '401 401 401 404 404 403 200 403', order('sent', {})],
  ['PUT /api/orders/:id/deliver', '401 401 401 404 404 200 403 403', order('paid', {})],
  ['DELETE /api/orders/:id', '401 401 401 403 403 403 403 200', order()],
  ['DELETE /api/orders/:id/pay', '401 401 401 404 404 403 200 403', order('paid')],
  ['DELETE /api/orders/:id/deliver', '401 401 401 404 404 409 403 403', order('paid')],
  ['POST /api/orders/:id/conclude', '401 401 401 404 404 409 409 403', order('sent', {})],
  ['POST /api/orders/:id/cancel', '401 401 401 404 404 200 200 403', order('sent', {})],
  // The buyer has no VAL, so that nothing is transferred and nothing can be given back.
  ['POST /api/orders/:id/transfer', '401 401 401 403 404 409 403 403', order('sent', {})],
  ['POST /api/orders/:id/refund', '401 401 401 403 404 403 409 403', order('paid', {})],
  ['GET /api/payments/alone', '401 401 401 200 200 200 200 200'],
  ['POST /api/payments/:id/return', '401 401 401 404 404 404 404 404', () => ({ path: NOWHERE, body: {} })],
  [
    'POST /api/orders/mailing',
    '401 401 401 404 404 200 403 403',
    async (scenario) => ({ body: { order: await scenario.anOrderOf(), buyer: 'CHIUNQUE', emailBody: 'Ci vediamo?' } }),
  ],
  [
    'POST /api/orders/notifications/',
    '401 401 401 404 404 200 200 403',
    async (scenario) => ({ body: { _id: await scenario.anOrderOf() } }),
  ],
  ['POST /api/users/verification', '401 401 401 200 409 409 409 409', sending({})],
  [
    'POST /api/users/:id/secret',
    '401 401 401 403 403 403 200 403',
    ({ seller }) => ({ path: seller.id, body: { password: PASSWORD } }),
  ],
  ['GET /api/passkeys', '401 401 401 200 200 200 200 200'],
  ['POST /api/passkeys/options', '401 401 401 403 403 403 403 403', sending({ password: 'sbagliata' })],
  [
    'POST /api/passkeys',
    '401 401 401 403 422 422 422 422',
    sending({ name: 'Telefono', passkey: anAuthenticator().create(NO_LINK) }),
  ],
  ['PUT /api/passkeys/:id', '401 401 401 404 404 404 404 404', () => ({ path: NOWHERE, body: { name: 'Telefono' } })],
  [
    'POST /api/passkeys/:id/remove',
    '401 401 401 404 404 404 404 404',
    () => ({ path: NOWHERE, body: { password: PASSWORD } }),
  ],
  ['POST /api/passkeys/confirmation', '401 401 401 409 409 409 409 409', sending({ purpose: 'secret' })],
  ['POST /api/passkeys/signin/options', '200 401 401 200 200 200 200 200'],
  ['POST /api/passkeys/signin', '401 401 401 401 401 401 401 401', sending(anAuthenticator().sign(NO_LINK))],
  ['POST /api/newsletter/leave', '401 401 401 403 200 200 200 200', sending({})],
  ['POST /api/newsletter/leave/:code', '200 401 401 200 200 200 200 200', () => ({ path: NO_LINK, body: {} })],
  ['GET /api/privacy/export', '401 401 401 200 200 200 200 200'],
  ['GET /api/privacy/erase', '401 401 401 200 200 200 200 200'],
  ['POST /api/privacy/erase', '401 401 401 403 403 403 403 403', sending({ password: 'sbagliata' })],
  ['GET /api/welcome', '401 401 401 403 403 403 403 200'],
  ['GET /api/welcome/own', '401 401 401 200 200 200 200 200'],
  ['POST /api/welcome/:id', '401 401 401 403 403 403 403 404', freshMember],
  ['POST /api/products/:id/views', '200 401 401 200 200 200 200 200', freshListing],
  ['GET /api/products/:id/statistics', '401 401 401 403 403 403 200 200', freshListing],
  ['GET /api/alerts', '401 401 401 200 200 200 200 200'],
  ['POST /api/alerts', '401 401 401 200 200 200 200 200', sending({ query: { name: 'bicicletta' } })],
  ['DELETE /api/alerts/:id', '401 401 401 404 404 404 404 404', () => ({ path: NOWHERE })],
  ['POST /api/searches/missed', '200 401 401 200 200 200 200 200', sending({ query: { name: 'ukulele' } })],
  ['GET /api/searches/sought', '401 401 401 403 403 403 403 200'],
  ['GET /api/replies/:code', '404 401 401 404 404 404 404 404', () => ({ path: NO_LINK })],
  ['POST /api/replies/:code', '404 401 401 404 404 404 404 404', () => ({ path: NO_LINK, body: {} })],
  ['GET /api/freshness/:code', '404 401 401 404 404 404 404 404', () => ({ path: NO_LINK })],
  ['POST /api/freshness/:code', '404 401 401 404 404 404 404 404', () => ({ path: NO_LINK, body: { answer: 'yes' } })],
  ['GET /api/products/:id/matches', '401 401 401 403 403 403 200 403', freshListing],
  ['POST /api/products/matches', '401 401 401 403 200 200 200 200', sending({ section: 'cerco', name: 'Pane' })],
  ['GET /api/rings', '401 401 401 200 200 200 200 200'],
  ['POST /api/rings/:id/answer', '401 401 401 403 404 404 404 404', () => ({ path: NOWHERE, body: { accept: true } })],
  ['GET /api/favourites', '401 401 401 200 200 200 200 200'],
  ['PUT /api/favourites/:listingId', '401 401 401 200 200 200 200 200', freshListing],
  ['DELETE /api/favourites/:listingId', '401 401 401 200 200 200 200 200', freshListing],
  ['GET /api/dashboard', '401 401 401 403 403 403 403 200'],
  ['GET /api/products/suggestions', '200 401 401 200 200 200 200 200', () => ({ path: '?q=pane' })],
  ['GET /api/synonyms', '401 401 401 403 403 403 403 200'],
  ['POST /api/synonyms', '401 401 401 403 403 403 403 200', sending({ words: ['giardiniere', 'ortolano'] })],
  ['DELETE /api/synonyms/:id', '401 401 401 403 403 403 403 404', () => ({ path: NOWHERE })],
  ['GET /api/places', '200 401 401 200 200 200 200 200', () => ({ path: '?q=tor' })],
  ['GET /api/places/nearest', '200 401 401 200 200 200 200 200', () => ({ path: '?lat=45&lng=7.6' })],
  ['GET /api/wallet', '401 401 401 403 404 200 200 404'],
  ['GET /api/wallet/balance', '401 401 401 403 200 200 200 200'],
  ['GET /api/wallet/statement', '401 401 401 403 404 200 200 404'],
  ['GET /api/wallet/statement.csv', '401 401 401 403 404 200 200 404'],
  [
    'POST /api/wallet/transfers',
    '401 401 401 403 404 422 422 404',
    ({ seller }) => ({ body: { to: seller.username, amount: 1 } }),
    { blocked: 422 },
  ],
  ['GET /api/wallet/transfers/:id', '401 401 401 403 404 404 404 404', () => ({ path: NOWHERE })],
  ['GET /api/wallet/recipients', '401 401 401 403 200 200 200 200', () => ({ path: '?q=forno' })],
  [
    'GET /api/wallet/recipients/:username',
    '401 401 401 403 200 200 200 200',
    ({ seller }) => ({ path: seller.username }),
    { blocked: 404 },
  ],
  [
    'POST /api/wallet/requests',
    '401 401 401 403 200 200 422 200',
    ({ seller }) => ({ body: { from: seller.username, amount: 1 } }),
    { blocked: 422 },
  ],
  ['GET /api/wallet/requests', '401 401 401 403 200 200 200 200'],
  ['POST /api/wallet/requests/:id/pay', '401 401 401 403 404 404 404 404', () => ({ path: NOWHERE, body: {} })],
  ['POST /api/wallet/requests/:id/withdraw', '401 401 401 403 404 404 404 404', () => ({ path: NOWHERE })],
  ['POST /api/wallet/requests/:id/decline', '401 401 401 403 404 404 404 404', () => ({ path: NOWHERE, body: {} })],
  ['POST /api/members/import', '401 401 401 403 403 403 403 200', sending({ csv: '', dryRun: true })],
  [
    'POST /api/users/invitation/:id',
    '404 401 401 404 404 404 404 404',
    () => ({ path: NO_LINK, body: { password: PASSWORD, terms: true } }),
  ],
  ['GET /api/users/:id/sessions', '401 401 401 403 403 403 403 200', freshMember],
  ['DELETE /api/users/:id/sessions', '401 401 401 403 403 403 403 200', freshMember],
  ['GET /api/newsletters', '401 401 401 403 403 403 403 200'],
  ['POST /api/newsletters', '401 401 401 403 403 403 403 200', sending(NEWSLETTER)],
  ['GET /api/newsletters/:id', '401 401 401 403 403 403 403 404', () => ({ path: NOWHERE })],
  ['PUT /api/newsletters/:id', '401 401 401 403 403 403 403 404', () => ({ path: NOWHERE, body: NEWSLETTER })],
  ['DELETE /api/newsletters/:id', '401 401 401 403 403 403 403 404', () => ({ path: NOWHERE })],
  [
    'POST /api/newsletters/:id/test',
    '401 401 401 403 403 403 403 404',
    () => ({ path: NOWHERE, body: { to: 'x@esempio.test' } }),
  ],
  ['POST /api/newsletters/:id/send', '401 401 401 403 403 403 403 404', () => ({ path: NOWHERE, body: NEWSLETTER })],
  ['GET /api/export/members.csv', '401 401 401 403 403 403 403 200'],
  ['GET /api/export/listings.csv', '401 401 401 403 403 403 403 200'],
  ['GET /api/export/orders.csv', '401 401 401 403 403 403 403 200'],
  ['GET /api/export/movements.csv', '401 401 401 403 403 403 403 200'],
  [
    'POST /api/backups',
    '401 401 401 403 403 403 403 403',
    sending({ passphrase: 'una frase molto segreta', password: 'non-la-mia' }),
  ],
  ['GET /api/currency', '200 401 401 200 200 200 200 200'],
  ['GET /api/currency/days.csv', '200 401 401 200 200 200 200 200'],
  ['GET /api/currency/balances.csv', '200 401 401 200 200 200 200 200'],
  ['GET /api/currency/rounds', '200 401 401 200 200 200 200 200'],
  ['POST /api/currency/rounds', '401 401 401 403 403 403 403 200', sending({ date: '2999-01-01' })],
  ['DELETE /api/currency/rounds/:date', '401 401 401 403 403 403 403 404', () => ({ path: '2998-01-01' })],
  [
    'PUT /api/users/:id/suspension',
    '401 401 401 403 403 403 403 200',
    async (scenario) => ({ ...(await freshMember(scenario)), body: { reason: 'Prova' } }),
  ],
  ['DELETE /api/users/:id/suspension', '401 401 401 403 403 403 403 409', freshMember],
  [
    'POST /api/reports',
    '200 401 401 200 200 200 422 200',
    async (scenario, kind) => {
      const visitor = kind === 'visitor' ? { name: 'Ugo', email: mail(kind) } : {}
      const { path: id } = await freshListing(scenario)
      return { body: { kind: 'listing', id, reason: 'other', explanation: 'Prova', ...visitor } }
    },
  ],
  ['GET /api/reports', '401 401 401 403 403 403 403 200', undefined, { moderator: 200 }],
  [
    'POST /api/reports/:id/decision',
    '401 401 401 403 403 403 403 404',
    () => ({ path: NOWHERE, body: DECISION }),
    { moderator: 404 },
  ],
  ['GET /api/decisions', '401 401 401 403 403 403 403 200'],
  ['GET /api/decisions/:id', '401 401 401 404 404 404 404 404', () => ({ path: NOWHERE })],
  [
    'POST /api/decisions/:id/objection',
    '401 401 401 404 404 404 404 404',
    () => ({ path: NOWHERE, body: { text: 'No' } }),
  ],
  [
    'POST /api/decisions/:id/review',
    '401 401 401 403 403 403 403 404',
    () => ({ path: NOWHERE, body: { ...DECISION, outcome: 'upheld' } }),
  ],
  ['GET /api/settings', '401 401 401 403 403 403 403 200'],
  ['PUT /api/settings', '401 401 401 403 403 403 403 422', sending({ version: 0 })],
  ['GET /api/status', '401 401 401 403 403 403 403 200'],
  ['GET /api/audit', '401 401 401 403 403 403 403 200'],
  ['GET /api/pages/:page', '200 401 401 200 200 200 200 200', () => ({ path: 'terms' })],
  [
    'PUT /api/pages/:page',
    '401 401 401 403 403 403 403 409',
    () => ({ path: 'terms', body: { text: 'Testo', version: 0 } }),
  ],
  ['GET /api/terms', '401 401 401 200 200 200 200 200'],
  ['POST /api/terms', '401 401 401 200 200 200 200 200', sending({ version: 1 })],
  [
    'POST /api/desk/members',
    '401 401 401 403 403 403 403 200',
    (_world, kind) => ({ body: { username: fresh(kind), name: 'Rina', surname: 'Bo', pin: '314159' } }),
    { desk: 200 },
  ],
  [
    'PUT /api/desk/members/:id/card',
    '401 401 401 403 403 403 403 404',
    async (scenario) => ({ ...(await freshMember(scenario)), body: { pin: '314159' } }),
  ],
  ['POST /api/desk/code', '401 401 401 403 200 200 200 200'],
  [
    'POST /api/desk/codes',
    '401 401 401 403 403 403 403 200',
    async (scenario) => ({ body: { username: (await scenario.aMember()).username } }),
    { desk: 200 },
  ],
  ['POST /api/desk/sessions', '401 401 401 403 403 403 403 403', sending({ card: 'AAAA', pin: '314159' })],
  ['GET /api/desk/news', '401 401 401 403 403 403 403 200', undefined, { desk: 200 }],
  ['GET /api/desk/receipt', '401 401 401 404 404 404 404 404', undefined, { acting: 200 }],
  ['GET /api/blocks', '401 401 401 200 200 200 200 200'],
  ['PUT /api/blocks/:userId', '401 401 401 200 200 200 200 200', freshMember],
  ['DELETE /api/blocks/:userId', '401 401 401 200 200 200 200 200', freshMember],
  ['GET /api/treasury', '401 401 401 403 403 403 403 200'],
  ['GET /api/treasury/history', '401 401 401 403 403 403 403 200'],
  // Nobody has this name, and the file is empty: nothing is given.
  ['POST /api/treasury/gifts', '401 401 401 403 403 403 403 422', sending({ to: 'nessuno-si-chiama-così', amount: 1 })],
  ['POST /api/treasury/gifts/import', '401 401 401 403 403 403 403 200', sending({ csv: '', dryRun: true })],
  ['POST /api/treasury/mint', '401 401 401 403 403 403 403 422', sending({ amount: -1 })],
  ['POST /api/treasury/gifts/:id/approve', '401 401 401 403 403 403 403 404', () => ({ path: NOWHERE, body: {} })],
  ['POST /api/treasury/gifts/:id/revoke', '401 401 401 403 403 403 403 404', () => ({ path: NOWHERE, body: {} })],
  ['GET /api/treasury/recipients/:username', '401 401 401 403 403 403 403 422', () => ({ path: 'nessuno' })],
  ['POST /api/users/signout', '401 401 401 200 200 200 200 200', sending({})],
]

/** What domain/calls.ts says about a kind that is otherwise like the stranger. */
const isRefused = (kind: (typeof LIKE_STRANGER)[number], signature: Call): boolean => {
  const { audience, whileSuspended, atDesk }: CallShape = calls[signature]
  const isRead = signature.startsWith('GET ')
  if (kind === 'suspended') return audience !== 'public' && !isRead && !whileSuspended
  return kind === 'acting' && !atDesk && !(isRead && audience === 'public')
}

/** The expected statuses of a row, in the order of KINDS. */
export const statusesOf = ([signature, written, , others = {}]: Row): string => {
  const stranger = Number(written.split(' ')[WRITTEN.indexOf('stranger')])
  const rest = LIKE_STRANGER.map((kind) => others[kind] ?? (isRefused(kind, signature) ? 403 : stranger))
  return [written, ...EXPIRED.map(() => 401), ...rest].join(' ')
}

const accountOf = async ({ db, buyer }: Scenario): Promise<string> => {
  const [row] = await db.query<{ account: string }>(sql`select account from member where id = ${buyer.id}`)
  return row?.account ?? ''
}
