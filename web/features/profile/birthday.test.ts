import { expect, test } from 'vitest'
import { fromDay, toDay } from '#web/features/profile/birthday.ts'

test('a birthday becomes a day and comes back as it was', () => {
  expect(toDay('7/5/1980')).toBe('1980-05-07')
  for (const birthday of ['7/5/1980', '31/12/1999', '']) expect(fromDay(toDay(birthday))).toBe(birthday)
})
