import { expect, test } from 'vitest'
import { fromItalianTime, toItalianTime } from '#domain/base/dates.ts'
import { EVENT_MESSAGES, eventPlace, findEventError, formatEventTime } from '#domain/market/events.ts'

test.each([
  ['2026-11-21T18:30', '2026-11-21T17:30:00.000Z'],
  ['2026-07-01T00:00', '2026-06-30T22:00:00.000Z'],
  // The hours around the changes of daylight saving time.
  ['2026-03-29T01:30', '2026-03-29T00:30:00.000Z'],
  ['2026-03-29T03:30', '2026-03-29T01:30:00.000Z'],
  ['2026-10-25T01:30', '2026-10-24T23:30:00.000Z'],
  ['2026-10-25T03:30', '2026-10-25T02:30:00.000Z'],
])('%s in Italy is %s', (local, utc) => {
  expect(fromItalianTime(local).toISOString()).toBe(utc)
  expect(toItalianTime(utc)).toBe(`${local}:00`)
})

test('the day of the end is written only if it is another day in Italy', () => {
  expect(formatEventTime('2026-11-21T17:30:00Z', '2026-11-21T19:00:00Z')).toBe('sabato 21/11/2026, 18:30 – 20:00')
  expect(formatEventTime('2026-11-21T20:00:00Z', '2026-11-21T23:30:00Z')).toBe(
    'sabato 21/11/2026, 21:00 – domenica 22/11/2026, 00:30',
  )
})

test('the place has the address, the comune and the province', () => {
  const place = { place: 'Circolo ARCI, via Roma 3', municipality: 'Chieri', city: 'Torino' }
  expect(eventPlace(place)).toBe('Circolo ARCI, via Roma 3, Chieri, Torino')
  expect(eventPlace({ place: '', municipality: 'Torino', city: 'Torino' })).toBe('Torino')
})

const now = new Date('2026-11-16T10:00:00Z')
const at = (text: string | null) => text && new Date(text)
test.each([
  [null, null, 'startMissing'],
  ['2026-11-21T17:30Z', null, 'endMissing'],
  ['2026-11-21T17:30Z', '2026-11-21T17:30Z', 'endsBeforeStart'],
  ['2026-11-21T17:30Z', '2032-11-21T19:00Z', 'tooFarAhead'],
  ['2026-11-15T17:30Z', '2026-11-15T19:00Z', 'endsInThePast'],
  ['2026-11-15T17:30Z', '2026-11-17T19:00Z', undefined],
] as const)('an event from %s to %s: %s', (startsAt, endsAt, problem) => {
  const error = findEventError({ startsAt: at(startsAt), endsAt: at(endsAt) } as never, { now })
  expect(error?.message).toBe(problem && EVENT_MESSAGES[problem])
})

test('an event that is over can be edited if its end stays the same', () => {
  const [startsAt, endsAt] = [new Date('2026-11-15T17:30Z'), new Date('2026-11-15T19:00Z')]
  expect(findEventError({ startsAt, endsAt }, { now, knownEnd: new Date(endsAt) })).toBeUndefined()
})
