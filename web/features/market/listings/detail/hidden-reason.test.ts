import { expect, test } from 'vitest'
import { hiddenReason } from '#web/features/market/listings/detail/hidden-reason.ts'

const LISTING = { name: 'Pane', pause: false, expiry: null, section: 'offro', shown: true } as const
const PAST = '2020-01-01T00:00:00.000Z'

test('a listing that only its owner sees says why', () => {
  expect(hiddenReason(LISTING)).toBeUndefined()
  expect(hiddenReason({ ...LISTING, expiry: '2999-01-01T00:00:00.000Z' })).toBeUndefined()
  expect(hiddenReason({ ...LISTING, name: 'Annunci# 7', shown: false })).toBe('Bozza')
  expect(hiddenReason({ ...LISTING, pause: true, shown: false })).toBe('In pausa')
  expect(hiddenReason({ ...LISTING, shown: false })).toBe('Nascosto')
})

test('an end counts at once, before the server has marked the listing as expired', () => {
  expect(hiddenReason({ ...LISTING, expiry: PAST })).toBe('Concluso')
  expect(hiddenReason({ ...LISTING, section: 'avviso', expiry: PAST })).toBe('Finito')
})
