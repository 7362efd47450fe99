import { expect, test } from 'vitest'
import { fromDateField, toDateField } from '#web/features/profile/birthday.ts'

test('a birthday goes to the date field and comes back as it was', () => {
  expect(toDateField('7/5/1980')).toBe('1980-05-07')
  for (const birthday of ['7/5/1980', '31/12/1999', '']) expect(fromDateField(toDateField(birthday))).toBe(birthday)
})
