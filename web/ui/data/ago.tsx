import { formatAgo } from '#domain/dates.ts'
import { useHydrated } from '#web/lib/use-hydrated.ts'

/**
 * How long ago something was. Pages are cached, so the server's text may be a day old: the key lets the browser render it
 * again after hydration.
 */
export const Ago = ({ moment }: { moment: string }) => (
  <time key={String(useHydrated())} dateTime={moment} suppressHydrationWarning>
    {formatAgo(moment, new Date())}
  </time>
)
