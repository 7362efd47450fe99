import { expect, test } from 'vitest'
import type { RoundPage } from '#domain/val/currency.schema.ts'
import { aPiazza } from '#test/fixtures.ts'

const aPiazzaAt = async (start: string) => {
  let now = new Date(start)
  const piazza = await aPiazza({ clock: () => now })
  const admin = await piazza.aMember({ isAdmin: true })
  return {
    ...piazza,
    setClock: (moment: string) => {
      now = new Date(moment)
    },
    announce: (date: unknown) => piazza.call('POST', '/api/currency/rounds', { token: admin.token, body: { date } }),
    cancel: (date: string) => piazza.call('DELETE', `/api/currency/rounds/${date}`, { token: admin.token }),
    rounds: async () => ((await piazza.call('GET', '/api/currency/rounds')).body as RoundPage).rounds,
  }
}

test('a round is announced at least 14 days ahead, once per date, and everybody sees it', async () => {
  const { announce, rounds } = await aPiazzaAt('2026-10-20T12:00:00Z')
  for (const [date, text] of [
    ['2026-11-02', 'almeno 14 giorni prima'],
    ['2026-10-20', 'almeno 14 giorni prima'],
    ['2026-10-19', 'già passata'],
    ['2026-02-30', 'una data che esiste'],
    ['0000-01-01', 'una data che esiste'],
    ['3/11/2026', 'una data che esiste'],
    ['2026-11-3', 'una data che esiste'],
    ['', 'una data che esiste'],
  ])
    expect(await announce(date)).toMatchObject({ status: 422, body: { message: expect.stringContaining(text ?? '') } })
  for (const date of [undefined, 5, null, ['2026-12-01']]) expect((await announce(date)).status).toBe(422)
  expect(await rounds()).toEqual([])
  expect(await announce('2026-11-03')).toMatchObject({ status: 200, body: { date: '2026-11-03', state: 'announced' } })
  expect(await announce('2026-11-03')).toMatchObject({
    status: 409,
    body: { message: 'C’è già un giro in questa data.' },
  })
  expect((await announce('2026-12-01')).status).toBe(200)
  expect(await rounds()).toMatchObject([{ date: '2026-12-01' }, { date: '2026-11-03', evaporated: null }])
})

test('dates are those of Italy, also around midnight and when daylight saving time ends', async () => {
  // 26 October in Italy, still 25 October in UTC; the clocks were set back the night before.
  const { announce, cancel, setClock } = await aPiazzaAt('2026-10-25T23:30:00Z')
  expect((await announce('2026-11-08')).status).toBe(422)
  expect((await announce('2026-11-09')).status).toBe(200)
  setClock('2026-11-08T22:59:59Z')
  expect((await cancel('2026-11-09')).status).toBe(200)
  expect((await cancel('2026-11-09')).status).toBe(404)
  expect((await cancel('0000-01-01')).status).toBe(404)
})

test('a round can be cancelled up to the day before', async () => {
  const { announce, cancel, setClock, rounds } = await aPiazzaAt('2026-11-10T12:00:00Z')
  await announce('2026-12-01')
  setClock('2026-11-30T23:00:00Z')
  expect(await cancel('2026-12-01')).toMatchObject({
    status: 409,
    body: { message: 'Un giro si può annullare fino al giorno prima.' },
  })
  setClock('2026-11-30T22:59:00Z')
  expect((await cancel('2026-12-01')).status).toBe(200)
  expect(await rounds()).toEqual([])
  for (const date of ['2026-12-01', '2026-13-01', 'domani']) expect((await cancel(date)).status).toBe(404)
})
