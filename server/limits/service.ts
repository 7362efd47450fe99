import { isIPv6 } from 'node:net'
import { AppError, MESSAGES } from '#domain/errors.ts'
import { LIMITS, type LimitName } from '#server/limits/limits.ts'
import type { LimitsStore } from '#server/limits/store.ts'

export type Limits = ReturnType<typeof makeLimits>

/** Rate-limit key of a client: its IPv4 address or its IPv6 /64 network, which usually belongs to one connection. */
export const originOf = (ip: string): string => {
  if (!isIPv6(ip)) return ip
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped) return mapped
  const [head = '', tail = ''] = ip.split('%')[0]?.split('::') ?? []
  const front = head ? head.split(':') : []
  const back = tail ? tail.split(':') : []
  const groups = ip.includes('::')
    ? [...front, ...Array(Math.max(0, 8 - front.length - back.length)).fill('0'), ...back]
    : front
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

export const makeLimits = (store: LimitsStore, { enabled, now }: { enabled: boolean; now: () => Date }) => {
  const keyOf = (name: LimitName, subject: readonly string[]) => [name, ...subject].join(' ')
  const takeAll = async (...requested: [name: LimitName, ...subject: string[]][]): Promise<void> => {
    if (!enabled) return
    const counts = requested.map(([name, ...subject]) => ({ key: keyOf(name, subject), limit: LIMITS[name] }))
    const wait = await store.take(counts, now())
    if (wait !== undefined) throw new AppError('tooManyRequests', MESSAGES.tooManyRequests, wait)
  }
  return {
    /** Counts one request against a limit; throws `tooMany` with the seconds to wait when it is exceeded. */
    take: (name: LimitName, ...subject: string[]): Promise<void> => takeAll([name, ...subject]),
    /** Counts one request against several limits. */
    takeAll,

    reset: (name: LimitName, ...subject: string[]): Promise<void> => store.reset(keyOf(name, subject)),
    deleteExpired: (): Promise<number> => store.deleteExpired(now()),
  }
}
