import { expect, test } from 'vitest'
import { MESSAGES } from '#domain/base/errors.ts'
import type { Listing } from '#domain/market/listings.schema.ts'
import { REVIEW_INCOMPLETE } from '#domain/market/reviews.ts'
import { sql } from '#server/platform/db/sql.ts'
import { responseWhileDeleting } from '#test/concurrent-delete.ts'
import { aPiazza } from '#test/fixtures.ts'

const setUp = async () => {
  const piazza = await aPiazza()
  const member = await piazza.aMember()
  const listing = await piazza.aListing()
  const review = (body: unknown, { id = listing.id, token = member.token } = {}) =>
    piazza.call('POST', `/api/products/${id}/reviews`, { token, body })
  return { piazza, member, listing, review }
}

test('a review has its author’s name, whatever the body says, and updates the listing’s rating at once', async () => {
  const { piazza, member, listing, review } = await setUp()
  const { status, body } = await review({
    rating: 4,
    comment: ' Gentile e puntuale \n',
    name: 'QUALCUN ALTRO',
    verifiedExchange: true,
  })
  expect(status).toBe(200)
  const shownName = `Bottega ${member.username}`
  const expected = {
    name: member.username,
    shownName,
    rating: 4,
    comment: 'Gentile e puntuale',
    verifiedExchange: false,
  }
  expect(body).toMatchObject({ review: { ...expected, _id: expect.any(String), createdAt: expect.any(String) } })
  const seen = (await piazza.call('GET', `/api/products/${listing.id}`)).body as Listing
  expect(seen).toMatchObject({
    rating: 4,
    numReviews: 1,
    reviews: [expected],
    seller: { seller: { rating: 0, numReviews: 0 } },
  })
})

test('a member can review a listing once, also with concurrent requests', async () => {
  const { listing, review, piazza } = await setUp()
  const answers = await Promise.all(Array.from({ length: 5 }, () => review({ rating: 5, comment: 'Ottimo' })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
  const [refused] = answers.filter(({ status }) => status === 409)
  expect(refused?.body).toEqual({ message: MESSAGES.alreadyReviewed })
  expect(await piazza.db.query(sql`select from review where listing_id = ${listing.id}`)).toHaveLength(1)
})

test('a review of a listing deleted at the same moment answers 404', async () => {
  const { piazza, listing, review } = await setUp()
  const asked = () => review({ rating: 5, comment: 'Appena in tempo' })
  expect(await responseWhileDeleting(piazza.db, 'listing', listing.id, asked)).toMatchObject({
    status: 404,
    body: { message: MESSAGES.listingNotFound },
  })
})

test('a member cannot review their own listing', async () => {
  const { piazza, review } = await setUp()
  const seller = await piazza.aMember({ isAdmin: true })
  const { id } = await piazza.aListing({ by: seller })
  const { status, body } = await review({ rating: 5, comment: 'Bravo me' }, { id, token: seller.token })
  expect({ status, body }).toEqual({ status: 403, body: { message: MESSAGES.ownListingReview } })
})

test('a review after a delivered order is a verified exchange and counts for the seller; after an undelivered one it does neither', async () => {
  const { piazza, review } = await setUp()
  for (const delivered of [true, false]) {
    const { buyer, listing } = await piazza.anOrder({ state: delivered ? 'delivered' : 'paid' })
    const { body } = await review({ rating: 5, comment: 'Arrivato' }, { id: listing.id, token: buyer.token })
    expect(body).toMatchObject({ review: { verifiedExchange: delivered } })
    const seen = (await piazza.call('GET', `/api/products/${listing.id}`)).body as Listing
    expect(seen).toMatchObject({ numReviews: 1, seller: { seller: { numReviews: delivered ? 1 : 0 } } })
  }
})

test.each([
  ['nothing', {}],
  ['no rating', { comment: 'Bene' }],
  ['an empty rating', { rating: '', comment: 'Bene' }],
  ['no comment', { rating: 5 }],
  ['an empty comment', { rating: 5, comment: '   ' }],
  ['a null comment', { rating: 5, comment: null }],
  ['no stars', { rating: 0, comment: 'Bene' }],
  ['six stars', { rating: 6, comment: 'Bene' }],
  ['half a star', { rating: 4.5, comment: 'Bene' }],
  ['a rating that is not a number', { rating: 'NaN', comment: 'Bene' }],
])('a review with %s is rejected as incomplete', async (_what, body) => {
  const { review } = await setUp()
  expect(await review(body)).toMatchObject({ status: 422, body: { message: REVIEW_INCOMPLETE } })
})

test.each([
  ['a comment too long', { rating: 5, comment: 'a'.repeat(2001) }],
  ['a NUL', { rating: 5, comment: 'a\u0000' }],
  ['a lone surrogate', { rating: 5, comment: '\udc00' }],
  ['a comment that is not a string', { rating: 5, comment: { a: 1 } }],
  ['an array as body', []],
  ['no body', null],
])('a review with %s is rejected with a message', async (_what, body) => {
  const { review } = await setUp()
  expect(await review(body)).toMatchObject({ status: 422, body: { message: expect.stringMatching(/\S/) } })
})

const setUpReply = async () => {
  const piazza = await aPiazza()
  const owner = await piazza.aMember()
  const listing = await piazza.aListing({ by: owner, name: 'Torta di mele' })
  const reviewer = await piazza.aMember()
  const { id } = await piazza.aReview(listing, { by: reviewer })
  const reply = (text: unknown, token = owner.token) =>
    piazza.call('PUT', `/api/reviews/${id}/reply`, { token, body: { text } })
  const seen = async () => (await piazza.call('GET', `/api/products/${listing.id}`)).body as Listing
  return { piazza, owner, listing, id, reviewer, reply, seen }
}

test('the owner of a listing answers a review once, for all to read, and the reviewer is told', async () => {
  const { piazza, owner, listing, reviewer, reply, seen } = await setUpReply()
  expect((await seen()).reviews[0]).toMatchObject({ reply: null })
  const replied = { text: 'Grazie, torna presto!', at: expect.any(String) }
  const { status, body } = await reply(' Grazie, torna presto! ')
  expect({ status, body }).toMatchObject({ status: 200, body: { review: { reply: replied } } })
  expect((await seen()).reviews[0]).toMatchObject({ name: reviewer.username, reply: replied })
  const { body: told } = await piazza.call('GET', '/api/notices', { token: reviewer.token })
  const text = `Bottega ${owner.username} ha risposto alla tua recensione di «Torta di mele»`
  expect(told).toMatchObject({ notices: [{ kind: 'review', text, link: `/product/${listing.id}#recensioni` }] })
  expect(await reply('Anzi no')).toMatchObject({ status: 409, body: { message: MESSAGES.alreadyReplied } })
  expect((await seen()).reviews[0]).toMatchObject({ reply: replied })
})

test('only the owner answers, a text of at most 1000 characters, and not a review that is withheld', async () => {
  const { piazza, id, reviewer, reply, seen } = await setUpReply()
  const admin = await piazza.aMember({ isAdmin: true })
  for (const { token } of [reviewer, admin, await piazza.aMember()])
    expect(await reply('Grazie', token)).toMatchObject({ status: 403 })
  for (const text of [undefined, null, '', '  ', 'a'.repeat(1001), 'a\u0000', {}])
    expect(await reply(text)).toMatchObject({ status: 422, body: { message: expect.stringMatching(/\S/) } })
  await piazza.db.execute(sql`update review set withheld = 'hidden' where id = ${id}`)
  expect(await reply('Grazie')).toMatchObject({ status: 404, body: { message: MESSAGES.reviewNotFound } })
  await piazza.db.execute(sql`update review set withheld = null where id = ${id}`)
  expect((await seen()).reviews[0]).toMatchObject({ reply: null })
})

test('of concurrent answers to a review one is stored; an erased reviewer’s review can be answered', async () => {
  const { piazza, reviewer, reply, seen } = await setUpReply()
  const admin = await piazza.aMember({ isAdmin: true })
  expect((await piazza.call('DELETE', `/api/users/${reviewer.id}`, { token: admin.token })).status).toBe(200)
  const answers = await Promise.all(['Grazie', 'Grazie mille', 'Prego'].map((text) => reply(text)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect((await seen()).reviews[0]?.reply?.text).toMatch(/Grazie|Prego/)
})
