import { describe, expect, test } from 'vitest'
import { mailMoment, nextMorning } from '#domain/talk/notices.ts'

const at = (moment: string) => new Date(moment)

describe('quiet hours, on Italian clocks', () => {
  test.each([
    ['by day: at once', '2026-07-10T12:00:00Z', '2026-07-10T12:00:00Z'],
    ['at 21:59: at once', '2026-07-10T19:59:00Z', '2026-07-10T19:59:00Z'],
    ['at 22:00: at 8 the next day', '2026-07-10T20:00:00Z', '2026-07-11T06:00:00Z'],
    ['at 7:59: at 8', '2026-01-10T06:59:00Z', '2026-01-10T07:00:00Z'],
    ['at 8:00: at once', '2026-01-10T07:00:00Z', '2026-01-10T07:00:00Z'],
    ['the night in which summer time begins', '2026-03-28T22:30:00Z', '2026-03-29T06:00:00Z'],
    ['after midnight, before summer time begins', '2026-03-29T00:30:00Z', '2026-03-29T06:00:00Z'],
    ['the night in which summer time ends', '2026-10-24T21:00:00Z', '2026-10-25T07:00:00Z'],
    ['the second time that clocks show half past two', '2026-10-25T01:30:00Z', '2026-10-25T07:00:00Z'],
    ['half past seven after summer time has ended', '2026-10-25T06:30:00Z', '2026-10-25T07:00:00Z'],
    ['on the last night of the year', '2026-12-31T22:00:00Z', '2027-01-01T07:00:00Z'],
  ])('%s', (_name, now, mailed) => {
    expect(mailMoment('review', at(now), true)).toEqual(at(mailed))
    expect(mailMoment('review', at(now), false)).toEqual(at(now))
  })

  test('requests, steps, money, decisions and VAL asked for are mailed at night too', () => {
    const night = at('2026-07-10T23:00:00Z')
    for (const kind of ['request', 'step', 'payment', 'decision', 'suspension', 'ask'] as const)
      expect(mailMoment(kind, night, true)).toEqual(night)
  })

  test('a message waits five minutes, and until the morning if that is in the night', () => {
    expect(mailMoment('message', at('2026-07-10T12:00:00Z'), true)).toEqual(at('2026-07-10T12:05:00Z'))
    expect(mailMoment('message', at('2026-07-10T19:56:00Z'), true)).toEqual(at('2026-07-11T06:00:00Z'))
  })
})

test('the digest leaves at the next eight in the morning', () => {
  expect(nextMorning(at('2026-07-10T05:59:00Z'))).toEqual(at('2026-07-10T06:00:00Z'))
  expect(nextMorning(at('2026-07-10T06:00:00Z'))).toEqual(at('2026-07-11T06:00:00Z'))
  expect(nextMorning(at('2026-10-24T12:00:00Z'))).toEqual(at('2026-10-25T07:00:00Z'))
  expect(nextMorning(at('2026-03-28T12:00:00Z'))).toEqual(at('2026-03-29T06:00:00Z'))
})
