import { expect, test } from 'vitest'
import { MESSAGES } from '#domain/base/errors.ts'
import { sql } from '#server/platform/db/sql.ts'
import { responseWhileDeleting } from '#test/concurrent-delete.ts'
import { whileMemberIsLocked } from '#test/lock-waits.ts'
import { aBuyerAndListing } from '#test/order-calls.ts'
import { aPiazzaWithThreads } from '#test/thread-calls.ts'

test('a message to a thread that is deleted at the same moment is answered 404', async () => {
  const piazza = await aPiazzaWithThreads()
  const { order, buyer } = await piazza.anOrder()
  const { _id: id } = await piazza.begin(buyer, { order: order.id })
  expect(await responseWhileDeleting(piazza.db, 'thread', id, () => piazza.write(buyer, id, 'Ok'))).toMatchObject({
    status: 404,
  })
})

test('a conversation about a listing or a request that is deleted at the same moment is not begun', async () => {
  const piazza = await aPiazzaWithThreads()
  const { order, buyer, listing } = await piazza.anOrder()
  const begin = (about: object) => piazza.call('POST', '/api/threads', { token: buyer.token, body: about })
  expect(await responseWhileDeleting(piazza.db, 'orders', order.id, () => begin({ order: order.id }))).toMatchObject({
    status: 404,
    body: { message: 'Questa richiesta non esiste.' },
  })
  expect(
    await responseWhileDeleting(piazza.db, 'listing', listing.id, () => begin({ listing: listing.id })),
  ).toMatchObject({ status: 404, body: { message: MESSAGES.listingNotFound } })
})

test('a member whose account is deleted at the same moment begins no conversation', async () => {
  const piazza = await aPiazzaWithThreads()
  const { buyer, listing } = await aBuyerAndListing(piazza)
  const response = await whileMemberIsLocked(
    piazza.db,
    buyer.id,
    () => piazza.call('POST', '/api/threads', { token: buyer.token, body: { listing: listing.id } }),
    (client) => client.query('update member set deleted_at = now() where id = $1', [buyer.id]),
  )
  expect(response.status).toBe(401)
  expect(await piazza.db.query(sql`select from thread where listing_id = ${listing.id}`)).toEqual([])
})
