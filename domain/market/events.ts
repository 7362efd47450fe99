// Listings of section avviso are events, with a start, an end and a place of their own. Must not import zod: browsers load
// this file.
import { formatDate, formatTime, formatWeekday } from '#domain/base/dates.ts'

export const MAX_EVENT_PLACE = 200
export const MAX_EVENT_YEARS = 5

export const EVENT_MESSAGES = {
  over: 'Questo evento è già finito.',
  startMissing: 'Scrivi quando comincia l’evento.',
  endMissing: 'Scrivi quando finisce l’evento.',
  endsBeforeStart: 'L’evento deve finire dopo l’inizio.',
  endsInThePast: 'L’evento risulta già finito: scegli una fine futura.',
  tooFarAhead: `L’evento è troppo lontano: al massimo tra ${MAX_EVENT_YEARS} anni.`,
} as const

type Moments = { startsAt: Date | null; endsAt: Date | null }
type EventError = { field: 'startsAt' | 'endsAt'; message: string }

const yearsAfter = (moment: Date, years: number): Date => {
  const later = new Date(moment)
  later.setUTCFullYear(later.getUTCFullYear() + years)
  return later
}

/** What is wrong with the times of an event that is published now; `knownEnd` is the end of one already published. */
export const findEventError = (
  { startsAt, endsAt }: Moments,
  { now, knownEnd = null }: { now: Date; knownEnd?: Date | null },
): EventError | undefined => {
  if (!startsAt) return { field: 'startsAt', message: EVENT_MESSAGES.startMissing }
  if (!endsAt) return { field: 'endsAt', message: EVENT_MESSAGES.endMissing }
  if (endsAt <= startsAt) return { field: 'endsAt', message: EVENT_MESSAGES.endsBeforeStart }
  if (endsAt > yearsAfter(now, MAX_EVENT_YEARS)) return { field: 'endsAt', message: EVENT_MESSAGES.tooFarAhead }
  // Other fields of an event that is over can still be edited.
  const isEndChanged = endsAt.getTime() !== knownEnd?.getTime()
  return endsAt <= now && isEndChanged ? { field: 'endsAt', message: EVENT_MESSAGES.endsInThePast } : undefined
}

/** "sabato 21/11/2026, 18:30 – 20:00" in two parts without line breaks; the end has a date only if it differs. */
export const eventTimeParts = (startsAt: string, endsAt: string): [string, string] => {
  const dayOf = (moment: string) => `${formatWeekday(moment)} ${formatDate(moment)},`
  if (formatDate(startsAt) === formatDate(endsAt))
    return [dayOf(startsAt), `${formatTime(startsAt)} – ${formatTime(endsAt)}`]
  return [`${dayOf(startsAt)} ${formatTime(startsAt)} –`, `${dayOf(endsAt)} ${formatTime(endsAt)}`]
}

export const formatEventTime = (startsAt: string, endsAt: string): string => eventTimeParts(startsAt, endsAt).join(' ')

/** The place of an event in one line. */
export const eventPlace = (event: { place: string; municipality: string; city: string }): string => {
  const { place, municipality, city } = event
  return [place, municipality, city === municipality ? '' : city].filter(Boolean).join(', ')
}
