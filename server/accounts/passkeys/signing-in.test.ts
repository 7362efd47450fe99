import { expect, test } from 'vitest'
import type { MemberExport } from '#domain/member-export.schema.ts'
import { sql } from '#server/platform/db/sql.ts'
import { LIMITS } from '#server/platform/limits/limits.ts'
import { anAuthenticator, type Deviation } from '#test/authenticator.ts'
import { aPiazzaWithPasskeys, DEVIATIONS, REFUSED_SIGN_IN } from '#test/passkey-calls.ts'

test('a member adds a passkey and signs in with it; the session is like any other', async () => {
  const piazza = await aPiazzaWithPasskeys()
  const rosa = await piazza.aMemberWithPassword()
  const device = await piazza.aPasskey(rosa, 'Telefono di Rosa')
  expect(await piazza.list(rosa)).toEqual({
    available: true,
    passkeys: [
      { _id: device._id, name: 'Telefono di Rosa', createdAt: expect.stringMatching(/^20/), lastUsedAt: null },
    ],
  })
  const { status, body } = await piazza.signIn(device.sign(await piazza.challengeToSignIn()))
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { _id: rosa.id, username: rosa.username, verified: true, token: expect.stringMatching(/^[\w-]{43}$/) },
  })
  const { token } = body as { token: string }
  expect((await piazza.list({ token })).passkeys[0]?.lastUsedAt).toMatch(/^20/)
  // This session and the one in which the passkey was added.
  const rows = await piazza.db.query(sql`select from member_session where member_id = ${rosa.id}`)
  expect(rows).toHaveLength(2)
  await piazza.call('POST', '/api/users/signout', { token, body: { everywhere: true } })
  expect((await piazza.call('GET', '/api/passkeys', { token })).status).toBe(401)
})

test('signing in is refused at another origin or site, unverified, forged, and with a challenge for something else', async () => {
  const piazza = await aPiazzaWithPasskeys()
  const rosa = await piazza.aMemberWithPassword()
  const gino = await piazza.aMemberWithPassword()
  const [device, ginos] = [await piazza.aPasskey(rosa), await piazza.aPasskey(gino)]
  const wrong: Record<string, Deviation> = {
    ...DEVIATIONS,
    'of a new passkey': { type: 'webauthn.create' },
    'with the id of another’s passkey': { credentialId: ginos.id },
    'of nobody': { credentialId: anAuthenticator().id },
    'in another’s name': { userHandle: Buffer.from(gino.id.replaceAll('-', ''), 'hex').toString('base64url') },
  }
  for (const [name, deviation] of Object.entries(wrong))
    expect(await piazza.signIn(device.sign(await piazza.challengeToSignIn(), deviation)), name).toMatchObject(
      REFUSED_SIGN_IN,
    )
  for (const challenge of [
    await piazza.challengeToAdd(rosa),
    await piazza.challengeFor(rosa, { purpose: 'secret' }),
    Buffer.alloc(32).toString('base64url'),
    '',
  ])
    expect(await piazza.signIn(device.sign(challenge))).toMatchObject(REFUSED_SIGN_IN)
  const signed = device.sign(await piazza.challengeToSignIn())
  const other = device.sign(await piazza.challengeToSignIn())
  const { signature } = other.response
  expect(await piazza.signIn({ ...signed, response: { ...signed.response, signature } })).toMatchObject(REFUSED_SIGN_IN)
  expect((await piazza.signIn(other)).status).toBe(200)
})

test('a signature works once, also when it is sent twice at the same time, and for five minutes', async () => {
  let now = new Date()
  const piazza = await aPiazzaWithPasskeys({ clock: () => now })
  const device = await piazza.aPasskey(await piazza.aMemberWithPassword())
  const signed = device.sign(await piazza.challengeToSignIn())
  const answers = await Promise.all([piazza.signIn(signed), piazza.signIn(signed), piazza.signIn(signed)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401])
  const old = await piazza.challengeToSignIn()
  now = new Date(now.getTime() + 5 * 60_000)
  expect(await piazza.signIn(device.sign(old))).toMatchObject(REFUSED_SIGN_IN)
})

test('a counter that does not grow is refused and audited; a device that never counts is not', async () => {
  const piazza = await aPiazzaWithPasskeys()
  const rosa = await piazza.aMemberWithPassword()
  const [counting, silent] = [await piazza.aPasskey(rosa), await piazza.aPasskey(rosa)]
  const signIn = async (device: typeof counting, counter: number) =>
    (await piazza.signIn(device.sign(await piazza.challengeToSignIn(), { counter }))).status
  expect(await signIn(counting, 7)).toBe(200)
  for (const counter of [7, 6, 0]) expect(await signIn(counting, counter)).toBe(401)
  expect(await signIn(counting, 8)).toBe(200)
  for (const counter of [0, 0]) expect(await signIn(silent, counter)).toBe(200)
  const { body } = await piazza.call('GET', '/api/privacy/export', { token: rosa.token })
  const actions = (body as MemberExport).audit.map(({ action }) => action)
  expect(actions.filter((action) => action === 'passkey.replayed')).toHaveLength(3)
})

test('suspended and unverified members sign in as with the password, deleted ones do not', async () => {
  const piazza = await aPiazzaWithPasskeys()
  const [suspended, unverified, deleted] = [
    await piazza.aMemberWithPassword(),
    await piazza.aMemberWithPassword(),
    await piazza.aMemberWithPassword(),
  ]
  const devices = [
    await piazza.aPasskey(suspended),
    await piazza.aPasskey(unverified),
    await piazza.aPasskey(deleted),
  ] as const
  await piazza.db.execute(sql`
    update member set suspended_at = now(), suspension_reason = 'Prova' where id = ${suspended.id}`)
  await piazza.db.execute(sql`update member set verified = false where id = ${unverified.id}`)
  await piazza.db.execute(sql`update member set deleted_at = now() where id = ${deleted.id}`)
  const [forSuspended, forUnverified, forDeleted] = [
    await piazza.signIn(devices[0].sign(await piazza.challengeToSignIn())),
    await piazza.signIn(devices[1].sign(await piazza.challengeToSignIn())),
    await piazza.signIn(devices[2].sign(await piazza.challengeToSignIn())),
  ]
  expect(forSuspended.status).toBe(200)
  const { token } = forSuspended.body as { token: string }
  expect((await piazza.call('POST', '/api/products', { token, body: {} })).status).toBe(403)
  expect(forUnverified).toMatchObject({ status: 200, body: { verified: false } })
  expect(forDeleted).toMatchObject(REFUSED_SIGN_IN)
  expect((await piazza.begin(unverified)).status).toBe(403)
})

test('sign-ins with passkeys are limited per IP, questions per member', async () => {
  // A fixed clock, because the limits recover with time.
  const now = new Date()
  const piazza = await aPiazzaWithPasskeys({ clock: () => now })
  const rosa = await piazza.aMemberWithPassword()
  await piazza.aPasskey(rosa)
  const statuses = async (times: number, request: () => Promise<{ status: number }>) => {
    const answers = []
    for (let time = 0; time < times; time++) answers.push((await request()).status)
    return new Set(answers)
  }
  const { times } = LIMITS.passkeySignInFromIp
  expect(await statuses(times, piazza.signInOptions)).toEqual(new Set([200]))
  expect((await piazza.signInOptions()).status).toBe(429)
  expect((await piazza.signIn(anAuthenticator().sign('AAAA'))).status).toBe(429)
  // Adding the passkey has used one.
  const ask = () => piazza.question(rosa, { purpose: 'secret' })
  expect(await statuses(LIMITS.passkey.times - 1, ask)).toEqual(new Set([200]))
  expect((await ask()).status).toBe(429)
})
