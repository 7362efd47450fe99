import { expect, test } from 'vitest'
import { DAY_MS } from '#domain/base/dates.ts'
import type { FreshnessQuestion } from '#domain/market/freshness.schema.ts'
import type { NoticePage } from '#domain/talk/notices.schema.ts'
import { sql } from '#server/platform/db/sql.ts'
import { runJob } from '#test/jobs-done.ts'
import { aPiazzaWithOwner, LISTING_INPUT } from '#test/listing-calls.ts'
import { mailsTo } from '#test/mailbox.ts'
import { orderCalls } from '#test/order-calls.ts'

/** A published listing, a clock that can be set forward by days, and the notices of the owner. */
const aListingInTime = async (input: object = {}) => {
  let days = 0
  const clock = () => new Date(Date.now() + days * DAY_MS)
  const { piazza, owner, create, change: save, publicNames } = await aPiazzaWithOwner({ clock })
  /** The member with a new token, because sessions end after 30 days. */
  const withNewToken = async <T extends { id: string }>(member: T) => ({
    ...member,
    token: await piazza.aSession(member),
  })
  const change = async (listingId: string, body: object) => save(listingId, body, await piazza.aSession(owner))
  const { product } = await create()
  const id = product._id
  await change(id, { ...LISTING_INPUT, ...input })
  const told = async () => {
    const { body } = await piazza.call('GET', '/api/notices', { token: await piazza.aSession(owner) })
    return (body as NoticePage).notices.filter(({ kind }) => kind === 'listing')
  }
  const onDay = async (day: number) => {
    days = day
    await runJob(piazza.db, 'ask-freshness')
    return (await told()).map(({ text }) => text)
  }
  const codeOf = async () => (await told())[0]?.link.replace('/ancora-valido/', '') ?? ''
  const ask = async () => {
    const { status, body } = await piazza.call('GET', `/api/freshness/${await codeOf()}`)
    return { status, ...(body as FreshnessQuestion) }
  }
  const answer = async (reply: string, code?: string) =>
    piazza.call('POST', `/api/freshness/${code ?? (await codeOf())}`, { body: { answer: reply } })
  const isShown = async () => (await publicNames()).includes('Miele di castagno')
  return { piazza, owner, withNewToken, id, change, onDay, told, codeOf, ask, answer, isShown }
}

const QUESTION = '«Miele di castagno» è ancora valido?'

test('after 90 days the owner is asked once; 14 silent days later the listing is paused', async () => {
  const { onDay, isShown, told } = await aListingInTime()
  expect(await onDay(89)).toEqual([])
  expect(await onDay(91)).toEqual([QUESTION])
  expect(await onDay(92)).toEqual([QUESTION])
  expect(await onDay(104)).toEqual([QUESTION])
  expect(await isShown()).toBe(true)
  expect(await onDay(106)).toEqual(['«Miele di castagno» è in pausa: è ancora valido?'])
  expect(await isShown()).toBe(false)
  expect((await told())[0]?.link).toMatch(/^\/ancora-valido\//)
})

test('opening the link changes nothing; the answer does', async () => {
  const { onDay, ask, answer, isShown, codeOf } = await aListingInTime()
  await onDay(91)
  const code = await codeOf()
  expect(await ask()).toMatchObject({ status: 200, name: 'Miele di castagno', state: 'shown' })
  expect(await onDay(106)).toHaveLength(1)
  expect(await isShown()).toBe(false)
  expect(await ask()).toMatchObject({ state: 'paused' })
  expect(await answer('yes', code)).toMatchObject({
    status: 200,
    body: { message: 'Grazie! L’annuncio è in vetrina.' },
  })
  expect(await isShown()).toBe(true)
  await onDay(140)
  expect(await isShown()).toBe(true)
})

test.each([
  ['done', 'ended'],
  ['pause', 'paused'],
])('the owner answers %s', async (reply, state) => {
  const { onDay, ask, answer, isShown, codeOf, piazza } = await aListingInTime()
  await onDay(91)
  const code = await codeOf()
  expect((await answer(reply)).status).toBe(200)
  expect(await isShown()).toBe(false)
  expect((await piazza.call('GET', `/api/freshness/${code}`)).body).toMatchObject({ state })
  expect(await ask()).toMatchObject({ state })
})

test('a confirmation does not move the listing up', { tags: 'slow' }, async () => {
  const { piazza, id, onDay, answer, isShown } = await aListingInTime()
  const newer = await piazza.aListing({ name: 'Più nuovo' })
  await onDay(91)
  await answer('yes')
  expect(await isShown()).toBe(true)
  const rows = await piazza.db.query(sql`select id from listing order by place desc`)
  expect(rows).toEqual([{ id: newer.id }, { id }])
})

test('an edit, an answer and a step of the owner are signs of life; those of others are not', async () => {
  const { piazza, owner, withNewToken, id, change, onDay } = await aListingInTime()
  const { place, step } = orderCalls(piazza)
  const asker = await piazza.aMember({ hasAd: true })
  const { body } = await piazza.call('POST', '/api/threads', { token: asker.token, body: { listing: id } })
  const write = async (by: { id: string }) =>
    piazza.call('POST', `/api/threads/${(body as { _id: string })._id}/messages`, {
      token: await piazza.aSession(by),
      body: { text: 'Buongiorno' },
    })
  await onDay(80)
  await change(id, { ...LISTING_INPUT })
  expect(await onDay(100)).toEqual([])
  await onDay(160)
  expect((await write(owner)).status).toBe(200)
  expect(await onDay(240)).toEqual([])
  const { order } = await place(await withNewToken(asker), [{ product: id, qty: 1 }])
  expect((await step(await withNewToken(owner), 'pay', order._id)).status).toBe(200)
  expect(await onDay(320)).toEqual([])
  await write(asker)
  expect(await onDay(331)).toEqual([QUESTION])
})

test('events, drafts and paused listings are not asked about; a code that is not genuine or too old is refused', async () => {
  const { piazza, onDay, codeOf, answer } = await aListingInTime()
  await piazza.aListing({ name: 'In pausa', paused: true })
  await piazza.aListing({ name: 'Festa', section: 'avviso', startsAt: new Date(Date.now() + 300 * DAY_MS) })
  await onDay(91)
  const [asked] = await piazza.db.query(sql`select count(*) from listing_life where asked_at is not null`)
  expect(asked).toEqual({ count: 1 })
  const code = await codeOf()
  const [listingId, day] = code.split('.')
  for (const forged of [`${listingId}.${day}.${'A'.repeat(43)}`, code.replace(`.${day}.`, `.${Number(day) + 1}.`), 'x'])
    expect((await answer('done', forged)).status).toBe(404)
  await onDay(91 + 61)
  expect((await answer('done', code)).status).toBe(404)
})

test('the link of a listing that has become an event is not valid', async () => {
  const { id, change, onDay, ask, answer, codeOf, isShown } = await aListingInTime()
  await onDay(91)
  const code = await codeOf()
  const [startsAt, endsAt] = [100, 101].map((day) => new Date(Date.now() + day * DAY_MS).toISOString())
  expect((await change(id, { ...LISTING_INPUT, section: 'avviso', startsAt, endsAt })).status).toBe(200)
  expect((await ask()).status).toBe(404)
  for (const reply of ['yes', 'done', 'pause']) expect((await answer(reply, code)).status).toBe(404)
  expect(await isShown()).toBe(true)
})

test.each(['now', 'daily'])('the pause is mailed to an owner who has not seen the question: %s', async (way) => {
  const { piazza, owner, onDay } = await aListingInTime()
  await piazza.call('PUT', '/api/notices/preferences', { token: owner.token, body: { listing: way } })
  const mailed = async (text: string) => {
    const mails = await mailsTo(piazza.db, owner.email)
    return mails.filter((mail) => `${mail.subject}${mail.text}`.includes(text)).length
  }
  const digestOn = async (day: number) => {
    await onDay(day)
    await runJob(piazza.db, 'send-digests')
  }
  await onDay(91)
  await digestOn(92)
  expect([await mailed(QUESTION), await mailed('è in pausa')]).toEqual([1, 0])
  await onDay(106)
  await digestOn(107)
  expect([await mailed(QUESTION), await mailed('è in pausa')]).toEqual([1, 1])
})

test('the mail has one link with the code, and says what happens without an answer', async () => {
  const { piazza, owner, onDay, codeOf } = await aListingInTime()
  const body = { listing: 'now' }
  await piazza.call('PUT', '/api/notices/preferences', { token: owner.token, body })
  await onDay(91)
  const mails = (await mailsTo(piazza.db, owner.email)).filter(({ subject }) => subject === QUESTION)
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toContain(`/ancora-valido/${await codeOf()}`)
  expect(mails[0]?.text).toContain('14 giorni')
})
