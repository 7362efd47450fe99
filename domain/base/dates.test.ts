import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  formatAgo,
  formatDate,
  formatDayAndTime,
  formatDayMonth,
  formatMonth,
  formatTime,
  formatWeekday,
  fromItalianTime,
  ofDate,
  ofDayMonth,
  sinceDate,
  theDate,
  theDayMonth,
  untilDate,
} from '#domain/base/dates.ts'

test('dates and times are those of Intl for Italy, daylight saving time included', () => {
  const intl = (options: Intl.DateTimeFormatOptions) => {
    const formatter = new Intl.DateTimeFormat('it-IT', { ...options, timeZone: 'Europe/Rome' })
    return (moment: Date) => formatter.format(moment)
  }
  const date = intl({ day: '2-digit', month: '2-digit', year: 'numeric' })
  const month = intl({ month: 'long', year: 'numeric' })
  const time = intl({ hour: '2-digit', minute: '2-digit' })
  const weekday = intl({ weekday: 'long' })
  const dayMonth = intl({ day: 'numeric', month: 'long' })
  const moments = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(moments, (moment) => {
      expect(formatDate(moment)).toBe(date(moment))
      expect(formatMonth(moment)).toBe(month(moment))
      expect(formatTime(moment)).toBe(time(moment))
      expect(formatWeekday(moment)).toBe(weekday(moment))
      expect(formatDayMonth(moment).replace('1° ', '1 ')).toBe(dayMonth(moment))
    }),
  )
  for (const year of [2026, 2027, 2028, 2029, 2030])
    for (let hour = 0; hour < 366 * 24; hour++) {
      const moment = new Date(Date.UTC(year, 0, 1, hour))
      if (formatTime(moment) !== time(moment)) throw new Error(`${moment.toISOString()} is ${time(moment)} in Italy`)
    }
})

test('a time on Italian clocks is converted to UTC, on both sides of a change of daylight saving time', () => {
  expect(fromItalianTime('2026-03-29T01:59').toISOString()).toBe('2026-03-29T00:59:00.000Z')
  expect(fromItalianTime('2026-03-29T03:00').toISOString()).toBe('2026-03-29T01:00:00.000Z')
  expect(fromItalianTime('2026-10-25T03:00').toISOString()).toBe('2026-10-25T02:00:00.000Z')
})

test('how long ago is counted in Italian days', () => {
  const now = new Date('2026-11-16T22:30:00Z')
  expect(formatAgo('2026-11-16T08:00:00Z', now)).toBe('oggi')
  // 00:30 of 16 November in Italy.
  expect(formatAgo('2026-11-15T23:30:00Z', now)).toBe('oggi')
  expect(formatAgo('2026-11-15T22:30:00Z', now)).toBe('ieri')
  expect(formatAgo('2026-11-13T12:00:00Z', now)).toBe('3 giorni fa')
  expect(formatAgo('2026-11-09T12:00:00Z', now)).toBe('7 giorni fa')
  expect(formatAgo('2026-11-08T12:00:00Z', now)).toBe('08/11/2026')
  expect(formatAgo('2026-11-08T12:00:00Z', now, theDate)).toBe('l’08/11/2026')
})

test('the article is elided before the 8th and the 11th', () => {
  expect(['01', '08', '11', '18'].map((day) => theDayMonth(`2026-12-${day}`))).toEqual([
    ...['il 1° dicembre', 'l’8 dicembre', 'l’11 dicembre', 'il 18 dicembre'],
  ])
  expect(['01', '08', '11', '18'].map((day) => ofDayMonth(`2026-12-${day}`))).toEqual([
    ...['del 1° dicembre', 'dell’8 dicembre', 'dell’11 dicembre', 'del 18 dicembre'],
  ])
  const forms = [theDate, ofDate, sinceDate, untilDate]
  expect(forms.map((form) => form('2026-12-01'))).toEqual([
    ...['il 01/12/2026', 'del 01/12/2026', 'dal 01/12/2026', 'fino al 01/12/2026'],
  ])
  expect(forms.map((form) => form('2026-12-08'))).toEqual([
    ...['l’08/12/2026', 'dell’08/12/2026', 'dall’08/12/2026', 'fino all’08/12/2026'],
  ])
  expect(['11', '18', '28'].map((day) => theDate(`2026-12-${day}`))).toEqual([
    ...['l’11/12/2026', 'il 18/12/2026', 'il 28/12/2026'],
  ])
})

test('the day and time of an event have a short weekday and no year', () => {
  expect(formatDayAndTime('2025-11-22T15:00:00Z')).toBe('sab 22 novembre, 16:00')
})
