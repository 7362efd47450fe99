import { readDay } from '#web/ui/form/written-day.ts'

// A birthday is kept as d/M/yyyy; everywhere else a day is yyyy-MM-dd.
export const toDay = (birthday: string): string => readDay(birthday) ?? ''

export const fromDay = (date: string): string => {
  const [year = '', month = '', day = ''] = date.split('-')
  return day ? `${Number(day)}/${Number(month)}/${year}` : ''
}
