import { useEffect, useRef } from 'react'
import { formatAgo } from '#domain/base/dates.ts'

/**
 * How long ago something was. Cached HTML may be from before midnight and say "oggi" for yesterday. Hydration keeps the
 * server's text; the effect corrects it.
 */
export const Ago = ({ moment }: { moment: string }) => {
  const time = useRef<HTMLTimeElement>(null)
  const text = formatAgo(moment, new Date())
  useEffect(() => {
    if (time.current && time.current.textContent !== text) time.current.textContent = text
  }, [text])
  return (
    <time ref={time} dateTime={moment} suppressHydrationWarning>
      {text}
    </time>
  )
}
