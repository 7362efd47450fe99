// A birthday is kept as d/M/yyyy; everywhere else a day is yyyy-MM-dd.
export const toDay = (birthday: string): string => {
  const [day = '', month = '', year = ''] = birthday.split('/')
  return year ? `${year.padStart(4, '0')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : ''
}

export const fromDay = (date: string): string => {
  const [year = '', month = '', day = ''] = date.split('-')
  return day ? `${Number(day)}/${Number(month)}/${year}` : ''
}
