// dd/MM/yyyy in Italian time, whatever the server's time zone.
const dayMonthYear = new Intl.DateTimeFormat('it-IT', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  timeZone: 'Europe/Rome',
})

export const formatDate = (moment: string | Date): string => dayMonthYear.format(new Date(moment))
