import { useEffect, useRef } from 'react'
import { formatAgo, formatDate, theDate } from '#domain/base/dates.ts'

/**
 * How long ago something was, with its date. Cached HTML may be from before midnight and say "oggi" for yesterday. Hydration keeps the
 * server's text; the effect corrects it. `withArticle` is for a date in a sentence: "Pubblicato il 03/11/2026".
 */
export const Ago = ({ moment, withArticle = false }: { moment: string; withArticle?: boolean }) => {
  const time = useRef<HTMLTimeElement>(null)
  const text = formatAgo(moment, new Date(), withArticle ? theDate : formatDate)
  useEffect(() => {
    if (time.current && time.current.textContent !== text) time.current.textContent = text
  }, [text])
  return (
    <time ref={time} dateTime={moment} title={formatDate(moment)} suppressHydrationWarning>
      {text}
    </time>
  )
}
