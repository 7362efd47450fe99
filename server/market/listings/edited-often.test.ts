import { expect, test } from 'vitest'
import type { NoticePage } from '#domain/talk/notices.schema.ts'
import { sql } from '#server/platform/db/sql.ts'
import { LIMITS } from '#server/platform/limits/limits.ts'
import { jobsDone } from '#test/jobs-done.ts'
import { aPiazzaWithOwner, LISTING_INPUT } from '#test/listing-calls.ts'

test('many edits of a listing leave one job for the same instant, and one notice for each person until it is seen', async () => {
  const { piazza, create, change } = await aPiazzaWithOwner()
  const id = (await create()).product._id
  await change(id, LISTING_INPUT)
  const reader = await piazza.aMember({ hasAd: true })
  await piazza.call('PUT', `/api/favourites/${id}`, { token: reader.token })
  await piazza.call('POST', '/api/alerts', { token: reader.token, body: { query: { text: 'castagno' } } })
  const notices = async () => {
    await jobsDone(piazza.db, 'tell-favourites', 'match-alerts')
    const { body } = await piazza.call('GET', '/api/notices', { token: reader.token })
    return (body as NoticePage).notices.filter(({ kind }) => kind === 'favourite').map(({ text }) => text)
  }
  for (let price = 12; price > 7; price--)
    for (const pause of [true, false]) await change(id, { ...LISTING_INPUT, priceVal: price, pause })
  expect(await notices()).toEqual(['«Miele di castagno» è di nuovo disponibile'])
  await jobsDone(piazza.db, 'find-rings')
  const planned = await piazza.db.query(sql`
    select from graphile_worker.jobs where task_identifier = 'find-rings' and key = ${`find-rings ${id}`}`)
  expect(planned).toHaveLength(1)

  await piazza.call('POST', '/api/notices/seen', { token: reader.token, body: { all: true } })
  await change(id, { ...LISTING_INPUT, priceVal: 5 })
  expect(await notices()).toHaveLength(2)
})

test('a listing can be edited some thirty times an hour, and the refusal says when again', async () => {
  const { create, change } = await aPiazzaWithOwner()
  const [id, other] = [(await create()).product._id, (await create()).product._id]
  const edits = []
  for (let time = 0; time <= LIMITS.listingChange.times; time++)
    edits.push(await change(id, { ...LISTING_INPUT, description: `Vaso ${time}` }))
  const refused = edits.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused[0]?.message).toMatch(
    /^Hai modificato questo annuncio molte volte nell’ultima ora: puoi farlo di nuovo tra (un minuto|\d minuti)\.$/,
  )
  expect((await change(other, LISTING_INPUT)).status).toBe(200)
})
