import { expect, test } from 'vitest'
import type { ListingCard } from '#domain/market/listings.schema.ts'
import { calendarFile } from '#server/market/feeds/calendar.ts'

const SITE = { publicUrl: 'https://piazza.example', associationName: 'Associazione' }
const NOW = new Date('2026-11-16T08:00:00.123Z')

const anEvent = (change: Partial<ListingCard> = {}) =>
  ({
    _id: '0190a000-0000-7000-8000-000000000001',
    name: 'Ballo in cortile',
    description: '',
    category: 'Feste',
    startsAt: '2026-11-21T17:30:00.000Z',
    endsAt: '2026-11-21T19:00:00.000Z',
    place: 'Circolo ARCI, via Roma 3',
    municipality: 'Chieri',
    city: 'Torino',
    ...change,
  }) as ListingCard

const fileOf = (...events: ListingCard[]) => calendarFile({ site: SITE as never, name: 'Eventi', events, now: NOW })
/** Unfolds the lines as calendar programs do, then unescapes the texts. */
const read = (file: string) =>
  file
    .replaceAll('\r\n ', '')
    .split('\r\n')
    .map((line) => line.replace(/\\n/g, '\n').replace(/\\([\\;,])/g, '$1'))

test('an event has its times in UTC, its place, its address and an id of its own', () => {
  const lines = read(fileOf(anEvent()))
  expect(lines.at(0)).toBe('BEGIN:VCALENDAR')
  expect(lines.slice(-2)).toEqual(['END:VCALENDAR', ''])
  for (const line of [
    'UID:0190a000-0000-7000-8000-000000000001@piazza.example',
    'DTSTAMP:20261116T080000Z',
    'DTSTART:20261121T173000Z',
    'DTEND:20261121T190000Z',
    'SUMMARY:Ballo in cortile',
    'LOCATION:Circolo ARCI, via Roma 3, Chieri, Torino',
    'URL:https://piazza.example/product/0190a000-0000-7000-8000-000000000001',
  ])
    expect(lines).toContain(line)
  expect(lines.some((line) => line.startsWith('DESCRIPTION'))).toBe(false)
})

test('no text of a member can add a line of its own', () => {
  const name = 'Festa; con, \\ barre\r\nEND:VEVENT\rBEGIN:VEVENT\u0000\u0007'
  const file = fileOf(anEvent({ name }))
  expect(file).toContain('SUMMARY:Festa\\; con\\, \\\\ barre\\nEND:VEVENT\\nBEGIN:VEVENT\r\n')
  expect(file.split('\r\n').filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1)
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
})

test('lines have at most 75 octets, and no character is split', () => {
  const description = 'Perché no? 🎻 così è più bello. '.repeat(40).trim()
  const file = fileOf(anEvent({ description }))
  for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(read(file)).toContain(`DESCRIPTION:${description}`)
})
