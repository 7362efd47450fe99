import type { OrderView, PaymentResult } from '#domain/orders.schema.ts'
import type { aPiazza } from '#test/fixtures.ts'

type Piazza = Awaited<ReturnType<typeof aPiazza>>
export type Someone = { id: string; token: string }
export type Item = { product: string; qty: number }
type Failed = { message: string }

export const HOME = {
  fullName: 'Rosa Bianchi',
  address: 'Via Roma 1',
  city: 'Torino',
  postalCode: '10100',
  phone: '011 123',
}

/** The calls between cart and delivery. */
export const exchanging = (piazza: Piazza) => ({
  place: async (by: Someone, orderItems: Item[], more: { body?: object; key?: string } = {}) => {
    const { status, body } = await piazza.call('POST', '/api/orders', {
      token: by.token,
      headers: more.key ? { 'idempotency-key': more.key } : {},
      body: { orderItems, shippingAddress: HOME, ...more.body },
    })
    return { status, ...(body as { order: OrderView } & Failed) }
  },
  pay: async (by: Someone, account: string, item: Item[], key?: string) => {
    const headers: Record<string, string> = key ? { 'idempotency-key': key } : {}
    const answer = await piazza.call('POST', '/api/payment', { token: by.token, headers, body: { account, item } })
    return {
      http: answer.status,
      retryAfter: answer.headers.get('retry-after'),
      ...(answer.body as PaymentResult & Failed),
    }
  },
  see: async (by: Someone, id: string) => {
    const { status, body } = await piazza.call('GET', `/api/orders/${id}`, { token: by.token })
    return { status, ...(body as OrderView & Failed) }
  },
  step: async (by: Someone, step: 'pay' | 'deliver' | 'remove', id: string) => {
    const [method, path] = step === 'remove' ? ['DELETE', ''] : ['PUT', `/${step}`]
    const body = step === 'remove' ? {} : { body: { status: 'ok' } }
    const answer = await piazza.call(method as string, `/api/orders/${id}${path}`, { token: by.token, ...body })
    return { status: answer.status, ...(answer.body as Failed) }
  },
})

/** A buyer with an ad, and a seller with one listing. */
export const anOffer = async (piazza: Piazza, wish: Parameters<Piazza['aListing']>[0] = {}) => {
  const seller = await piazza.aMember()
  const buyer = await piazza.aMember({ hasAd: true })
  const listing = await piazza.aListing({ by: seller, ...wish })
  return { seller, buyer, listing, item: { product: listing.id, qty: 1 } }
}
