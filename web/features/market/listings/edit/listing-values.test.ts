import { expect, test } from 'vitest'
import { ListingChange, type OwnListing } from '#domain/market/listings.schema.ts'
import {
  categoryOf,
  changeOf,
  eventErrorOf,
  expiryOf,
  restoredValues,
  sameValues,
  valuesOf,
  withStart,
} from '#web/features/market/listings/edit/listing-values.ts'

const LISTING: OwnListing = {
  _id: '0190a000-0000-7000-8000-000000000001',
  name: 'Annunci# 7',
  priceVal: 12.5,
  priceEuro: 0,
  image: ['/placeholder/offro-prodotto.svg', '/uploads/a-1200.webp'],
  category: 'Casa',
  brand: 'LANA,FATTO A MANO',
  countInStock: 3,
  description: 'Una coperta.',
  section: 'offro',
  isService: false,
  isGift: false,
  pause: false,
  shown: true,
  delivery: 'posta',
  expiry: '2026-12-31T23:00:00.000Z',
  startsAt: null,
  endsAt: null,
  place: '',
  places: null,
  country: '',
  state: 'Piemonte',
  city: 'Torino',
  municipality: 'Ivrea',
  position: null,
  comune: null,
  rating: 0,
  numReviews: 0,
  distance: null,
  createdAt: '2026-11-01T10:00:00.000Z',
  seller: { _id: 'x', username: 'PROVA', seller: { name: '', logo: '', rating: 0, numReviews: 0 } },
  reviews: [],
  auxPhone: '011 000000',
}

test('form values have no generated title, no placeholder picture, and the last public day as expiry', () => {
  const values = valuesOf(LISTING)
  expect(values).toMatchObject({ name: '', image: ['/uploads/a-1200.webp'], expiry: '2026-12-31', priceVal: '12,5' })
  expect(valuesOf({ ...LISTING, name: 'Annuncio di lana', expiry: null })).toMatchObject({
    name: 'Annuncio di lana',
    expiry: '',
  })
})

test('the request body has every field of a listing, with the tags joined by commas', () => {
  const change = changeOf(valuesOf(LISTING))
  expect(change.brand).toBe('LANA,FATTO A MANO')
  expect(Object.keys(change).toSorted()).toEqual(Object.keys(ListingChange.in.shape).toSorted())
})

test('an event has its days and times in Italy, and no expiry of its own', () => {
  const event = {
    ...LISTING,
    section: 'avviso' as const,
    startsAt: '2026-11-21T17:30:00.000Z',
    endsAt: '2026-11-21T23:15:00.000Z',
    expiry: '2026-11-21T23:15:00.000Z',
    places: 12,
  }
  const values = valuesOf(event)
  expect(values).toMatchObject({ startDay: '2026-11-21', startTime: '18:30', endDay: '2026-11-22', endTime: '00:15' })
  expect(values).toMatchObject({ expiry: '', places: '12' })
  expect(changeOf(values)).toMatchObject({ startsAt: '2026-11-21T18:30', endsAt: '2026-11-22T00:15' })
  const now = new Date('2026-11-16T10:00:00Z')
  expect(eventErrorOf(values, event, now)).toBeUndefined()
  expect(eventErrorOf({ ...values, endDay: '2026-11-20' }, event, now)?.field).toBe('endsAt')
  expect(eventErrorOf({ ...values, startTime: '' }, event, now)?.field).toBe('startsAt')
})

test('an event ends two hours after its start, unless its owner says otherwise', () => {
  const values = { ...valuesOf({ ...LISTING, section: 'avviso' }), startTime: '23:00' }
  const dated = { ...values, ...withStart(values, { startDay: '2026-11-21' }) }
  expect(dated).toMatchObject({ startDay: '2026-11-21', endDay: '2026-11-22', endTime: '01:00' })
  const earlier = { ...dated, ...withStart(dated, { startTime: '18:30' }) }
  expect(earlier).toMatchObject({ endDay: '2026-11-21', endTime: '20:30' })
  const set = { ...earlier, endTime: '23:00' }
  expect(withStart(set, { startTime: '19:00' })).toMatchObject({ startTime: '19:00', endDay: '2026-11-21' })
  expect(withStart(set, { startTime: '19:00' }).endTime).toBeUndefined()
  expect(withStart(set, { startDay: '2026-11-28' })).toMatchObject({ endDay: '2026-11-28' })
})

test('only an event has a category that its owner did not choose', () => {
  const values = { ...valuesOf(LISTING), category: ' ' }
  expect(categoryOf(values)).toBe('')
  expect(categoryOf({ ...values, section: 'avviso' })).toBe('Eventi')
  expect(categoryOf({ ...values, section: 'avviso', category: 'Feste' })).toBe('Feste')
})

test('a gift is saved at 0 VAL, and another section brings the price back', () => {
  const gift = { ...valuesOf(LISTING), section: 'dono' as const }
  expect(changeOf(gift).priceVal).toBe('0')
  expect(changeOf({ ...gift, section: 'cerco' }).priceVal).toBe('12,5')
})

test('an empty price in VAL is saved as 0', () => {
  expect(changeOf({ ...valuesOf(LISTING), priceVal: '' }).priceVal).toBe('0')
})

test('the end of a listing stays as it is until another day is chosen', () => {
  const ended = { ...LISTING, expiry: '2026-11-16T10:20:30.000Z' }
  const values = valuesOf(ended)
  expect(expiryOf(values, ended)).toBe('2026-11-16T10:20:30.000Z')
  expect(expiryOf({ ...values, expiry: '2026-11-17' }, ended)).toBe('2026-11-17')
  expect(expiryOf({ ...values, expiry: '' }, ended)).toBe('')
  const event = { ...ended, section: 'avviso' as const }
  expect(expiryOf({ ...valuesOf(event), section: 'offro' }, event)).toBe('')
})

test('values differ if any field differs, also in the order of the pictures', () => {
  const values = valuesOf({ ...LISTING, image: ['/uploads/a-1200.webp', '/uploads/b-1200.webp'] })
  expect(sameValues(values, { ...values })).toBe(true)
  expect(sameValues(values, { ...values, image: [...values.image].reverse() })).toBe(false)
  expect(sameValues(values, { ...values, pause: true })).toBe(false)
})

test('unsaved values keep a quantity that the owner has typed, and get the saved quantity otherwise', () => {
  const unsaved = { ...valuesOf(LISTING), description: 'Due coperte.' }
  const saved = valuesOf({ ...LISTING, countInStock: 1, places: 4 })
  expect(restoredValues(unsaved, saved)).toMatchObject({
    description: 'Due coperte.',
    countInStock: '1',
    countInStockSeen: 1,
    places: '4',
    placesSeen: 4,
  })
  const typed = { ...unsaved, countInStock: '7', places: '9' }
  expect(restoredValues(typed, saved)).toMatchObject({
    countInStock: '7',
    countInStockSeen: 3,
    places: '9',
    placesSeen: null,
  })
})
