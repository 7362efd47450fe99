import { expect, test } from 'vitest'
import { readDay, withStrokes, writeDay } from '#web/ui/form/written-day.ts'

test('a day is written with the day first, and read back', () => {
  expect(writeDay('1980-05-07')).toBe('07/05/1980')
  expect(writeDay('')).toBe('')
  for (const day of ['1980-05-07', '2024-02-29', '']) expect(readDay(writeDay(day))).toBe(day)
})

test('however people write a day, it is understood', () => {
  for (const text of ['7/5/1980', '07.05.1980', '07-05-1980', '7 5 1980', '07051980', ' 07/05/1980 ', '1980-05-07'])
    expect(readDay(text), text).toBe('1980-05-07')
})

test('a day that does not exist is none', () => {
  for (const text of ['31/02/2024', '29/02/2023', '00/01/2024', '13/13/2024', '7/5', '7/5/80', 'domani'])
    expect(readDay(text), text).toBeUndefined()
})

test('strokes come by themselves while typing, and go when taken away', () => {
  const type = (keys: string) => [...keys].reduce((text, key) => withStrokes(text + key, text), '')
  expect(type('07051980')).toBe('07/05/1980')
  expect(type('07/05/1980')).toBe('07/05/1980')
  expect(type('7/5/1980')).toBe('7/5/1980')
  expect(withStrokes('07', '07/')).toBe('07')
})
