import { randomBytes, randomUUID } from 'node:crypto'
import type { ListingPage } from '#domain/listings.schema.ts'
import type { RingPage } from '#domain/rings.schema.ts'
import { ask, BUSY, Interrupted, type Person, type Scene, until } from '#test/faults/soak-calls.ts'
import { aStreamReader } from '#test/faults/stream-reader.ts'
import { SHIPPING_ADDRESS } from '#test/order-calls.ts'
import { aPictureFile, sendPicture } from '#test/pictures.ts'

export const PASSWORD = 'una-password-lunga-e-segreta'
/** In hundredths: what each listing costs. */
export const PRICE = 1
/** How many listings of the publishing members stay; the oldest is deleted. */
const KEPT_LISTINGS = 20

type Deed = (scene: Scene, number: number) => Promise<void>
const unique = (word: string) => `${word}${randomBytes(5).toString('hex')}`
const at = <T>(list: readonly T[], number: number): T => list[number % list.length] as T

type Created = { _id: string }

const publish = async (scene: Scene, by: { token: string }, more: object): Promise<string> => {
  const { product } = await ask<{ product: Created }>(scene, 'POST', '/api/products', { token: by.token })
  const body = { category: 'Varie', priceVal: PRICE / 100, countInStock: 1, section: 'offro', ...more }
  await ask(scene, 'PUT', `/api/products/${product._id}`, { token: by.token, body })
  return product._id
}

/** A buyer, and a listing of another member. */
const aTrade = ({ people, listings }: Scene, number: number) => {
  const listing = at(listings, number)
  const others = people.filter(({ id }) => id !== listing.seller.id)
  return { listing, seller: listing.seller, buyer: at(others, Math.floor(number / listings.length)) }
}

const placeOrder = async (scene: Scene, number: number) => {
  const trade = aTrade(scene, number)
  const { order } = await ask<{ order: Created }>(scene, 'POST', '/api/orders', {
    token: trade.buyer.token,
    key: randomUUID(),
    body: { orderItems: [{ product: trade.listing.id, qty: 1 }], shippingAddress: SHIPPING_ADDRESS },
  })
  scene.stored.orders.push(order._id)
  return { ...trade, path: `/api/orders/${order._id}`, id: order._id }
}

const openThread = async (scene: Scene, number: number) => {
  const { listing, seller, buyer } = aTrade(scene, number)
  const body = { listing: listing.id }
  const { _id } = await ask<Created>(scene, 'POST', '/api/threads', { token: buyer.token, body })
  return { thread: _id, seller, buyer }
}

const write = async (scene: Scene, thread: string, { token }: Person, text: string) => {
  const path = `/api/threads/${thread}/messages`
  scene.stored.message.push((await ask<Created>(scene, 'POST', path, { token, body: { text } }))._id)
}

const published: { id: string; token: string }[] = []

/** Everything that people do, each in one function that fails if anything is refused. */
export const DEEDS: Record<string, Deed> = {
  async signIn(scene, number) {
    const { email } = at(scene.people, number)
    const body = { email, password: PASSWORD }
    const { token } = await ask<{ token: string }>(scene, 'POST', '/api/users/signin', { body })
    await ask(scene, 'GET', '/api/notices/unseen', { token })
    await ask(scene, 'POST', '/api/users/signout', { token, body: {} })
  },
  async register(scene) {
    const username = unique('NUOVA').toUpperCase()
    const body = { username, email: `${username.toLowerCase()}@esempio.test`, password: PASSWORD }
    await ask(scene, 'POST', '/api/users/register', { body })
    scene.stored.member.push(username)
  },
  async browse(scene, number) {
    await ask(scene, 'GET', at(['/', '/tutti_noi', '/moneta', '/newsletter'], number))
    await ask(scene, 'GET', `/product/${at(scene.listings, number).id}`)
    await ask(scene, 'GET', `/seller/${at(scene.people, number).id}`)
  },
  async search(scene, number) {
    await ask(scene, 'GET', `/search/name/pane${number}`)
    await ask<ListingPage>(scene, 'GET', `/api/products?name=pane&min=${number % 50}`)
    await ask(scene, 'GET', `/api/products/suggestions?q=pa`)
    await ask(scene, 'POST', '/api/searches/missed', { body: { query: { name: unique('niente') } } })
  },
  async publish(scene, number) {
    const { token } = at(scene.people, number)
    published.push({ id: await publish(scene, { token }, { name: `Pane ${number}` }), token })
    const oldest = published.length > KEPT_LISTINGS ? published.shift() : undefined
    if (oldest) await ask(scene, 'DELETE', `/api/products/${oldest.id}`, { token: oldest.token })
    scene.stored.listing = published.map(({ id }) => id)
  },
  async upload(scene, number) {
    const { token } = at(scene.people, number)
    const { status, text } = await sendPicture(scene.piazza.origin, token, await aPictureFile())
    scene.statuses.push(status)
    if (status !== 200) throw new (status === BUSY ? Interrupted : Error)(`upload: ${status} ${text}`)
    scene.stored.upload.push(text)
    await ask(scene, 'GET', text)
  },
  async request(scene, number) {
    const { buyer, seller, path, id } = await placeOrder(scene, number)
    await ask(scene, 'PUT', `${path}/pay`, { token: seller.token, body: {} })
    await ask(scene, 'PUT', `${path}/deliver`, { token: buyer.token, body: {} })
    scene.stored.delivered.push(id)
    await ask(scene, 'GET', path, { token: buyer.token })
  },
  async withdraw(scene, number) {
    const { buyer, path } = await placeOrder(scene, number)
    await ask(scene, 'POST', `${path}/cancel`, { token: buyer.token, body: {} })
  },
  async payRequest(scene, number) {
    const { buyer, seller, path } = await placeOrder(scene, number)
    await ask(scene, 'POST', `${path}/transfer`, { token: buyer.token, body: {}, key: randomUUID() })
    await ask(scene, 'POST', `${path}/refund`, { token: seller.token, body: {} })
  },
  async payCart(scene, number) {
    const { buyer, listing } = aTrade(scene, number)
    const item = [{ product: listing.id, qty: 1 }]
    const key = randomUUID()
    const cart = { token: buyer.token, key }
    await ask(scene, 'POST', '/api/payment', { ...cart, body: { account: buyer.account, item } })
    const body = { orderItems: item, shippingAddress: SHIPPING_ADDRESS }
    const { order } = await ask<{ order: Created }>(scene, 'POST', '/api/orders', { ...cart, body })
    scene.stored.orders.push(order._id)
  },
  async sendVal(scene, number) {
    const [from, to] = [at(scene.people, number), at(scene.people, number + 1)]
    const body = { to: to.username, amount: 0.01, note: 'Grazie' }
    const options = { token: from.token, key: randomUUID(), body }
    scene.stored.member_transfer.push((await ask<Created>(scene, 'POST', '/api/wallet/transfers', options))._id)
    await ask(scene, 'GET', '/api/wallet/statement', { token: to.token })
  },
  async requestVal(scene, number) {
    const [asks, pays] = [at(scene.people, number), at(scene.people, number + 3)]
    const body = { from: pays.username, amount: 0.01 }
    const { _id } = await ask<Created>(scene, 'POST', '/api/wallet/requests', { token: asks.token, body })
    scene.stored.val_request.push(_id)
    const how = number % 2 ? 'pay' : 'decline'
    await ask(scene, 'POST', `/api/wallet/requests/${_id}/${how}`, { token: pays.token, body: {} })
  },
  async message(scene, number) {
    const { thread, seller, buyer } = await openThread(scene, number)
    await write(scene, thread, buyer, `Buongiorno ${number}`)
    await write(scene, thread, seller, `Salve ${number}`)
    await ask(scene, 'GET', `/api/threads/${thread}`, { token: buyer.token })
  },
  async stream(scene, number) {
    const { thread, seller, buyer } = await openThread(scene, number)
    const reader = aStreamReader([scene.piazza.origin], seller.token)
    await reader.ready
    const text = unique('in diretta ')
    await write(scene, thread, buyer, text)
    await until('a message in the stream', async () => reader.texts.includes(text) || undefined).finally(reader.stop)
  },
  async favourite(scene, number) {
    const { listing, buyer } = aTrade(scene, number)
    const path = `/api/favourites/${listing.id}`
    await ask(scene, 'PUT', path, { token: buyer.token })
    await ask(scene, 'GET', '/api/favourites', { token: buyer.token })
    await ask(scene, 'DELETE', path, { token: buyer.token })
  },
  async alert(scene, number) {
    const { token } = at(scene.people, number)
    const { alert } = scene.stored
    const body = { query: { name: `pane ${number}` } }
    const { _id } = await ask<Created>(scene, 'POST', '/api/alerts', { token, body })
    if (alert.length >= scene.people.length) await ask(scene, 'DELETE', `/api/alerts/${_id}`, { token })
    else alert.push(_id)
  },
  async report(scene, number) {
    const { token } = at(scene.people, number)
    const id = await publish(scene, at(scene.people, number + 1), { name: 'Pane magico' })
    const body = { kind: 'listing', id, reason: 'fraud', explanation: 'Non esiste' }
    const report = await ask<Created>(scene, 'POST', '/api/reports', { token, body })
    scene.stored.report.push(report._id)
    const decision = { action: 'remove', facts: 'Fatti', ground: 'Regola' }
    await ask(scene, 'POST', `/api/reports/${report._id}/decision`, { token: scene.admin.token, body: decision })
  },
  async notices(scene, number) {
    const { token } = at(scene.people, number)
    await ask(scene, 'GET', '/api/notices', { token })
    await ask(scene, 'POST', '/api/notices/seen', { token, body: { all: true } })
    const body = { review: at(['never', 'daily'], number) }
    await ask(scene, 'PUT', '/api/notices/preferences', { token, body })
  },
  async push(scene, number) {
    const { id, token } = at(scene.people, number)
    const body = {
      endpoint: `https://fcm.googleapis.com/fcm/send/${id}`,
      keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
    }
    await ask(scene, 'POST', '/api/push', { token, body })
    await ask(scene, 'POST', '/api/push/remove', { token, body })
  },
  async subscribe(scene) {
    const email = `${unique('iscritta')}@esempio.test`
    await ask(scene, 'POST', '/api/users/newsletter', { body: { name: 'Rosa', email } })
    scene.stored.newsletter_subscriber.push(email)
  },
  async newsletter(scene, number) {
    const { token } = scene.admin
    const body = { subject: `Notizie ${number}`, text: 'Ciao', audience: 'subscribers' }
    const { _id } = await ask<Created>(scene, 'POST', '/api/newsletters', { token, body })
    await ask(scene, 'POST', `/api/newsletters/${_id}/send`, { token })
    scene.stored.newsletter.push(_id)
  },
  async exports(scene, number) {
    await ask(scene, 'GET', '/api/privacy/export', { token: at(scene.people, number).token })
    const name = at(['members', 'listings', 'orders', 'movements'], number)
    await ask(scene, 'GET', `/api/export/${name}.csv`, { token: scene.admin.token })
    await ask(scene, 'GET', '/api/wallet/statement.csv', { token: at(scene.people, number).token })
  },
  async review(scene, number) {
    const { listing, buyer } = aTrade(scene, number)
    const body = { rating: (number % 5) + 1, comment: `Buono ${number}` }
    const path = `/api/products/${listing.id}/reviews`
    // Each person reviews a listing once.
    const { status, text } = await scene.piazza.call('POST', path, { token: buyer.token, body })
    scene.statuses.push(status)
    if (status === 200) scene.stored.review.push(`${listing.id} ${buyer.id}`)
    else if (![400, 409, BUSY].includes(status)) throw new Error(`review: ${status} ${text}`)
  },
  async ring(scene) {
    const [one, other] = scene.circle
    const [has, wants] = [unique('Trapano'), unique('Divano')]
    const seeking = { section: 'cerco', isService: false }
    const listings = [
      [one, await publish(scene, one, { name: has })],
      [other, await publish(scene, other, { name: wants })],
      [other, await publish(scene, other, { name: `Cerco ${has}`, ...seeking })],
      [one, await publish(scene, one, { name: `Cerco ${wants}`, ...seeking })],
    ] as const
    const ring = await until('a ring', async () => {
      const { rings } = await ask<RingPage>(scene, 'GET', '/api/rings', { token: one.token })
      return rings.find(({ parts }) => parts.some(({ offer }) => offer.name === has))
    })
    const body = { accept: true }
    for (const { token } of scene.circle) await ask(scene, 'POST', `/api/rings/${ring._id}/answer`, { token, body })
    scene.stored.ring.push(ring._id)
    for (const [{ token }, id] of listings) await ask(scene, 'DELETE', `/api/products/${id}`, { token })
  },
  async desk(scene) {
    const body = { card: scene.card, pin: scene.pin }
    const { token } = await ask<{ token: string }>(scene, 'POST', '/api/desk/sessions', {
      token: scene.desk.token,
      body,
    })
    const id = await publish(scene, { token }, { name: 'Uova' })
    await ask(scene, 'DELETE', `/api/products/${id}`, { token })
    await ask(scene, 'GET', '/api/desk/receipt', { token })
    await ask(scene, 'POST', '/api/users/signout', { token, body: {} })
  },
  async administer(scene, number) {
    const { token } = scene.admin
    for (const path of ['/api/dashboard', '/api/status', '/api/audit', '/api/reports', '/api/currency'])
      await ask(scene, 'GET', path, { token })
    const member = at(scene.circle, number)
    await ask(scene, 'PUT', `/api/users/${member.id}`, { token, body: { name: `Nome ${number}` } })
  },
  async block(scene, number) {
    const [one, other] = [at(scene.people, number), scene.circle[0]]
    await ask(scene, 'PUT', `/api/blocks/${other.id}`, { token: one.token })
    await ask(scene, 'DELETE', `/api/blocks/${other.id}`, { token: one.token })
  },
}
