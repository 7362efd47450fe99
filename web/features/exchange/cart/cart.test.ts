import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubWindow } from '#test/browser-window.ts'
import { readCart, storeCart } from '#web/features/exchange/cart/cart.ts'

beforeEach(stubWindow)
afterEach(() => vi.unstubAllGlobals())

test('stored items that would break the pages of the cart are dropped', () => {
  const item = {
    product: 'bici',
    name: 'Bici',
    image: [],
    qty: 1,
    priceVal: 5,
    priceEuro: 0,
    countInStock: 1,
    section: 'offro' as const,
    isService: false,
    delivery: 'inPerson' as const,
    seller: { _id: 'rosa', seller: { name: 'Rosa' } },
  }
  // An item stored by another version.
  const withoutName = { ...item, seller: { _id: 'rosa' } } as unknown as typeof item
  storeCart([withoutName, item])
  expect(readCart()).toEqual([item])
})
