import { expect, test } from 'vitest'
import { birthdayFromIso, birthdayToIso } from '#web/features/accounts/profile/birthday.ts'

test('converting a birthday to yyyy-MM-dd and back is lossless', () => {
  expect(birthdayToIso('7/5/1980')).toBe('1980-05-07')
  for (const birthday of ['7/5/1980', '31/12/1999', '']) expect(birthdayFromIso(birthdayToIso(birthday))).toBe(birthday)
})
