const HOUR = 60
const DAY = 24 * HOUR

/** "di solito risponde entro 3 ore" */
export const answerTimeText = (minutes: number): string => {
  if (minutes <= HOUR) return 'di solito risponde entro un’ora'
  const hours = Math.ceil(minutes / HOUR)
  if (hours <= 24) return `di solito risponde entro ${hours} ore`
  return `di solito risponde entro ${Math.ceil(minutes / DAY)} giorni`
}
