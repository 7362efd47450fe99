import ipaddr from 'ipaddr.js'
import { formatWait } from '#domain/base/dates.ts'
import { AppError } from '#domain/base/errors.ts'
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

/** The IPv6 /48 of a client, which some providers assign to one customer and others divide among many; undefined for IPv4. */
export const wideNetworkOf = (ip: string): string | undefined => {
  const wide = networkWith(ip, 48)
  return wide === networkOf(ip) ? undefined : wide
}
/** How many times as much is allowed for it. */
export const WIDE_NETWORK_TIMES = 4

const DAY_SECONDS = 24 * 60 * 60

/** The message of a refusal; `again` says when the next request is possible. */
type Explain = (again: string) => string
const explainBriefly: Explain = (again) => `Troppi tentativi: riprova ${again}.`

type Requested = [name: LimitName, ...subject: string[]]

export const makeLimits = (store: LimitsStore, { enabled, now }: { enabled: boolean; now: () => Date }) => {
  const keyOf = (name: LimitName, subject: readonly string[]) => [name, ...subject].join(' ')
  const count = async (counts: Count[], { tx, explain = explainBriefly }: { tx?: Queries; explain?: Explain } = {}) => {
    if (!enabled) return
    const at = now()
    const wait = await store.take(counts, at, tx)
    if (wait === undefined) return
    const again = formatWait(new Date(at.getTime() + wait * 1000), at)
    throw new AppError('tooManyRequests', explain(again), { retryAfter: wait })
  }
  const countOf = ([name, ...subject]: Requested): Count => ({ key: keyOf(name, subject), limit: LIMITS[name] })
  return {
    enabled,

    /** Counts one request against a limit; throws `tooManyRequests` with the seconds to wait when it is exceeded. */
    take: (name: LimitName, ...subject: string[]): Promise<void> => count([countOf([name, ...subject])]),

    /** As `take`, with a message that says what the limit is for. */
    takeExplained: (explain: Explain, name: LimitName, ...subject: string[]): Promise<void> =>
      count([countOf([name, ...subject])], { explain }),

    /**
     * Counts one request against a daily limit that can change, in a transaction: a rollback undoes the count. Requests
     * before a change of the limit still count.
     */
    takePerDay(tx: Queries, { times, explain }: { times: number; explain: Explain }, ...subject: string[]) {
      return count([{ key: subject.join(' '), limit: { times, seconds: DAY_SECONDS } }], { tx, explain })
    },

    /** Counts one request from a client against the limit of its network, and against the other given limits. */
    takeFrom(ip: string, name: LimitName, ...others: Requested[]): Promise<void> {
      const [network, wide] = [networkOf(ip), wideNetworkOf(ip)]
      const { times, seconds } = LIMITS[name]
      const around = wide ? [{ key: keyOf(name, [wide]), limit: { times: times * WIDE_NETWORK_TIMES, seconds } }] : []
      return count([countOf([name, network]), ...around, ...others.map(countOf)])
    },

    reset: (name: LimitName, ...subject: string[]): Promise<void> => store.reset(keyOf(name, subject)),
    deleteExpired: (at: Date): Promise<number> => store.deleteExpired(at),
  }
}
