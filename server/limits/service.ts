import { isIPv6 } from 'node:net'
import { AppError, MESSAGES } from '#domain/errors.ts'
import type { Queries } from '#server/db/pool.ts'
import { LIMITS, type LimitName } from '#server/limits/limits.ts'
import type { Count, LimitsStore } from '#server/limits/store.ts'

export type Limits = ReturnType<typeof makeLimits>

/** The first bits of an IPv6 address; an IPv4 address, also one mapped into IPv6, is left as it is. */
const networkOf = (ip: string, bits: 48 | 56): string => {
  if (!isIPv6(ip)) return ip
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped) return mapped
  const [head = '', tail = ''] = ip.split('%')[0]?.split('::') ?? []
  const front = head ? head.split(':') : []
  const back = tail ? tail.split(':') : []
  const groups = ip.includes('::')
    ? [...front, ...Array(Math.max(0, 8 - front.length - back.length)).fill('0'), ...back]
    : front
  const [first = 0, second = 0, third = 0, fourth = 0] = groups.slice(0, 4).map((group) => Number.parseInt(group, 16))
  const prefix = bits === 48 ? [first, second, third] : [first, second, third, fourth & 0xff00]
  return `${prefix.map((group) => group.toString(16)).join(':')}::/${bits}`
}

/** The network of a client: its IPv4 address, or the IPv6 /56 that providers assign to one connection. */
export const originOf = (ip: string): string => networkOf(ip, 56)

// Some providers assign a /48 to one connection, others share it among many.
const SHARED_NETWORK_TIMES = 4

const DAY_SECONDS = 24 * 60 * 60

type Requested = [name: LimitName, ...subject: string[]]

export const makeLimits = (store: LimitsStore, { enabled, now }: { enabled: boolean; now: () => Date }) => {
  const keyOf = (name: LimitName, subject: readonly string[]) => [name, ...subject].join(' ')
  const count = async (counts: Count[], tx?: Queries): Promise<void> => {
    if (!enabled) return
    const wait = await store.take(counts, now(), tx)
    if (wait !== undefined) throw new AppError('tooManyRequests', MESSAGES.tooManyRequests, { retryAfter: wait })
  }
  const countOf = ([name, ...subject]: Requested): Count => ({ key: keyOf(name, subject), limit: LIMITS[name] })
  return {
    enabled,

    /** Counts one request against a limit; throws `tooManyRequests` with the seconds to wait when it is exceeded. */
    take: (name: LimitName, ...subject: string[]): Promise<void> => count([countOf([name, ...subject])]),

    /** Counts against a limit per day that is not a constant, in a transaction: what is rolled back does not count. */
    takePerDay(tx: Queries, times: number, ...subject: string[]): Promise<void> {
      return count([{ key: subject.join(' '), limit: { times, seconds: DAY_SECONDS } }], tx)
    },

    /** Counts one request from a client against the limit of its network, and against others. */
    takeFrom(ip: string, name: LimitName, ...others: Requested[]): Promise<void> {
      const [origin, shared] = [originOf(ip), networkOf(ip, 48)]
      const { times, seconds } = LIMITS[name]
      const wide = { key: keyOf(name, [shared]), limit: { times: times * SHARED_NETWORK_TIMES, seconds } }
      return count([countOf([name, origin]), ...(shared === origin ? [] : [wide]), ...others.map(countOf)])
    },

    reset: (name: LimitName, ...subject: string[]): Promise<void> => store.reset(keyOf(name, subject)),
    deleteExpired: (): Promise<number> => store.deleteExpired(now()),
  }
}
