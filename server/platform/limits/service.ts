import ipaddr from 'ipaddr.js'
import { AppError, MESSAGES } from '#domain/base/errors.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import { LIMITS, type LimitName } from '#server/platform/limits/limits.ts'
import type { Count, LimitsStore } from '#server/platform/limits/store.ts'

export type Limits = ReturnType<typeof makeLimits>

/** Returns the network of an IPv6 address. Returns IPv4 addresses, including those mapped to IPv6, as IPv4. */
const networkWith = (ip: string, prefix: number): string => {
  // A closed connection has no address, and a proxy may send an invalid one.
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return address.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toNormalizedString()}/${prefix}`)}/${prefix}`
}

/** The network of a client: its IPv4 address, or the IPv6 /56 that providers assign to one connection. */
export const networkOf = (ip: string): string => networkWith(ip, 56)

// Some providers assign a /48 to one customer, others divide it among many.
const SHARED_NETWORK_TIMES = 4

const HOUR_SECONDS = 60 * 60
const DAY_SECONDS = 24 * HOUR_SECONDS

type Requested = [name: LimitName, ...subject: string[]]

export const makeLimits = (store: LimitsStore, { enabled, now }: { enabled: boolean; now: () => Date }) => {
  const keyOf = (name: LimitName, subject: readonly string[]) => [name, ...subject].join(' ')
  const count = async (counts: Count[], tx?: Queries): Promise<void> => {
    if (!enabled) return
    const wait = await store.take(counts, now(), tx)
    if (wait === undefined) return
    const message = wait > HOUR_SECONDS ? MESSAGES.tooManyToday : MESSAGES.tooManyRequests
    throw new AppError('tooManyRequests', message, { retryAfter: wait })
  }
  const countOf = ([name, ...subject]: Requested): Count => ({ key: keyOf(name, subject), limit: LIMITS[name] })
  return {
    enabled,

    /** Counts one request against a limit; throws `tooManyRequests` with the seconds to wait when it is exceeded. */
    take: (name: LimitName, ...subject: string[]): Promise<void> => count([countOf([name, ...subject])]),

    /**
     * Counts one request against a daily limit that can change, in a transaction: a rollback undoes the count. Requests
     * before a change of the limit still count.
     */
    takePerDay(tx: Queries, times: number, ...subject: string[]): Promise<void> {
      return count([{ key: subject.join(' '), limit: { times, seconds: DAY_SECONDS } }], tx)
    },

    /** Counts one request from a client against the limit of its network, and against the other given limits. */
    takeFrom(ip: string, name: LimitName, ...others: Requested[]): Promise<void> {
      const [network, shared] = [networkOf(ip), networkWith(ip, 48)]
      const { times, seconds } = LIMITS[name]
      const wide = { key: keyOf(name, [shared]), limit: { times: times * SHARED_NETWORK_TIMES, seconds } }
      return count([countOf([name, network]), ...(shared === network ? [] : [wide]), ...others.map(countOf)])
    },

    reset: (name: LimitName, ...subject: string[]): Promise<void> => store.reset(keyOf(name, subject)),
    deleteExpired: (at: Date): Promise<number> => store.deleteExpired(at),
  }
}
