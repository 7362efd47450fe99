import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ringBalance, ringPaymentText, ringWarning, withRingTerms } from '#domain/exchange/rings.ts'

const PEOPLE = ['ada', 'bea', 'ciro', 'dina']
type Price = { val: number; euro: number }

/** A gives to B, B to C, and the last one to A. */
const ringOf = (prices: Price[]) => {
  const people = PEOPLE.slice(0, prices.length)
  return prices.map(({ val, euro }, index) => ({
    giverId: people[index] ?? '',
    receiverId: people[(index + 1) % people.length] ?? '',
    priceVal: val,
    priceEuro: euro,
  }))
}
const termsOf = (prices: Price[]) => withRingTerms(ringOf(prices)).map(({ terms }) => terms)
const inVal = (...vals: number[]) => termsOf(vals.map((val) => ({ val, euro: 0 })))
const NOTHING = { val: 0, euro: 0, payer: null, payee: null }

test('of two things the dearer one costs the difference', () => {
  expect(inVal(10, 8)).toEqual([{ val: 2, euro: 0, payer: 'bea', payee: 'ada' }, NOTHING])
  expect(inVal(8, 10)).toEqual([NOTHING, { val: 2, euro: 0, payer: 'ada', payee: 'bea' }])
  expect(inVal(5, 5)).toEqual([NOTHING, NOTHING])
})

test('in a ring of three the giver of the cheapest thing pays its receiver', () => {
  expect(inVal(10, 8, 9)).toEqual([
    { val: 1, euro: 0, payer: 'bea', payee: 'ada' },
    { val: 1, euro: 0, payer: 'bea', payee: 'ciro' },
    NOTHING,
  ])
})

test('with a price in euro both parts of a payment go from the receiver to the giver', () => {
  expect(
    termsOf([
      { val: 10, euro: 0 },
      { val: 4, euro: 5 },
      { val: 6, euro: 2 },
    ]),
  ).toEqual([
    { val: 6, euro: 0, payer: 'bea', payee: 'ada' },
    { val: 0, euro: 5, payer: 'ciro', payee: 'bea' },
    { val: 2, euro: 2, payer: 'ada', payee: 'ciro' },
  ])
})

const price = fc.integer({ min: 0, max: 100_000 })
const prices = fc.array(fc.record({ val: price, euro: fc.oneof(fc.constant(0), price) }), {
  minLength: 2,
  maxLength: 4,
})

test('everybody’s balance is what they give less what they receive, and the sum is zero', () => {
  fc.assert(
    fc.property(prices, (ring) => {
      const parts = ringOf(ring)
      const terms = termsOf(ring)
      const changeOf = (id: string, unit: 'val' | 'euro') =>
        terms.reduce(
          (sum, each) => sum + (each.payee === id ? each[unit] : 0) - (each.payer === id ? each[unit] : 0),
          0,
        )
      const euroParts = parts.map((part) => ({ ...part, priceVal: part.priceEuro }))
      for (const { giverId } of parts) {
        expect(changeOf(giverId, 'val')).toBe(ringBalance(parts, giverId))
        expect(changeOf(giverId, 'euro')).toBe(ringBalance(euroParts, giverId))
      }
      expect(parts.reduce((sum, { giverId }) => sum + changeOf(giverId, 'val'), 0)).toBe(0)
      for (const { val, euro, payer, payee } of terms) {
        expect(Math.min(val, euro)).toBeGreaterThanOrEqual(0)
        expect([payer === null, payee === null]).toEqual([val + euro === 0, val + euro === 0])
      }
      // Payer and payee of a part are its giver and its receiver.
      for (const [index, { payer, payee }] of terms.entries())
        if (payer)
          expect([payer, payee].toSorted()).toEqual([parts[index]?.giverId, parts[index]?.receiverId].toSorted())
    }),
  )
})

test('without euro, among two or three a member either only pays or only receives, and at least one part moves nothing', () => {
  fc.assert(
    fc.property(fc.array(price, { minLength: 2, maxLength: 3 }), (vals) => {
      const terms = inVal(...vals)
      const [payers, payees] = [terms.map(({ payer }) => payer), terms.map(({ payee }) => payee)]
      expect(PEOPLE.filter((id) => payers.includes(id) && payees.includes(id))).toEqual([])
      expect(payers).toContain(null)
    }),
  )
})

test('texts about a payment are worded for the reader', () => {
  const terms = { val: 10, euro: 2.5, payer: 'ada', payee: 'bea' }
  const names = new Map([
    ['ada', 'ADA'],
    ['bea', 'BEA'],
  ])
  expect(ringPaymentText(terms, (id) => names.get(id))).toBe('ADA mette 10 VAL + 2,50 € per BEA')
  names.delete('ada')
  expect(ringPaymentText(terms, (id) => names.get(id))).toBe('Metti 10 VAL + 2,50 € per BEA')
  expect(ringPaymentText({ ...terms, payer: 'bea', payee: 'ada' }, (id) => names.get(id))).toBe(
    'BEA mette 10 VAL + 2,50 € per te',
  )
  expect(ringPaymentText(NOTHING, () => undefined)).toBeUndefined()
  expect(ringWarning(3)).toBe(
    'Questa richiesta fa parte di un anello di 3 persone: se la chiudi, si scioglie per tutti.',
  )
})
