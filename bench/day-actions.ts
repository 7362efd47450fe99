import { randomUUID } from 'node:crypto'
import type { Person } from '#bench/day-people.ts'
import { seededRandom } from '#bench/seed-listings.ts'
import { SHIPPING_ADDRESS } from '#test/order-calls.ts'

// What people do on a market day, and how often.

export type Market = {
  origin: string
  people: Person[]
  listings: string[]
  admin: string
  photo: Uint8Array<ArrayBuffer>
}
export type Action = { share: number; run: (market: Market) => Promise<void> }

const random = seededRandom(42)
const oneOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
const WORDS =
  'pane torta libri bici lezioni chitarra miele trapano giardino cucina scarpe divano lampada orto vaso'.split(' ')

type Options = { token?: string; body?: unknown; key?: string }

/** The server had no time for a request. */
export class Refused extends Error {}

/** Answers the body; any other refusal and any fault of the server ends the measurement. */
const ask = async <T>(
  { origin }: Market,
  method: string,
  path: string,
  { token, body, key }: Options = {},
): Promise<T> => {
  const isForm = body instanceof FormData
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(key && { 'idempotency-key': key }),
    ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
  }
  const sent = body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }
  const response = await fetch(origin + path, { method, headers, ...sent })
  const text = await response.text()
  if (response.status === 503) throw new Refused(`${method} ${path}`)
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`)
  return response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : (text as T)
}

type Created = { _id: string }

const pair = ({ people }: Market): [Person, Person] => {
  const first = Math.floor(random() * people.length)
  return [
    people[first] as Person,
    people[(first + 1 + Math.floor(random() * (people.length - 1))) % people.length] as Person,
  ]
}

const request = async (market: Market) => {
  const [buyer, seller] = pair(market)
  const body = {
    orderItems: [{ product: seller.listing, qty: 1 }],
    shippingAddress: SHIPPING_ADDRESS,
    message: 'Passo al banco?',
  }
  const { order } = await ask<{ order: Created }>(market, 'POST', '/api/orders', {
    token: buyer.token,
    key: randomUUID(),
    body,
  })
  return { buyer, seller, path: `/api/orders/${order._id}` }
}

const accept = async (market: Market) => {
  const placed = await request(market)
  await ask(market, 'POST', `${placed.path}/accept`, { token: placed.seller.token, body: { val: 0.01, euro: 0 } })
  return placed
}

const write = async (market: Market) => {
  const [asker, owner] = pair(market)
  const { token } = asker
  const { _id } = await ask<Created>(market, 'POST', '/api/threads', { token, body: { listing: owner.listing } })
  await ask(market, 'POST', `/api/threads/${_id}/messages`, { token, body: { text: 'Ne resta una fetta?' } })
  return { asker, owner, path: `/api/threads/${_id}` }
}

/** By the name that the table shows. Shares are of a hundred. */
export const ACTIONS: Record<string, Action> = {
  vetrina: { share: 20, run: (market) => ask(market, 'GET', oneOf(['/', '/', '/p/2', '/search?section=dono'])) },
  ricerca: {
    share: 22,
    run: (market) => ask(market, 'GET', `/api/products?name=${oneOf(WORDS)}&p=${oneOf([1, 1, 1, 2])}`),
  },
  annuncio: { share: 22, run: (market) => ask(market, 'GET', `/product/${oneOf(market.listings)}`) },
  'annuncio (socio)': {
    share: 8,
    run: (market) =>
      ask(market, 'GET', `/api/products/${oneOf(market.listings)}`, { token: oneOf(market.people).token }),
  },
  notifiche: { share: 8, run: (market) => ask(market, 'GET', '/api/notices', { token: oneOf(market.people).token }) },
  portafoglio: { share: 4, run: (market) => ask(market, 'GET', '/api/wallet', { token: oneOf(market.people).token }) },
  messaggio: {
    share: 6,
    run: async (market) => {
      const { owner, path } = await write(market)
      await ask(market, 'GET', path, { token: owner.token })
    },
  },
  preferito: {
    share: 3,
    run: (market) =>
      ask(market, 'PUT', `/api/favourites/${oneOf(market.listings)}`, { token: oneOf(market.people).token }),
  },
  richiesta: { share: 2, run: async (market) => void (await request(market)) },
  accordo: { share: 1.5, run: async (market) => void (await accept(market)) },
  pagamento: {
    share: 1.5,
    run: async (market) => {
      const [from, to] = pair(market)
      const body = { to: to.username, amount: 0.01, note: 'Torta' }
      await ask(market, 'POST', '/api/wallet/transfers', { token: from.token, key: randomUUID(), body })
    },
  },
  pubblicazione: {
    share: 1,
    run: async (market) => {
      const { token } = oneOf(market.people)
      const { product } = await ask<{ product: Created }>(market, 'POST', '/api/products', { token })
      const form = new FormData()
      form.append('image', new File([market.photo], 'foto.jpg', { type: 'image/jpeg' }))
      const image = await ask<string>(market, 'POST', '/api/uploads/s3', { token, body: form })
      const body = {
        name: `Torta ${randomUUID()}`,
        category: 'Alimentari',
        section: 'offro',
        priceVal: 1,
        countInStock: 1,
        image: [image],
      }
      await ask(market, 'PUT', `/api/products/${product._id}`, { token, body })
    },
  },
  amministrazione: {
    share: 1,
    run: (market) =>
      ask(market, 'GET', oneOf(['/api/dashboard', '/api/orders', '/api/users', '/api/audit', '/api/status']), {
        token: market.admin,
      }),
  },
}

const TOTAL = Object.values(ACTIONS).reduce((sum, { share }) => sum + share, 0)

/** The name of an action, drawn by the shares. */
export const drawAction = (): string => {
  let rest = random() * TOTAL
  for (const [name, { share }] of Object.entries(ACTIONS)) {
    rest -= share
    if (rest < 0) return name
  }
  return 'vetrina'
}
