import { expect, test } from 'vitest'
import { formatDay, insertSlashes, parseDay } from '#web/ui/form/date-text.ts'

test('a date is formatted as dd/MM/yyyy and parsed back', () => {
  expect(formatDay('1980-05-07')).toBe('07/05/1980')
  expect(formatDay('')).toBe('')
  for (const day of ['1980-05-07', '2024-02-29', '']) expect(parseDay(formatDay(day))).toBe(day)
})

test('a date is parsed with any separator, without one, and as yyyy-MM-dd', () => {
  for (const text of ['7/5/1980', '07.05.1980', '07-05-1980', '7 5 1980', '07051980', ' 07/05/1980 ', '1980-05-07'])
    expect(parseDay(text), text).toBe('1980-05-07')
})

test('a date that does not exist or is incomplete is undefined', () => {
  for (const text of ['31/02/2024', '29/02/2023', '00/01/2024', '13/13/2024', '7/5', '7/5/80', 'domani'])
    expect(parseDay(text), text).toBeUndefined()
})

test('slashes are inserted while typing and stay deleted', () => {
  const type = (keys: string) => [...keys].reduce((text, key) => insertSlashes(text + key, text), '')
  expect(type('07051980')).toBe('07/05/1980')
  expect(type('07/05/1980')).toBe('07/05/1980')
  expect(type('7/5/1980')).toBe('7/5/1980')
  expect(insertSlashes('07', '07/')).toBe('07')
})
