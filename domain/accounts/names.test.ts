import { expect, test } from 'vitest'
import { dative, nameAmong, shownName } from '#domain/accounts/names.ts'

test.each([
  [{ sellerName: 'Forno del Borgo', name: 'Ugo', username: 'UGO' }, 'Forno del Borgo'],
  [{ sellerName: '', name: 'Ugo', username: 'UGO' }, 'Ugo'],
  [{ sellerName: 'UGO', name: 'Ugo', username: 'UGO' }, 'Ugo'],
  [{ sellerName: '', name: '', username: 'UGO' }, 'UGO'],
  [{ sellerName: 'UGO', name: '', username: 'UGO' }, 'UGO'],
])('%o is shown as %s', (names, shown) => {
  expect(shownName(names)).toBe(shown)
})

test('the username tells two people of a list with the same name apart', () => {
  const people = [
    { name: 'Anna', username: 'ANNA.B' },
    { name: 'Anna', username: 'ANNA.R' },
    { name: 'Bruno', username: 'BRUNO' },
  ] as const
  expect(people.map((person) => nameAmong(person, people))).toEqual(['Anna (ANNA.B)', 'Anna (ANNA.R)', 'Bruno'])
})

test.each([
  ['Rosa', 'a Rosa'],
  ['Anna', 'ad Anna'],
  ['APIARIO_DEI_TIGLI', 'ad APIARIO_DEI_TIGLI'],
  ['Orto della Collina', 'a Orto della Collina'],
])('%s is written to as "%s"', (name, text) => {
  expect(dative(name)).toBe(text)
})
