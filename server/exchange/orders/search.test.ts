import { expect, test } from 'vitest'
import { DAY_MS } from '#domain/base/dates.ts'
import { sql } from '#server/platform/db/sql.ts'
import { anOwnPiazza } from '#test/fixtures.ts'
import { orderCalls } from '#test/order-calls.ts'

test('an admin finds requests by the name of a party or of a thing, and by their number; a seller only among their own', async () => {
  const piazza = await anOwnPiazza()
  const { token } = await piazza.aMember({ isAdmin: true })
  const [one, other] = [await piazza.anOrder(), await piazza.anOrder()]
  await piazza.db.execute(sql`update order_item set name = 'Torta 100%' where order_id = ${one.order.id}`)
  await piazza.db.execute(sql`update member set name = 'Rosa', surname = 'Però' where id = ${other.buyer.id}`)
  const find = async (q: string, as = token, more = '') => {
    const { body } = await piazza.call('GET', `/api/orders?q=${encodeURIComponent(q)}${more}`, { token: as })
    return (body as { _id: string }[]).map(({ _id }) => _id)
  }
  expect(await find('torta')).toEqual([one.order.id])
  expect(await find('0%')).toEqual([one.order.id])
  expect(await find('%%')).toEqual([])
  expect(await find('rosa pe')).toEqual([other.order.id])
  const numberOf = async ({ order }: typeof one) => {
    const { body } = await piazza.call('GET', `/api/orders/${order.id}`, { token })
    return String((body as { number: number }).number)
  }
  // Digits can also be part of a name.
  expect(await find(await numberOf(other))).toContain(other.order.id)
  for (const id of [other.order.id, other.order.id.toUpperCase()]) expect(await find(id)).toEqual([other.order.id])
  expect(await find('99999')).toEqual([])
  expect(await find(`0${other.order.id}`)).toEqual([])
  expect(await find('')).toEqual([other.order.id, one.order.id])
  const mine = `&seller=${one.seller.id}`
  expect(await find('torta', one.seller.token, mine)).toEqual([one.order.id])
  expect(await find(await numberOf(one), one.seller.token, mine)).toEqual([one.order.id])
  expect(await find('rosa', one.seller.token, mine)).toEqual([])
  expect((await piazza.call('GET', '/api/orders?q=rosa', { token: one.seller.token })).status).toBe(403)
})

test('an admin lists the requests with an open problem, and those that their owner has not answered for days', async () => {
  const piazza = await anOwnPiazza()
  const calls = orderCalls(piazza)
  const { token } = await piazza.aMember({ isAdmin: true })
  const [old, answered, troubled] = [
    await piazza.anOrder(),
    await piazza.anOrder(),
    await piazza.anOrder({ state: 'agreed' }),
  ]
  await piazza.db.execute(sql`update orders set created_at = ${new Date(Date.now() - 4 * DAY_MS)}`)
  await piazza.anOrder()
  await calls.step(answered.seller, 'propose', answered.order.id)
  const list = async (only: string, as = token, more = '') => {
    const { body, headers } = await piazza.call('GET', `/api/orders?only=${only}${more}`, { token: as })
    return [headers.get('x-total-count'), (body as { _id: string }[]).map(({ _id }) => _id)]
  }
  expect(await list('unanswered')).toEqual(['1', [old.order.id]])
  expect(await list('problem')).toEqual(['0', []])
  await calls.step(troubled.buyer, 'problem', troubled.order.id)
  expect(await list('problem')).toEqual(['1', [troubled.order.id]])
  expect(await list('problem', old.seller.token, `&seller=${old.seller.id}`)).toEqual(['0', []])
  await calls.step(troubled.buyer, 'withdrawProblem', troubled.order.id)
  expect(await list('problem')).toEqual(['0', []])
  expect((await piazza.call('GET', '/api/orders?only=altro', { token })).status).toBe(400)
})

test('an admin finds listings by title and by seller', async () => {
  const piazza = await anOwnPiazza()
  const { token } = await piazza.aMember({ isAdmin: true })
  const [bread, cake] = [await piazza.aListing({ name: 'Pane' }), await piazza.aListing({ name: 'Torta' })]
  const names = async (name: string) => {
    const { body } = await piazza.call('GET', `/api/products?name=${name}`, { token })
    return (body as { products: { name: string }[] }).products.map((product) => product.name)
  }
  const { username = '' } =
    (await piazza.db.first<{ username: string }>(sql`select username from member where id = ${cake.seller.id}`)) ?? {}
  expect(await names('pan')).toEqual([bread.name])
  expect(await names(username)).toEqual([cake.name])
})
