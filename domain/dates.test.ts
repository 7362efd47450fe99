import { expect, test } from 'vitest'
import { formatAgo, formatDayAndTime } from '#domain/dates.ts'

test('how long ago is counted in Italian days', () => {
  const now = new Date('2026-11-16T22:30:00Z')
  expect(formatAgo('2026-11-16T08:00:00Z', now)).toBe('oggi')
  // 00:30 of 16 November in Italy.
  expect(formatAgo('2026-11-15T23:30:00Z', now)).toBe('oggi')
  expect(formatAgo('2026-11-15T22:30:00Z', now)).toBe('ieri')
  expect(formatAgo('2026-11-13T12:00:00Z', now)).toBe('3 giorni fa')
  expect(formatAgo('2026-10-01T12:00:00Z', now)).toBe('01/10/2026')
})

test('an event tells its day and time', () => {
  expect(formatDayAndTime('2025-11-22T15:00:00Z')).toBe('sab 22 novembre, 16:00')
})
