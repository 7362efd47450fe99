// Dates are stored as yyyy-MM-dd and shown as dd/MM/yyyy.

export const formatDay = (day: string): string => day.split('-').reverse().join('/')

// Day first, with or without separators; browsers that fill in a birthday write yyyy-MM-dd.
const DAY_FIRST = /^(?<day>\d{1,2})[/.\s-]?(?<month>\d{1,2})[/.\s-]?(?<year>\d{4})$/
const YEAR_FIRST = /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})$/

/** The typed date as yyyy-MM-dd, empty if nothing was typed, undefined if there is no such date. */
export const parseDay = (text: string): string | undefined => {
  if (text.trim() === '') return ''
  const {
    day = '',
    month = '',
    year = '',
  } = (DAY_FIRST.exec(text.trim()) ?? YEAR_FIRST.exec(text.trim()))?.groups ?? {}
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const date = new Date(`${iso}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : undefined
}

/** Inserts slashes while digits are typed, because numeric phone keyboards have none; a deleted slash stays deleted. */
export const insertSlashes = (text: string, before: string): string => {
  const collapsed = text.replace(/\/{2,}/g, '/')
  const isTyping = text.length > before.length
  return isTyping && /^(\d{2}|\d{1,2}\/\d{2})$/.test(collapsed) ? `${collapsed}/` : collapsed
}
