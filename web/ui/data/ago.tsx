import { useEffect, useRef } from 'react'
import { formatAgo } from '#domain/dates.ts'

/**
 * How long ago something was. Pages are cached, so the server's text may be a day old: hydration leaves it, the effect
 * replaces it.
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
