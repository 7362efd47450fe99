import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { HASHING_LIMITS, hashPassword, limitHashing, makePasswords } from '#server/accounts/sessions/passwords.ts'
import { sql } from '#server/platform/db/sql.ts'
import { LIMITS } from '#server/platform/limits/limits.ts'
import { aPiazza } from '#test/fixtures.ts'
import { untilWaiting, whileMemberIsLocked } from '#test/lock-waits.ts'

type Piazza = Awaited<ReturnType<typeof aPiazza>>

const PASSWORD = 'giusta-giusta'
const signIn = (piazza: Piazza, email: string, password: string, from?: string) =>
  piazza.call('POST', '/api/users/signin', {
    body: { email, password },
    ...(from ? { headers: { 'x-forwarded-for': from } } : {}),
  })

test('a member signs in, whatever the case of the address', async () => {
  const piazza = await aPiazza()
  const member = await piazza.aMember({ password: PASSWORD, hasAd: true })
  const { status, body } = await signIn(piazza, ` ${member.email.toUpperCase()} `, PASSWORD)
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      _id: member.id,
      username: member.username,
      token: expect.stringMatching(/^[\w-]{43}$/),
      verified: true,
      isSeller: true,
      isAdmin: false,
      hasAd: true,
    },
  })
})

test('a wrong password, an unknown address, a deleted member and nonsense get the same response', async () => {
  const piazza = await aPiazza()
  const member = await piazza.aMember({ password: PASSWORD })
  const deleted = await piazza.aMember({ password: PASSWORD })
  await piazza.db.execute(sql`update member set deleted_at = now() where id = ${deleted.id}`)
  const answers = [
    await signIn(piazza, member.email, 'sbagliata'),
    await signIn(piazza, member.email, ''),
    await signIn(piazza, 'nessuno@esempio.test', PASSWORD),
    await signIn(piazza, deleted.email, PASSWORD),
    await signIn(piazza, "' or 1=1 --", PASSWORD),
  ]
  for (const { status, body } of answers) {
    expect({ status, body }).toEqual({ status: 401, body: { message: 'E-mail o password non corrette.' } })
  }
})

test('an unknown address costs the same hashing as a known one', async () => {
  const passwords = makePasswords()
  const known = await passwords.hash(PASSWORD)
  const timed = async (hash: string | undefined) => {
    const start = performance.now()
    expect(await passwords.matches(hash, 'sbagliata')).toBe(false)
    return performance.now() - start
  }
  await timed(undefined)
  // Compares the fastest of several alternating runs, because other processes slow down single runs.
  let [forKnown, forUnknown] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let time = 0; time < 5; time++) {
    forKnown = Math.min(forKnown, await timed(known))
    forUnknown = Math.min(forUnknown, await timed(undefined))
  }
  expect(forUnknown).toBeGreaterThan(forKnown / 4)
})

test('guessing the password of an account is limited per IP, and its owner can sign in from another', async () => {
  let now = new Date()
  const piazza = await aPiazza({ clock: () => now })
  const member = await piazza.aMember({ password: PASSWORD })
  const { times, seconds } = LIMITS.signInFromIpAsMember
  const guess = (password: string) => signIn(piazza, member.email, password, '203.0.113.7')
  for (let time = 0; time < times; time++) expect((await guess('sbagliata')).status).toBe(401)
  const stopped = await guess(PASSWORD)
  expect(stopped.status).toBe(429)
  expect(stopped.body).toEqual({ message: 'Troppi tentativi: riprova tra un minuto.' })
  expect(Number(stopped.headers.get('retry-after'))).toBe(seconds / times)
  expect((await signIn(piazza, member.email, PASSWORD, '203.0.113.8')).status).toBe(200)
  now = new Date(now.getTime() + (seconds / times) * 1000)
  expect((await guess(PASSWORD)).status).toBe(200)
})

test('sign-ins to many accounts from one IP are limited as well', async () => {
  // A fixed clock, because the limits recover with time.
  const now = new Date()
  const piazza = await aPiazza({ clock: () => now })
  const tries = Array.from({ length: LIMITS.signInFromIp.times + 5 }, (_, index) =>
    signIn(piazza, `socio${index}@esempio.test`, 'sbagliata', '203.0.113.7'),
  )
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 429)).toHaveLength(5)
})

test('wrong passwords from other IPs do not lock a member out at an IP where they have signed in before', {
  tags: 'slow',
}, async () => {
  // A fixed clock, because the limits recover with time.
  const now = new Date()
  const piazza = await aPiazza({ clock: () => now })
  const member = await piazza.aMember({ password: PASSWORD })
  expect((await signIn(piazza, member.email, PASSWORD, '203.0.113.200')).status).toBe(200)
  const { times } = LIMITS.signInAsMember
  const guesses = Array.from({ length: times }, (_, index) => `198.51.100.${Math.floor(index / 9)}`)
  for (const from of guesses) await signIn(piazza, member.email, 'sbagliata', from)
  expect((await signIn(piazza, member.email, PASSWORD, '203.0.113.201')).status).toBe(429)
  expect((await signIn(piazza, member.email, PASSWORD, '203.0.113.200')).status).toBe(200)
  for (let time = 0; time < LIMITS.signInFromIpAsMember.times; time++)
    await signIn(piazza, member.email, 'sbagliata', '203.0.113.200')
  expect((await signIn(piazza, member.email, PASSWORD, '203.0.113.200')).status).toBe(429)
})

test('RATE_LIMITS=off disables the limits', { tags: 'slow' }, async () => {
  const piazza = await aPiazza({ env: { RATE_LIMITS: 'off' } })
  // Sequential, because a burst of this size would fill the hashing queue.
  for (let time = 0; time < LIMITS.signInFromIp.times + 5; time++)
    expect((await signIn(piazza, 'x@esempio.test', 'x')).status).toBe(401)
})

test('signing out everywhere revokes all tokens of the member, and none of others', async () => {
  const piazza = await aPiazza()
  const member = await piazza.aMember({ password: PASSWORD })
  const other = await piazza.aMember()
  const { body } = (await signIn(piazza, member.email, PASSWORD)) as { body: { token: string } }
  expect(
    (await piazza.call('POST', '/api/users/signout', { token: body.token, body: { everywhere: true } })).status,
  ).toBe(200)
  const statusWith = async (token: string) => (await piazza.call('GET', '/api/orders/mine', { token })).status
  expect(await statusWith(body.token)).toBe(401)
  expect(await statusWith(member.token)).toBe(401)
  expect(await statusWith(other.token)).not.toBe(401)
})

test('a request that began before its token was revoked gets no new token and changes nothing', async () => {
  const piazza = await aPiazza()
  const member = await piazza.aMember()
  await piazza.aListing({ by: member })
  await piazza.db.execute(sql`update member set has_ad = false, city = 'Pinerolo' where id = ${member.id}`)
  const owner = await piazza.db.openClient()
  await owner.query('begin')
  await owner.query('select from member where id = $1 for update', [member.id])
  await owner.query('delete from member_session where member_id = $1', [member.id])
  const asked = Promise.all([
    piazza.call('PUT', '/api/users/profile', { token: member.token, body: { city: 'Torino' } }),
    piazza.call('PUT', `/api/users/upgrade/${member.id}`, { token: member.token }),
  ])
  await untilWaiting(piazza.db, 'member', 2)
  await owner.query('commit')
  await owner.end()
  expect((await asked).map(({ status }) => status)).toEqual([401, 401])
  expect(await piazza.db.query(sql`select city from member where id = ${member.id}`)).toEqual([{ city: 'Pinerolo' }])
})

test('a token is random and only its hash is stored', async () => {
  const piazza = await aPiazza()
  const member = await piazza.aMember({ password: PASSWORD })
  const tokens = await Promise.all(
    [1, 2].map(async () => ((await signIn(piazza, member.email, PASSWORD)).body as { token: string }).token),
  )
  expect(new Set(tokens).size).toBe(2)
  for (const token of tokens) expect(Buffer.from(token, 'base64url').length).toBeGreaterThanOrEqual(32)
  const rows = await piazza.db.query<{ hash: Buffer; text: string }>(sql`
    select token_hash as hash, s::text as text from member_session s where member_id = ${member.id}`)
  const stored = rows.map(({ hash }) => hash.toString('hex'))
  for (const token of tokens) {
    expect(stored).toContain(createHash('sha256').update(token).digest('hex'))
    expect(rows.map(({ text }) => text).join()).not.toContain(token)
  }
})

test('a sign-in under way while the password changes begins no session', async () => {
  const piazza = await aPiazza()
  const member = await piazza.aMember({ password: PASSWORD })
  const { status } = await whileMemberIsLocked(
    piazza.db,
    member.id,
    () => signIn(piazza, member.email, PASSWORD),
    (client) => client.query(`update member set password_hash = 'another' where id = $1`, [member.id]),
  )
  expect(status).toBe(401)
})

test('signing out revokes every token of that session, and leaves the member’s other sessions', async () => {
  const piazza = await aPiazza()
  const member = await piazza.aMember({ password: PASSWORD })
  const { body } = (await signIn(piazza, member.email, PASSWORD)) as { body: { token: string } }
  const renewed = await piazza.call('PUT', '/api/users/profile', { token: body.token, body: { name: 'Rosa' } })
  const later = (renewed.body as { token: string }).token
  expect((await piazza.call('POST', '/api/users/signout', { token: later, body: {} })).status).toBe(200)
  const statusWith = async (token: string) => (await piazza.call('GET', '/api/orders/mine', { token })).status
  expect(await statusWith(body.token)).toBe(401)
  expect(await statusWith(later)).toBe(401)
  expect(await statusWith(member.token)).toBe(200)
})

test('a burst of hashes waits in a queue, and hashes beyond its limit are refused at once', async () => {
  const queued = limitHashing({ ...HASHING_LIMITS, maxQueued: 4 })
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => queued(async () => 'hashed')))
  expect(outcomes.slice(0, 5)).toEqual(Array(5).fill({ status: 'fulfilled', value: 'hashed' }))
  for (const outcome of outcomes.slice(5))
    expect(outcome).toMatchObject({ reason: { kind: 'unavailable', status: 503, retryAfter: 2 } })
})

test('a hash that waits too long is refused', async () => {
  const queued = limitHashing({ ...HASHING_LIMITS, maxWaitMs: 10 })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const running = queued(() => released)
  await expect(queued(async () => 'hashed')).rejects.toMatchObject({ kind: 'unavailable', status: 503, retryAfter: 2 })
  release()
  await running
})

test('passwords are hashed with argon2id', async () => {
  const hash = await hashPassword(PASSWORD)
  expect(hash).toMatch(/^\$argon2id\$/)
  expect(await makePasswords().matches(hash, PASSWORD)).toBe(true)
  expect(await makePasswords().matches('no hash at all', PASSWORD)).toBe(false)
})
