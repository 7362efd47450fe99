import { expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { LIMITS } from '#server/platform/limits/limits.ts'
import { makeLimits, networkOf } from '#server/platform/limits/service.ts'
import { makeLimitsStore } from '#server/platform/limits/store.ts'
import { aDatabase } from '#test/database.ts'

const setUp = async () => {
  const db = await aDatabase()
  let now = new Date('2026-11-15T10:00:00Z')
  const instance = () => makeLimits(makeLimitsStore(db), { enabled: true, now: () => now })
  const later = (seconds: number) => {
    now = new Date(now.getTime() + seconds * 1000)
  }
  return { db, instance, later, limits: instance(), now: () => now }
}

const DAY_SECONDS = 24 * 60 * 60
const { times, seconds } = LIMITS.recoveryMail
const exhaust = async (take: () => Promise<void>) => {
  for (let time = 0; time < times; time++) await take()
}

test('requests up to the limit pass, the next is rejected with the seconds to wait, and passes after them', async () => {
  const { limits, later } = await setUp()
  const take = () => limits.take('recoveryMail', 'rosa')
  await exhaust(take)
  const refusal = await take().catch((error) => error)
  expect(refusal).toMatchObject({ kind: 'tooManyRequests', status: 429, retryAfter: seconds / times })
  later(seconds / times - 1)
  await expect(take()).rejects.toMatchObject({ retryAfter: 1 })
  later(1)
  await take()
  await expect(take()).rejects.toMatchObject({ kind: 'tooManyRequests' })
  later(seconds)
  await exhaust(take)
})

test('limits are counted separately per subject and per limit', async () => {
  const { limits } = await setUp()
  await exhaust(() => limits.take('recoveryMail', 'rosa'))
  await limits.take('recoveryMail', 'bruno')
  await limits.take('verificationMail', 'rosa')
  await expect(limits.take('recoveryMail', 'rosa')).rejects.toMatchObject({ kind: 'tooManyRequests' })
})

test('instances share the count, also for concurrent requests', async () => {
  const { instance } = await setUp()
  const instances = [instance(), instance()]
  const tries = Array.from({ length: 4 * times }, (_, index) => instances[index % 2]?.take('recoveryMail', 'rosa'))
  const outcomes = await Promise.allSettled(tries)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(times)
})

test('a reset limit starts again, and expired counters are deleted', async () => {
  const { db, limits, later, now } = await setUp()
  await exhaust(() => limits.take('recoveryMail', 'rosa'))
  await limits.reset('recoveryMail', 'rosa')
  await limits.take('recoveryMail', 'rosa')
  later(seconds + 1)
  expect(await limits.deleteExpired(now())).toBe(1)
  expect(await db.query(sql`select from rate_limit`)).toHaveLength(0)
})

test('a clock a day ahead and back again locks nobody out for longer than one request takes to refill', async () => {
  const { limits, later } = await setUp()
  const take = () => limits.takeFrom('203.0.113.1', 'recoveryFromIp', ['recoveryMail', 'rosa'])
  later(DAY_SECONDS)
  await exhaust(take)
  later(-DAY_SECONDS)
  await expect(take()).rejects.toMatchObject({ retryAfter: seconds / times })
  later(seconds / times)
  await take()
  await expect(take()).rejects.toMatchObject({ kind: 'tooManyRequests' })
  later(seconds)
  await exhaust(take)
})

test('what was used counts when a limit grows, also concurrently, and when it shrinks', async () => {
  const { db, limits, later } = await setUp()
  const take = (perDay: number) =>
    db.transaction((tx) =>
      limits.takePerDay(tx, { times: perDay, explain: (again) => again }, 'requestToStranger', 'rosa'),
    )
  const takenOf = async (perDay: number, tries: number) => {
    const outcomes = await Promise.allSettled(Array.from({ length: tries }, () => take(perDay)))
    return outcomes.filter(({ status }) => status === 'fulfilled').length
  }
  expect(await takenOf(3, 5)).toBe(3)
  expect(await takenOf(6, 8)).toBe(3)
  expect(await takenOf(7, 3)).toBe(1)
  await expect(take(6)).rejects.toMatchObject({ retryAfter: DAY_SECONDS / 6 })
  later(DAY_SECONDS)
  expect(await takenOf(7, 9)).toBe(7)
})

test('limits can be turned off outside production', async () => {
  const db = await aDatabase()
  const off = makeLimits(makeLimitsStore(db), { enabled: false, now: () => new Date() })
  for (let time = 0; time < 3 * times; time++) await off.take('recoveryMail', 'rosa')
})

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:1234:3:4:5:6', '2001:db8:1:1200::/56'],
  ['2001:db8:1:12ff::9', '2001:db8:1:1200::/56'],
  ['2001:db8::9', '2001:db8::/56'],
  ['::1', '::/56'],
  ['fe80::1%eth0', 'fe80::/56'],
  ['', ''],
  ['unknown', 'unknown'],
])('%s counts as %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})

test('rotating the IPv6 networks of one /56 or one /48 does not evade a limit; another /48 is not affected', async () => {
  const { limits } = await setUp()
  const { times } = LIMITS.recoveryFromIp
  const takenFrom = async (ips: string[]) => {
    const outcomes = await Promise.allSettled(ips.map((ip) => limits.takeFrom(ip, 'recoveryFromIp')))
    return outcomes.filter(({ status }) => status === 'fulfilled').length
  }
  const many = Array.from({ length: 100 }, (_, index) => index)
  expect(await takenFrom(many.map((index) => `2001:db8:1:12${index.toString(16).padStart(2, '0')}::1`))).toBe(times)
  expect(await takenFrom(many.map((index) => `2001:db8:2:${((index + 1) * 256).toString(16)}::1`))).toBe(4 * times)
  expect(await takenFrom(['2001:db8:3::1'])).toBe(1)
})
