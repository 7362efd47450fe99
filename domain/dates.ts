// Dates and times are Italian, whatever the time zone of server and browser.
const ITALY = 'Europe/Rome'

const dayMonthYear = new Intl.DateTimeFormat('it-IT', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  timeZone: ITALY,
})
const hourMinute = new Intl.DateTimeFormat('it-IT', { hour: '2-digit', minute: '2-digit', timeZone: ITALY })
const dayMonth = new Intl.DateTimeFormat('it-IT', { day: 'numeric', month: 'long', timeZone: ITALY })
const weekdayDayMonth = new Intl.DateTimeFormat('it-IT', {
  weekday: 'short',
  day: 'numeric',
  month: 'long',
  timeZone: ITALY,
})
const monthYear = new Intl.DateTimeFormat('it-IT', { month: 'long', year: 'numeric', timeZone: ITALY })
const weekday = new Intl.DateTimeFormat('it-IT', { weekday: 'long', timeZone: ITALY })
// Sweden writes dates as ISO 8601 does.
const isoDateTime = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: ITALY })

/** dd/MM/yyyy */
export const formatDate = (moment: string | Date): string => dayMonthYear.format(new Date(moment))
/** "marzo 2026" */
export const formatMonth = (moment: string | Date): string => monthYear.format(new Date(moment))
/** HH:mm */
export const formatTime = (moment: string | Date): string => hourMinute.format(new Date(moment))
/** "1° ottobre", "3 novembre" */
export const formatDayMonth = (moment: string | Date): string => dayMonth.format(new Date(moment)).replace(/^1 /, '1° ')
export const formatWeekday = (moment: string | Date): string => weekday.format(new Date(moment))

/** The moment on Italian clocks, as yyyy-MM-ddTHH:mm:ss. */
export const toItalianTime = (moment: string | Date): string => isoDateTime.format(new Date(moment)).replace(' ', 'T')

/** The moment at which Italian clocks show this date and time (yyyy-MM-ddTHH:mm). */
export const fromItalianTime = (local: string): Date => {
  const asUtc = Date.parse(`${local}Z`)
  const offsetAt = (moment: number) => Date.parse(`${toItalianTime(new Date(moment))}Z`) - moment
  // The first offset is that of a moment up to two hours later, possibly after daylight saving time has changed.
  return new Date(asUtc - offsetAt(asUtc - offsetAt(asUtc)))
}

const DATE = /^\d{4}-\d{2}-\d{2}$/

/** Whether the text is a date of the calendar, as yyyy-MM-dd. */
export const isDate = (text: string): boolean => DATE.test(text) && addDays(text, 0) === text

/** The date in Italy, as yyyy-MM-dd. */
export const italianDate = (moment: Date): string => toItalianTime(moment).slice(0, 10)

/** At least so many months as yyyy-MM in Italy, oldest first, ending with the current one; from an earlier one if given. */
export const monthsUntil = (now: Date, count: number, first?: string): string[] => {
  const [year = 0, month = 0] = italianDate(now).split('-').map(Number)
  const monthsAgo = (ago: number) => new Date(Date.UTC(year, month - 1 - ago, 1)).toISOString().slice(0, 7)
  const months: string[] = []
  for (let ago = 0; ago < count || (first !== undefined && monthsAgo(ago) >= first); ago++)
    months.unshift(monthsAgo(ago))
  return months
}

/** Calendar days after a date (yyyy-MM-dd), whatever their number of hours. Not a date if the given one is not. */
export const addDays = (date: string, days: number): string => {
  const day = new Date(`${date}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() + days)
  return Number.isNaN(day.getTime()) ? '' : day.toISOString().slice(0, 10)
}

const DAY_MS = 86_400_000
const MOST_DAYS = 30

/** Days between two moments on Italian calendars. */
const daysBetween = (earlier: Date, later: Date): number =>
  (Date.parse(italianDate(later)) - Date.parse(italianDate(earlier))) / DAY_MS

/** "oggi", "ieri", "3 giorni fa"; after a month dd/MM/yyyy. */
export const formatAgo = (moment: string, now: Date): string => {
  const days = daysBetween(new Date(moment), now)
  if (days <= 0) return 'oggi'
  if (days === 1) return 'ieri'
  return days <= MOST_DAYS ? `${days} giorni fa` : formatDate(moment)
}

/** "sab 22 novembre, 16:00" */
export const formatDayAndTime = (moment: string): string =>
  `${weekdayDayMonth.format(new Date(moment))}, ${formatTime(moment)}`
