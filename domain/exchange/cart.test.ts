import { expect, test } from 'vitest'
import {
  addToCart,
  type CartItem,
  cartTotals,
  maxQuantity,
  removeFromCart,
  requesterPays,
} from '#domain/exchange/cart.ts'
import { needsAddress } from '#domain/market/kinds.ts'

const anItem = (overrides: Partial<CartItem> = {}): CartItem => ({
  product: 'pane',
  name: 'Pane',
  image: [],
  priceVal: 1,
  priceEuro: 0,
  countInStock: 5,
  seller: { _id: 'forno', seller: { name: 'Il Forno' } },
  section: 'offro',
  isService: false,
  delivery: 'no preferences',
  qty: 1,
  ...overrides,
})
const libri = { _id: 'libreria', seller: { name: 'La Libreria' } }

test('adding an item replaces the same listing in its position, or appends it', () => {
  const cart = [anItem(), anItem({ product: 'torta' })]
  expect(addToCart(cart, anItem({ qty: 3 }))).toEqual({ items: [anItem({ qty: 3 }), anItem({ product: 'torta' })] })
  expect(addToCart(cart, anItem({ product: 'miele' })).items?.map(({ product }) => product)).toEqual([
    'pane',
    'torta',
    'miele',
  ])
  expect(removeFromCart(cart, 'pane')).toEqual([anItem({ product: 'torta' })])
})

test('an order has one seller', () => {
  expect(addToCart([anItem()], anItem({ product: 'libro', seller: libri }))).toEqual({
    error: "Can't Add To Cart. Buy only from Il Forno in this order",
  })
  expect(addToCart([], anItem({ seller: libri })).items).toHaveLength(1)
})

test('totals are exact and do not include the shipping fee', () => {
  const items = [anItem({ priceVal: 0.1, priceEuro: 33.33, qty: 3 }), anItem({ product: 'b', priceVal: 0.2, qty: 1 })]
  expect(cartTotals(items)).toEqual({
    itemsPriceVal: 0.5,
    itemsPriceEuro: 99.99,
    shippingPrice: 10,
    totalPriceVal: 0.5,
    totalPriceEuro: 99.99,
  })
})

test('shipping costs 10 up to 100 euro, nothing above and nothing for services', () => {
  const fee = (...items: CartItem[]) => cartTotals(items).shippingPrice
  expect(fee(anItem({ priceEuro: 100 }))).toBe(10)
  expect(fee(anItem({ priceEuro: 100.01 }))).toBe(0)
  expect(fee(anItem({ isService: true }))).toBe(0)
  expect(fee(anItem({ isService: true }), anItem())).toBe(10)
})

test('sections without prices add nothing to the totals', () => {
  for (const section of ['propongo', 'avviso', 'dono'] as const)
    expect(cartTotals([anItem({ section, priceVal: 9, priceEuro: 9 })])).toMatchObject({
      totalPriceVal: 0,
      totalPriceEuro: 0,
    })
})

test('the maximum quantity is the stock, or 1 for listings without stock', () => {
  expect(maxQuantity(anItem({ countInStock: 4 }))).toBe(4)
  expect(maxQuantity(anItem({ countInStock: 4, isService: true }))).toBe(1)
  expect(maxQuantity(anItem({ countInStock: 0, section: 'avviso' }))).toBe(1)
})

test('an address is needed only when something is delivered', () => {
  expect(needsAddress([])).toBe(false)
  expect(needsAddress([anItem()])).toBe(true)
  expect(needsAddress([anItem({ isService: true })])).toBe(false)
  expect(needsAddress([anItem({ delivery: 'personalmente' })])).toBe(false)
  expect(needsAddress([anItem({ isService: true }), anItem()])).toBe(true)
  for (const section of ['cerco', 'propongo', 'avviso'] as const)
    expect(needsAddress([anItem({ section })])).toBe(false)
})

test('the requester pays for offers with a price, alone or beside gifts', () => {
  const gift = anItem({ product: 'libro', section: 'dono' })
  expect(requesterPays([anItem()])).toBe(true)
  expect(requesterPays([gift, anItem()])).toBe(true)
  expect(requesterPays([anItem({ priceVal: 0 })])).toBe(false)
  for (const section of ['cerco', 'propongo', 'avviso', 'dono'] as const)
    expect(requesterPays([anItem({ section })])).toBe(false)
})

test('a cerco listing cannot be in one cart with other listings', () => {
  const cerco = anItem({ product: 'torta', section: 'cerco' })
  expect(addToCart([anItem()], cerco).error).toContain('Il Forno')
  expect(addToCart([cerco], anItem({ product: 'miele', section: 'cerco' })).error).toContain('Il Forno')
  expect(addToCart([anItem()], anItem({ product: 'libro', section: 'dono' })).items).toHaveLength(2)
})
