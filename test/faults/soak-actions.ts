import { randomBytes, randomUUID } from 'node:crypto'
import type { RingPage } from '#domain/exchange/rings.schema.ts'
import type { ListingPage } from '#domain/market/listings.schema.ts'
import { ask, BUSY, type Fixture, Interrupted, type Person, until } from '#test/faults/soak-calls.ts'
import { aStreamReader } from '#test/faults/stream-reader.ts'
import { SHIPPING_ADDRESS } from '#test/order-calls.ts'
import { aPictureFile, sendPicture } from '#test/pictures.ts'

export const PASSWORD = 'una-password-lunga-e-segreta'
/** In hundredths: what each listing costs. */
export const PRICE = 1
/** How many listings of the publishing members stay; the oldest is deleted. */
const KEPT_LISTINGS = 20

type Action = (fixture: Fixture, number: number) => Promise<void>
const unique = (word: string) => `${word}${randomBytes(5).toString('hex')}`
const at = <T>(list: readonly T[], number: number): T => list[number % list.length] as T

type Created = { _id: string }

const publish = async (fixture: Fixture, by: { token: string }, more: object): Promise<string> => {
  const { product } = await ask<{ product: Created }>(fixture, 'POST', '/api/products', { token: by.token })
  const body = { category: 'Varie', priceVal: PRICE / 100, countInStock: 1, section: 'offro', ...more }
  await ask(fixture, 'PUT', `/api/products/${product._id}`, { token: by.token, body })
  return product._id
}

/** A buyer, and a listing of another member. */
const aTrade = ({ people, listings }: Fixture, number: number) => {
  const listing = at(listings, number)
  const others = people.filter(({ id }) => id !== listing.seller.id)
  return { listing, seller: listing.seller, buyer: at(others, Math.floor(number / listings.length)) }
}

const placeOrder = async (fixture: Fixture, number: number) => {
  const trade = aTrade(fixture, number)
  const { order } = await ask<{ order: Created }>(fixture, 'POST', '/api/orders', {
    token: trade.buyer.token,
    key: randomUUID(),
    body: { orderItems: [{ product: trade.listing.id, qty: 1 }], shippingAddress: SHIPPING_ADDRESS },
  })
  fixture.stored.orders.push(order._id)
  return { ...trade, path: `/api/orders/${order._id}`, id: order._id }
}

const openThread = async (fixture: Fixture, number: number) => {
  const { listing, seller, buyer } = aTrade(fixture, number)
  const body = { listing: listing.id }
  const { _id } = await ask<Created>(fixture, 'POST', '/api/threads', { token: buyer.token, body })
  return { thread: _id, seller, buyer }
}

const write = async (fixture: Fixture, thread: string, { token }: Person, text: string) => {
  const path = `/api/threads/${thread}/messages`
  fixture.stored.message.push((await ask<Created>(fixture, 'POST', path, { token, body: { text } }))._id)
}

const published: { id: string; token: string }[] = []

/** Everything that people do, each in one function that fails if anything is refused. */
export const ACTIONS: Record<string, Action> = {
  async signIn(fixture, number) {
    const { email } = at(fixture.people, number)
    const body = { email, password: PASSWORD }
    const { token } = await ask<{ token: string }>(fixture, 'POST', '/api/users/signin', { body })
    await ask(fixture, 'GET', '/api/notices/unseen', { token })
    await ask(fixture, 'POST', '/api/users/signout', { token, body: {} })
  },
  async register(fixture) {
    const username = unique('NUOVA').toUpperCase()
    const body = { username, email: `${username.toLowerCase()}@esempio.test`, password: PASSWORD }
    await ask(fixture, 'POST', '/api/users/register', { body })
    fixture.stored.member.push(username)
  },
  async browse(fixture, number) {
    await ask(fixture, 'GET', at(['/', '/tutti_noi', '/moneta', '/newsletter'], number))
    await ask(fixture, 'GET', `/product/${at(fixture.listings, number).id}`)
    await ask(fixture, 'GET', `/seller/${at(fixture.people, number).id}`)
  },
  async search(fixture, number) {
    await ask(fixture, 'GET', `/search/name/pane${number}`)
    await ask<ListingPage>(fixture, 'GET', `/api/products?name=pane&min=${number % 50}`)
    await ask(fixture, 'GET', `/api/products/suggestions?q=pa`)
    await ask(fixture, 'POST', '/api/searches/missed', { body: { query: { name: unique('niente') } } })
  },
  async publish(fixture, number) {
    const { token } = at(fixture.people, number)
    published.push({ id: await publish(fixture, { token }, { name: `Pane ${number}` }), token })
    const oldest = published.length > KEPT_LISTINGS ? published.shift() : undefined
    // Before the deletion, which the server may do although it answers 503.
    fixture.stored.listing = published.map(({ id }) => id)
    if (oldest) await ask(fixture, 'DELETE', `/api/products/${oldest.id}`, { token: oldest.token })
  },
  async upload(fixture, number) {
    const { token } = at(fixture.people, number)
    const { status, text } = await sendPicture(fixture.piazza.origin, token, await aPictureFile())
    fixture.statuses.push(status)
    if (status !== 200) throw new (status === BUSY ? Interrupted : Error)(`upload: ${status} ${text}`)
    fixture.stored.upload.push(text)
    await ask(fixture, 'GET', text)
  },
  async request(fixture, number) {
    const { buyer, seller, path, id } = await placeOrder(fixture, number)
    await ask(fixture, 'PUT', `${path}/pay`, { token: seller.token, body: {} })
    await ask(fixture, 'PUT', `${path}/deliver`, { token: buyer.token, body: {} })
    fixture.stored.delivered.push(id)
    await ask(fixture, 'GET', path, { token: buyer.token })
  },
  async withdraw(fixture, number) {
    const { buyer, path } = await placeOrder(fixture, number)
    await ask(fixture, 'POST', `${path}/cancel`, { token: buyer.token, body: {} })
  },
  async payRequest(fixture, number) {
    const { buyer, seller, path } = await placeOrder(fixture, number)
    await ask(fixture, 'POST', `${path}/accept`, { token: seller.token, body: { val: PRICE / 100, euro: 0 } })
    await ask(fixture, 'POST', `${path}/transfer`, { token: buyer.token, body: {}, key: randomUUID() })
    await ask(fixture, 'POST', `${path}/refund`, { token: seller.token, body: {} })
  },
  async payCart(fixture, number) {
    const { buyer, listing } = aTrade(fixture, number)
    const item = [{ product: listing.id, qty: 1 }]
    const key = randomUUID()
    const cart = { token: buyer.token, key }
    await ask(fixture, 'POST', '/api/payment', { ...cart, body: { account: buyer.account, item } })
    const body = { orderItems: item, shippingAddress: SHIPPING_ADDRESS }
    const { order } = await ask<{ order: Created }>(fixture, 'POST', '/api/orders', { ...cart, body })
    fixture.stored.orders.push(order._id)
  },
  async sendVal(fixture, number) {
    const [from, to] = [at(fixture.people, number), at(fixture.people, number + 1)]
    const body = { to: to.username, amount: 0.01, note: 'Grazie' }
    const options = { token: from.token, key: randomUUID(), body }
    fixture.stored.member_transfer.push((await ask<Created>(fixture, 'POST', '/api/wallet/transfers', options))._id)
    await ask(fixture, 'GET', '/api/wallet/statement', { token: to.token })
  },
  async requestVal(fixture, number) {
    const [asks, pays] = [at(fixture.people, number), at(fixture.people, number + 3)]
    const body = { from: pays.username, amount: 0.01 }
    const { _id } = await ask<Created>(fixture, 'POST', '/api/wallet/requests', { token: asks.token, body })
    fixture.stored.val_request.push(_id)
    const how = number % 2 ? 'pay' : 'decline'
    await ask(fixture, 'POST', `/api/wallet/requests/${_id}/${how}`, { token: pays.token, body: {} })
  },
  async message(fixture, number) {
    const { thread, seller, buyer } = await openThread(fixture, number)
    await write(fixture, thread, buyer, `Buongiorno ${number}`)
    await write(fixture, thread, seller, `Salve ${number}`)
    await ask(fixture, 'GET', `/api/threads/${thread}`, { token: buyer.token })
  },
  async stream(fixture, number) {
    const { thread, seller, buyer } = await openThread(fixture, number)
    const reader = aStreamReader([fixture.piazza.origin], seller.token)
    await reader.ready
    const text = unique('in diretta ')
    await write(fixture, thread, buyer, text)
    await until('a message in the stream', async () => reader.texts.includes(text) || undefined).finally(reader.stop)
  },
  async favourite(fixture, number) {
    const { listing, buyer } = aTrade(fixture, number)
    const path = `/api/favourites/${listing.id}`
    await ask(fixture, 'PUT', path, { token: buyer.token })
    await ask(fixture, 'GET', '/api/favourites', { token: buyer.token })
    await ask(fixture, 'DELETE', path, { token: buyer.token })
  },
  async alert(fixture, number) {
    const { token } = at(fixture.people, number)
    const { alert } = fixture.stored
    const body = { query: { name: `pane ${number}` } }
    const { _id } = await ask<Created>(fixture, 'POST', '/api/alerts', { token, body })
    if (alert.length >= fixture.people.length) await ask(fixture, 'DELETE', `/api/alerts/${_id}`, { token })
    else alert.push(_id)
  },
  async report(fixture, number) {
    const { token } = at(fixture.people, number)
    const id = await publish(fixture, at(fixture.people, number + 1), { name: 'Pane magico' })
    const body = { kind: 'listing', id, reason: 'fraud', explanation: 'Non esiste' }
    const report = await ask<Created>(fixture, 'POST', '/api/reports', { token, body })
    fixture.stored.report.push(report._id)
    const decision = { action: 'remove', facts: 'Fatti', ground: 'Regola' }
    await ask(fixture, 'POST', `/api/reports/${report._id}/decision`, { token: fixture.admin.token, body: decision })
  },
  async notices(fixture, number) {
    const { token } = at(fixture.people, number)
    await ask(fixture, 'GET', '/api/notices', { token })
    await ask(fixture, 'POST', '/api/notices/seen', { token, body: { all: true } })
    const body = { review: at(['never', 'daily'], number) }
    await ask(fixture, 'PUT', '/api/notices/preferences', { token, body })
  },
  async push(fixture, number) {
    const { id, token } = at(fixture.people, number)
    const body = {
      endpoint: `https://fcm.googleapis.com/fcm/send/${id}`,
      keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
    }
    await ask(fixture, 'POST', '/api/push', { token, body })
    await ask(fixture, 'POST', '/api/push/remove', { token, body })
  },
  async subscribe(fixture) {
    const email = `${unique('iscritta')}@esempio.test`
    await ask(fixture, 'POST', '/api/users/newsletter', { body: { name: 'Rosa', email } })
    fixture.stored.newsletter_subscriber.push(email)
  },
  async newsletter(fixture, number) {
    const { token } = fixture.admin
    const body = { subject: `Notizie ${number}`, text: 'Ciao', audience: 'subscribers' }
    const { _id } = await ask<Created>(fixture, 'POST', '/api/newsletters', { token, body })
    await ask(fixture, 'POST', `/api/newsletters/${_id}/send`, { token, body })
    fixture.stored.newsletter.push(_id)
  },
  async exports(fixture, number) {
    await ask(fixture, 'GET', '/api/privacy/export', { token: at(fixture.people, number).token })
    const name = at(['members', 'listings', 'orders', 'movements'], number)
    await ask(fixture, 'GET', `/api/export/${name}.csv`, { token: fixture.admin.token })
    await ask(fixture, 'GET', '/api/wallet/statement.csv', { token: at(fixture.people, number).token })
  },
  async review(fixture, number) {
    const { listing, buyer } = aTrade(fixture, number)
    const body = { rating: (number % 5) + 1, comment: `Buono ${number}` }
    const path = `/api/products/${listing.id}/reviews`
    // Each person reviews a listing once.
    const { status, text } = await fixture.piazza.call('POST', path, { token: buyer.token, body })
    fixture.statuses.push(status)
    if (status === 200) fixture.stored.review.push(`${listing.id} ${buyer.id}`)
    else if (![400, 409, BUSY].includes(status)) throw new Error(`review: ${status} ${text}`)
  },
  async ring(fixture) {
    const [one, other] = fixture.circle
    const [has, wants] = [unique('Trapano'), unique('Divano')]
    const seeking = { section: 'cerco', isService: false }
    const listings = [
      [one, await publish(fixture, one, { name: has })],
      [other, await publish(fixture, other, { name: wants })],
      [other, await publish(fixture, other, { name: `Cerco ${has}`, ...seeking })],
      [one, await publish(fixture, one, { name: `Cerco ${wants}`, ...seeking })],
    ] as const
    const ring = await until('a ring', async () => {
      const { rings } = await ask<RingPage>(fixture, 'GET', '/api/rings', { token: one.token })
      return rings.find(({ parts }) => parts.some(({ offer }) => offer.name === has))
    })
    const body = { accept: true }
    for (const { token } of fixture.circle) await ask(fixture, 'POST', `/api/rings/${ring._id}/answer`, { token, body })
    fixture.stored.ring.push(ring._id)
    for (const [{ token }, id] of listings) await ask(fixture, 'DELETE', `/api/products/${id}`, { token })
  },
  async desk(fixture) {
    const body = { card: fixture.card, pin: fixture.pin }
    const { token } = await ask<{ token: string }>(fixture, 'POST', '/api/desk/sessions', {
      token: fixture.desk.token,
      body,
    })
    const id = await publish(fixture, { token }, { name: 'Uova' })
    await ask(fixture, 'DELETE', `/api/products/${id}`, { token })
    await ask(fixture, 'GET', '/api/desk/receipt', { token })
    await ask(fixture, 'POST', '/api/users/signout', { token, body: {} })
  },
  async administer(fixture, number) {
    const { token } = fixture.admin
    for (const path of ['/api/dashboard', '/api/status', '/api/audit', '/api/reports', '/api/currency'])
      await ask(fixture, 'GET', path, { token })
    const member = at(fixture.circle, number)
    await ask(fixture, 'PUT', `/api/users/${member.id}`, { token, body: { name: `Nome ${number}` } })
  },
  async block(fixture, number) {
    const [one, other] = [at(fixture.people, number), fixture.circle[0]]
    await ask(fixture, 'PUT', `/api/blocks/${other.id}`, { token: one.token })
    await ask(fixture, 'DELETE', `/api/blocks/${other.id}`, { token: one.token })
  },
}
