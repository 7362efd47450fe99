// Dates and times are Italian, whatever the time zone of server and browser. They are written without Intl, whose first
// formatter delays a browser's first interaction by some 30 ms; dates.test.ts compares the two.

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

const MONTHS = [
  'gennaio',
  'febbraio',
  'marzo',
  'aprile',
  'maggio',
  'giugno',
  'luglio',
  'agosto',
  'settembre',
  'ottobre',
  'novembre',
  'dicembre',
]
const WEEKDAYS = ['domenica', 'lunedì', 'martedì', 'mercoledì', 'giovedì', 'venerdì', 'sabato']

/** 01:00 UTC on the last Sunday of the month (0 for January). */
const lastSunday = (year: number, month: number): number => {
  const lastDay = new Date(Date.UTC(year, month + 1, 0, 1))
  return lastDay.getTime() - lastDay.getUTCDay() * DAY_MS
}

/** Daylight saving time lasts from the last Sunday of March to the last Sunday of October. */
const isDaylightSaving = (moment: Date): boolean => {
  const year = moment.getUTCFullYear()
  return moment.getTime() >= lastSunday(year, 2) && moment.getTime() < lastSunday(year, 9)
}

/** The moment on Italian clocks, as yyyy-MM-ddTHH:mm:ss. */
export const toItalianTime = (moment: string | Date): string => {
  const utc = new Date(moment)
  return new Date(utc.getTime() + (isDaylightSaving(utc) ? 2 : 1) * HOUR_MS).toISOString().slice(0, 19)
}

/** The date in Italy, as yyyy-MM-dd. */
export const italianDate = (moment: string | Date): string => toItalianTime(moment).slice(0, 10)

const dateParts = (moment: string | Date): { year: string; month: string; day: string } => {
  const [year = '', month = '', day = ''] = italianDate(moment).split('-')
  return { year, month, day }
}
const monthName = (month: string): string => MONTHS[Number(month) - 1] ?? ''

/** dd/MM/yyyy */
export const formatDate = (moment: string | Date): string => {
  const { year, month, day } = dateParts(moment)
  return `${day}/${month}/${year}`
}
/** dd/MM, with the year if it is not that of `now`. */
export const formatShortDate = (moment: string | Date, now: Date): string =>
  dateParts(moment).year === dateParts(now).year ? formatDate(moment).slice(0, 5) : formatDate(moment)
/** "marzo 2026" */
export const formatMonth = (moment: string | Date): string => {
  const { year, month } = dateParts(moment)
  return `${monthName(month)} ${year}`
}
/** HH:mm */
export const formatTime = (moment: string | Date): string => toItalianTime(moment).slice(11, 16)
/** "1° ottobre", "3 novembre" */
export const formatDayMonth = (moment: string | Date): string => {
  const { month, day } = dateParts(moment)
  return `${day === '01' ? '1°' : Number(day)} ${monthName(month)}`
}
/** The 8th and the 11th begin with a vowel: "l’8 novembre". */
const elide = (article: 'il' | 'del' | 'dal' | 'al', date: string): string => {
  const isVowel = /^(0?8|11)\b/.test(date)
  return isVowel ? `${article === 'il' ? 'l' : `${article}l`}’${date}` : `${article} ${date}`
}
/** "il 3 novembre", "l’8 novembre" */
export const theDayMonth = (moment: string | Date): string => elide('il', formatDayMonth(moment))
/** "del 3 novembre", "dell’8 novembre" */
export const ofDayMonth = (moment: string | Date): string => elide('del', formatDayMonth(moment))
/** "il 03/11/2026", "l’08/11/2026" */
export const theDate = (moment: string | Date): string => elide('il', formatDate(moment))
/** "del 03/11/2026", "dell’08/11/2026" */
export const ofDate = (moment: string | Date): string => elide('del', formatDate(moment))
/** "dal 03/11/2026", "dall’08/11/2026" */
export const sinceDate = (moment: string | Date): string => elide('dal', formatDate(moment))
/** "fino al 03/11/2026", "fino all’08/11/2026" */
export const untilDate = (moment: string | Date): string => `fino ${elide('al', formatDate(moment))}`
/** "lunedì" */
export const formatWeekday = (moment: string | Date): string =>
  WEEKDAYS[new Date(italianDate(moment)).getUTCDay()] ?? ''
/** "sab 22 novembre, 16:00" */
export const formatDayAndTime = (moment: string | Date): string =>
  `${formatWeekday(moment).slice(0, 3)} ${formatDayMonth(moment)}, ${formatTime(moment)}`

/** The moment at which Italian clocks show this date and time (yyyy-MM-ddTHH:mm). */
export const fromItalianTime = (local: string): Date => {
  const asUtc = Date.parse(`${local}Z`)
  const offsetAt = (moment: number) => Date.parse(`${toItalianTime(new Date(moment))}Z`) - moment
  // The first offset is that of a moment up to two hours later, possibly after daylight saving time has changed.
  return new Date(asUtc - offsetAt(asUtc - offsetAt(asUtc)))
}

// The calendar has no year 0: the database refuses it.
const DATE = /^(?!0000)\d{4}-\d{2}-\d{2}$/

/** Whether the text is a date of the calendar, as yyyy-MM-dd. */
export const isDate = (text: string): boolean => DATE.test(text) && addDays(text, 0) === text

/** The last `count` months as yyyy-MM in Italy, oldest first; more of them if `first` is earlier. */
export const monthsUntil = (now: Date, count: number, first?: string): string[] => {
  const [year = 0, month = 0] = italianDate(now).split('-').map(Number)
  const monthsAgo = (ago: number) => new Date(Date.UTC(year, month - 1 - ago, 1)).toISOString().slice(0, 7)
  const months: string[] = []
  for (let ago = 0; ago < count || (first !== undefined && monthsAgo(ago) >= first); ago++)
    months.unshift(monthsAgo(ago))
  return months
}

/** Adds calendar days to a date (yyyy-MM-dd), whatever their number of hours. Returns '' for an invalid date. */
export const addDays = (date: string, days: number): string => {
  const day = new Date(`${date}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() + days)
  return Number.isNaN(day.getTime()) ? '' : day.toISOString().slice(0, 10)
}

const MOST_DAYS = 7

/** Days between the Italian dates of two moments. */
const daysBetween = (earlier: Date, later: Date): number =>
  (Date.parse(italianDate(later)) - Date.parse(italianDate(earlier))) / DAY_MS

/** "oggi", "ieri", "3 giorni fa"; after a week the date, dd/MM/yyyy if `format` is missing. */
export const formatAgo = (moment: string, now: Date, format: (moment: string) => string = formatDate): string => {
  const days = daysBetween(new Date(moment), now)
  if (days <= 0) return 'oggi'
  if (days === 1) return 'ieri'
  return days <= MOST_DAYS ? `${days} giorni fa` : format(moment)
}

/** When something is possible again: "tra 5 minuti", "oggi dopo le 18:40", "domani dopo le 09:05". */
export const formatWait = (until: Date, now: Date): string => {
  const minutes = Math.ceil((until.getTime() - now.getTime()) / 60_000)
  if (minutes <= 1) return 'tra un minuto'
  if (minutes < 60) return `tra ${minutes} minuti`
  const days = daysBetween(now, until)
  const day = days === 0 ? 'oggi' : days === 1 ? 'domani' : theDate(until)
  return `${day} dopo le ${formatTime(until)}`
}
