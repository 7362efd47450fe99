import type { SiteSettings } from '#domain/association/settings.ts'
import { eventPlace } from '#domain/market/events.ts'
import type { ListingCard } from '#domain/market/listings.schema.ts'

// Calendar files as in RFC 5545.

const MAX_LINE_OCTETS = 75
const REFRESH = 'PT1H'
// biome-ignore lint/suspicious/noControlCharactersInRegex: this pattern detects control characters
const INVALID_CHARACTERS = /[\u0000-\u0008\u000b-\u001f\u007f]/g

const escapeText = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .toWellFormed()
    .replace(INVALID_CHARACTERS, '')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')

/** Folds long lines: the rest continues on the next line after a space. Does not split characters. */
const fold = (line: string): string => {
  let folded = ''
  let octets = 0
  for (const character of line) {
    const length = Buffer.byteLength(character)
    if (octets + length > MAX_LINE_OCTETS) {
      folded += '\r\n '
      octets = 1
    }
    folded += character
    octets += length
  }
  return folded
}

const toUtc = (moment: string | Date): string => new Date(moment).toISOString().replace(/[-:]|\.\d{3}/g, '')

const eventLines = (listing: ListingCard, { publicUrl }: SiteSettings, now: Date): string[] => {
  const place = eventPlace(listing)
  const lines = [
    'BEGIN:VEVENT',
    `UID:${listing._id}@${new URL(publicUrl).hostname}`,
    `DTSTAMP:${toUtc(now)}`,
    `DTSTART:${toUtc(listing.startsAt ?? now)}`,
    `DTEND:${toUtc(listing.endsAt ?? now)}`,
    `SUMMARY:${escapeText(listing.name)}`,
    place && `LOCATION:${escapeText(place)}`,
    listing.description && `DESCRIPTION:${escapeText(listing.description)}`,
    `CATEGORIES:${escapeText(listing.category)}`,
    `URL:${publicUrl}/product/${listing._id}`,
    'END:VEVENT',
  ]
  return lines.filter(Boolean)
}

type Calendar = { site: SiteSettings; name: string; events: readonly ListingCard[]; now: Date }

export const calendarFile = ({ site, name, events, now }: Calendar): string => {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Piazza//Eventi//IT',
    'CALSCALE:GREGORIAN',
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
    `X-PUBLISHED-TTL:${REFRESH}`,
    ...events.flatMap((event) => eventLines(event, site, now)),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}
