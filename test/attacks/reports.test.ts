import { expect, test } from 'vitest'
import type { NoticePage } from '#domain/talk/notices.schema.ts'
import { LIMITS } from '#server/platform/limits/limits.ts'
import { aPiazzaWithReports } from '#test/report-calls.ts'

test('a member can report a listing once and send twenty reports a day; moderators are told of each', async () => {
  const piazza = await aPiazzaWithReports({ env: { RATE_LIMITS: 'on' } })
  const [moderator, flooder] = [await piazza.aMember({ role: 'moderator' }), await piazza.aMember()]
  const statuses: number[] = []
  const most = LIMITS.report.times
  for (let time = 0; time < most + 5; time++) {
    const id = time % 2 === 0 ? (await piazza.aListing()).id : piazza.listing.id
    statuses.push((await piazza.report(flooder, { id })).status)
  }
  const accepted = statuses.filter((status) => status === 200).length
  expect(new Set(statuses)).toEqual(new Set([200, 409, 429]))
  expect(accepted).toBe(most / 2 + 1)
  expect(statuses.slice(most)).toEqual(Array(5).fill(429))
  expect(await piazza.openReports()).toHaveLength(accepted)
  const { notices } = (await piazza.call('GET', '/api/notices', { token: moderator.token })).body as NoticePage
  expect(notices.filter(({ kind }) => kind === 'duty')).toHaveLength(accepted)
})

test('a visitor who invents an e-mail address for each report is refused after ten in an hour', async () => {
  const piazza = await aPiazzaWithReports({ env: { RATE_LIMITS: 'on' } })
  const statuses: number[] = []
  for (let time = 0; time <= LIMITS.reportFromIp.times; time++) {
    const { id } = await piazza.aListing()
    const visitor = { name: 'Ugo', email: `ugo${time}@esempio.test` }
    statuses.push((await piazza.report(undefined, { id }, visitor)).status)
  }
  expect(statuses).toEqual([...Array(LIMITS.reportFromIp.times).fill(200), 429])
})

test('two accounts that have exchanged only with each other do not hide a listing', async () => {
  const piazza = await aPiazzaWithReports()
  const [one, other] = [await piazza.aMember({ hasAd: true }), await piazza.aMember({ hasAd: true })]
  await piazza.anOrder({ buyer: one, seller: other, state: 'delivered' })
  await piazza.anOrder({ buyer: other, seller: one, state: 'delivered' })
  for (const puppet of [one, other]) expect((await piazza.report(puppet)).status).toBe(200)
  expect(await piazza.isVisible()).toBe(true)
  await piazza.report(await piazza.anEstablishedMember())
  expect(await piazza.isVisible()).toBe(true)
  await piazza.report(await piazza.anEstablishedMember())
  expect(await piazza.isVisible()).toBe(false)
})
