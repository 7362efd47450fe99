import { parseDay } from '#web/ui/form/date-text.ts'

// The API stores birthdays as d/M/yyyy; form fields use yyyy-MM-dd.
export const birthdayToIso = (birthday: string): string => parseDay(birthday) ?? ''

export const birthdayFromIso = (date: string): string => {
  const [year = '', month = '', day = ''] = date.split('-')
  return day ? `${Number(day)}/${Number(month)}/${year}` : ''
}
