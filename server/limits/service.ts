import { isIPv6 } from 'node:net'
import { AppError, MESSAGES } from '#domain/errors.ts'
import { LIMITS, type LimitName } from '#server/limits/limits.ts'
import type { LimitsStore } from '#server/limits/store.ts'

export type Limits = ReturnType<typeof makeLimits>

/** Where a request comes from: an address, or, in IPv6, the network that one household is given whole. */
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
  const keyOf = (name: LimitName, who: readonly string[]) => [name, ...who].join(' ')
  const takeAll = async (...doings: [name: LimitName, ...who: string[]][]): Promise<void> => {
    if (!enabled) return
    const counts = doings.map(([name, ...who]) => ({ key: keyOf(name, who), limit: LIMITS[name] }))
    const wait = await store.take(counts, now())
    if (wait !== undefined) throw new AppError('tooMany', MESSAGES.tooMany, wait)
  }
  return {
    /** Counts one more time that someone does something; too often is refused, with when to try again. */
    take: (name: LimitName, ...who: string[]): Promise<void> => takeAll([name, ...who]),
    /** The same for several limits that one doing counts for. */
    takeAll,

    forget: (name: LimitName, ...who: string[]): Promise<void> => store.forget(keyOf(name, who)),
    forgetOld: (): Promise<number> => store.forgetOld(now()),
  }
}
