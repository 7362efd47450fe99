// Days are kept as yyyy-MM-dd, and written as people in Italy write them: dd/MM/yyyy.

export const writeDay = (day: string): string => day.split('-').reverse().join('/')

// Day first, with any stroke between or none; a browser that fills in a birthday writes the year first.
const DAY_FIRST = /^(?<day>\d{1,2})[/.\s-]?(?<month>\d{1,2})[/.\s-]?(?<year>\d{4})$/
const YEAR_FIRST = /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})$/

/** The day that was written; undefined where there is none such. */
export const readDay = (text: string): string | undefined => {
  if (text.trim() === '') return ''
  const {
    day = '',
    month = '',
    year = '',
  } = (DAY_FIRST.exec(text.trim()) ?? YEAR_FIRST.exec(text.trim()))?.groups ?? {}
  const read = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const moment = new Date(`${read}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(read) ? read : undefined
}

/** Puts the strokes while one types, since the keys of a telephone have digits alone; what one takes away stays away. */
export const withStrokes = (text: string, before: string): string => {
  const single = text.replace(/\/{2,}/g, '/')
  const isTyping = text.length > before.length
  return isTyping && /^(\d{2}|\d{1,2}\/\d{2})$/.test(single) ? `${single}/` : single
}
