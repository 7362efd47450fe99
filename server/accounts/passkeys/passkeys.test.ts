import { expect, test } from 'vitest'
import { ACCOUNT_MESSAGES } from '#domain/accounts/members.ts'
import { MAX_PASSKEYS, PASSKEY_MESSAGES, relyingPartyOf } from '#domain/accounts/passkeys.ts'
import type { MemberExport } from '#domain/member-export.schema.ts'
import { isWithoutCertificates } from '#server/accounts/passkeys/attestation.ts'
import { sql } from '#server/platform/db/sql.ts'
import { anAuthenticator, type Cbor, cbor, type Deviation } from '#test/authenticator.ts'
import { linkTo, mailsTo } from '#test/mailbox.ts'
import {
  aPiazzaWithPasskeys,
  DEVIATIONS,
  PASSKEY_PASSWORD as PASSWORD,
  REFUSED_CONFIRMATION,
  REFUSED_SIGN_IN,
} from '#test/passkey-calls.ts'
import { someServices } from '#test/services.ts'

const NOT_ADDED = { status: 422, body: { message: PASSKEY_MESSAGES.notAdded } }

test('what is asked of the device: the site’s address, a PIN or fingerprint, no attestation, no known passkey', async () => {
  const piazza = await aPiazzaWithPasskeys({ env: { PUBLIC_URL: 'https://piazza.example:8443/' } })
  const rosa = await piazza.aMemberWithPassword()
  const device = anAuthenticator('https://piazza.example:8443')
  await piazza.aPasskey(rosa, 'Telefono', device)
  const { body, headers } = await piazza.begin(rosa)
  expect(headers.get('cache-control')).toContain('no-store')
  expect(body).toMatchObject({
    rp: { id: 'piazza.example' },
    user: { name: rosa.username },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [{ id: device.id, type: 'public-key', transports: ['internal'] }],
  })
  const signIn = (await piazza.signInOptions()).body
  expect(signIn).toMatchObject({ rpId: 'piazza.example', userVerification: 'required' })
  expect(signIn).not.toHaveProperty('allowCredentials')
  expect((await piazza.question(rosa, { purpose: 'secret' })).body).toMatchObject({
    allowCredentials: [{ id: device.id }],
  })
})

test('adding needs the password, tells the owner by mail and is written into the audit', async () => {
  const piazza = await aPiazzaWithPasskeys()
  const rosa = await piazza.aMemberWithPassword()
  for (const password of ['sbagliata', ''])
    expect(await piazza.begin(rosa, password)).toMatchObject({
      status: 403,
      body: { message: ACCOUNT_MESSAGES.wrongPassword },
    })
  expect((await piazza.call('POST', '/api/passkeys/options', { token: rosa.token, body: {} })).status).toBe(422)
  // Challenges that an attacker with a stolen session has without the password.
  const invented = Buffer.alloc(32).toString('base64url')
  for (const challenge of [invented, await piazza.challengeToSignIn()])
    expect(await piazza.add(rosa, anAuthenticator().create(challenge))).toMatchObject(NOT_ADDED)
  expect((await piazza.list(rosa)).passkeys).toEqual([])
  await piazza.aPasskey(rosa, 'Telefono')
  expect((await mailsTo(piazza.db, rosa.email)).map(({ text }) => text)).toEqual([
    expect.stringContaining('aggiunta la passkey «Telefono»'),
  ])
  const { body } = await piazza.call('GET', '/api/privacy/export', { token: rosa.token })
  const exported = body as MemberExport
  expect(exported.passkeys).toMatchObject([{ name: 'Telefono', lastUsedAt: null }])
  expect(exported.audit.map(({ action }) => action)).toContain('passkey.add')
})

test('a passkey is not added with a challenge of another member, used, expired or for something else', async () => {
  let now = new Date()
  const piazza = await aPiazzaWithPasskeys({ clock: () => now })
  const [rosa, gino] = [await piazza.aMemberWithPassword(), await piazza.aMemberWithPassword()]
  const refuse = async (challenge: string) =>
    expect(await piazza.add(rosa, anAuthenticator().create(challenge))).toMatchObject(NOT_ADDED)
  await refuse(await piazza.challengeToAdd(gino))
  await piazza.aPasskey(rosa)
  await refuse(await piazza.challengeFor(rosa, { purpose: 'secret' }))
  const used = await piazza.challengeToAdd(rosa)
  expect((await piazza.add(rosa, anAuthenticator().create(used))).status).toBe(200)
  await refuse(used)
  const old = await piazza.challengeToAdd(rosa)
  now = new Date(now.getTime() + 5 * 60_000)
  await refuse(old)
})

test('a new passkey is refused at another origin or site, unverified, of another type, and with certificates', async () => {
  const piazza = await aPiazzaWithPasskeys()
  const rosa = await piazza.aMemberWithPassword()
  const certificates = new Map<string, Cbor>([
    ['alg', -7],
    ['sig', Buffer.alloc(70)],
    ['x5c', [Buffer.alloc(300)]],
  ])
  const wrong: Record<string, Deviation> = {
    ...DEVIATIONS,
    'of a signature': { type: 'webauthn.get' },
    certified: { attestation: { format: 'packed', statement: certificates } },
    'in an unknown format': { attestation: { format: 'inventato', statement: new Map() } },
  }
  for (const [name, deviation] of Object.entries(wrong)) {
    // Otherwise the rate limit on password checks would be reached.
    await piazza.db.execute(sql`delete from rate_limit`)
    const passkey = anAuthenticator().create(await piazza.challengeToAdd(rosa), deviation)
    expect(await piazza.add(rosa, passkey), name).toMatchObject(NOT_ADDED)
    // Refused before verification, which would fetch a revocation list from a URL in the certificates.
    if (deviation.attestation) expect(isWithoutCertificates(passkey.response.attestationObject)).toBe(false)
  }
  const broken = anAuthenticator().create(await piazza.challengeToAdd(rosa))
  const deep = Buffer.concat([Buffer.alloc(5_000, 0x81), cbor(1)]).toString('base64url')
  for (const attestationObject of ['AAAA', deep])
    expect(await piazza.add(rosa, { ...broken, response: { ...broken.response, attestationObject } })).toMatchObject(
      NOT_ADDED,
    )
  expect((await piazza.list(rosa)).passkeys).toEqual([])
})

test('a credential belongs to one member, and a member has a limited number, also of concurrent ones', async () => {
  const piazza = await aPiazzaWithPasskeys({ env: { RATE_LIMITS: 'off' } })
  const [rosa, gino] = [await piazza.aMemberWithPassword(), await piazza.aMemberWithPassword()]
  const device = await piazza.aPasskey(rosa)
  expect(await piazza.add(gino, device.create(await piazza.challengeToAdd(gino)))).toMatchObject({
    status: 409,
    body: { message: PASSKEY_MESSAGES.alreadyAdded },
  })
  for (let count = 1; count < MAX_PASSKEYS - 1; count++) await piazza.aPasskey(rosa)
  const challenges = [await piazza.challengeToAdd(rosa), await piazza.challengeToAdd(rosa)]
  const added = await Promise.all(challenges.map((challenge) => piazza.add(rosa, anAuthenticator().create(challenge))))
  expect(added.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await piazza.begin(rosa)).toMatchObject({ status: 409, body: { message: PASSKEY_MESSAGES.tooMany } })
})

test('a passkey is renamed by its owner; one of another member is not there', async () => {
  const piazza = await aPiazzaWithPasskeys()
  const [rosa, gino] = [await piazza.aMemberWithPassword(), await piazza.aMemberWithPassword()]
  const { _id } = await piazza.aPasskey(rosa)
  const rename = ({ token }: { token: string }, name: string) =>
    piazza.call('PUT', `/api/passkeys/${_id}`, { token, body: { name } })
  expect(await rename(rosa, '  Telefono   nuovo ')).toMatchObject({
    status: 200,
    body: { _id, name: 'Telefono nuovo' },
  })
  for (const name of ['', ' ', 'x'.repeat(41), 'a\u0000b']) expect((await rename(rosa, name)).status).toBe(422)
  expect(await rename(gino, 'Mia')).toMatchObject({ status: 404, body: { message: PASSKEY_MESSAGES.notFound } })
  const remove = await piazza.call('POST', `/api/passkeys/${_id}/remove`, {
    token: gino.token,
    body: { password: PASSWORD },
  })
  expect(remove.status).toBe(404)
  expect((await piazza.list(rosa)).passkeys).toMatchObject([{ name: 'Telefono nuovo' }])
})

test('removing needs the password, or a passkey that signs for the removal of this one', async () => {
  const piazza = await aPiazzaWithPasskeys()
  const rosa = await piazza.aMemberWithPassword()
  const [first, second] = [await piazza.aPasskey(rosa, 'Primo'), await piazza.aPasskey(rosa, 'Secondo')]
  const remove = (id: string, body: object) =>
    piazza.call('POST', `/api/passkeys/${id}/remove`, { token: rosa.token, body })
  expect((await remove(first._id, {})).status).toBe(422)
  expect((await remove(first._id, { password: 'sbagliata' })).status).toBe(403)
  for (const question of [{ purpose: 'secret' }, { purpose: 'remove', id: second._id }])
    expect(await remove(first._id, { passkey: await piazza.confirmation(rosa, second, question) })).toMatchObject(
      REFUSED_CONFIRMATION,
    )
  const signed = await piazza.confirmation(rosa, second, { purpose: 'remove', id: first._id })
  expect(await remove(first._id, { passkey: signed })).toMatchObject({
    status: 200,
    body: { message: PASSKEY_MESSAGES.removed },
  })
  expect(await piazza.signIn(first.sign(await piazza.challengeToSignIn()))).toMatchObject(REFUSED_SIGN_IN)
  expect((await remove(second._id, { password: PASSWORD })).status).toBe(200)
  expect(await piazza.question(rosa, { purpose: 'secret' })).toMatchObject({
    status: 409,
    body: { message: PASSKEY_MESSAGES.none },
  })
  const told = (await mailsTo(piazza.db, rosa.email)).filter(({ text }) => text.includes('rimossa la passkey'))
  expect(told).toHaveLength(2)
})

test('a lost password and a change taken back remove the passkeys; a change with the present password does not', async () => {
  const piazza = await aPiazzaWithPasskeys()
  const rosa = await piazza.aMemberWithPassword()
  const device = await piazza.aPasskey(rosa)
  const signIn = async () => (await piazza.signIn(device.sign(await piazza.challengeToSignIn()))).status
  const newPassword = 'un’altra-password'
  const changed = await piazza.call('PUT', '/api/users/profile', {
    token: rosa.token,
    body: { password: newPassword, currentPassword: PASSWORD },
  })
  expect(changed.status).toBe(200)
  expect(await signIn()).toBe(200)
  const restore = await linkTo(piazza.db, rosa.email, 'annulla-modifica')
  expect((await piazza.call('POST', `/api/users/restore/${restore}`, { body: {} })).status).toBe(200)
  expect(await signIn()).toBe(401)

  const { body } = await piazza.call('POST', '/api/users/signin', { body: { email: rosa.email, password: PASSWORD } })
  const second = await piazza.aPasskey(body as { token: string })
  await piazza.call('POST', '/api/users/password-recovery', { body: { email: rosa.email } })
  const id = await linkTo(piazza.db, rosa.email, 'password-recovery')
  await piazza.call('POST', '/api/users/password-replacement', { body: { id, newData: newPassword } })
  expect(await piazza.signIn(second.sign(await piazza.challengeToSignIn()))).toMatchObject(REFUSED_SIGN_IN)
})

test('passkeys and challenges go with the account, expired challenges with the old data', async () => {
  let now = new Date()
  const piazza = await aPiazzaWithPasskeys({ clock: () => now })
  const rosa = await piazza.aMemberWithPassword()
  await piazza.aPasskey(rosa)
  await piazza.challengeFor(rosa, { purpose: 'secret' })
  await piazza.challengeToSignIn()
  await piazza.call('POST', '/api/privacy/erase', { token: rosa.token, body: { password: PASSWORD } })
  const left = () =>
    piazza.db.query(sql`
    select 'passkey' as what from passkey union all select purpose from passkey_challenge`)
  expect(await left()).toEqual([{ what: 'signin' }])
  now = new Date(now.getTime() + 6 * 60_000)
  await someServices(piazza.db, () => now).privacy.deleteExpiredAt(now)
  expect(await left()).toEqual([])
})

test('where the site’s address is no domain there are no passkeys, and members without are not refused anything', async () => {
  const addresses = ['http://127.0.0.1:3000', 'https://10.0.0.7', 'http://[::1]:3000', 'http://piazza.example']
  expect(addresses.map(relyingPartyOf)).toEqual([null, null, null, null])
  const piazza = await aPiazzaWithPasskeys({ env: { PUBLIC_URL: 'http://127.0.0.1:3000' } })
  const rosa = await piazza.aMemberWithPassword()
  expect(await piazza.list(rosa)).toEqual({ available: false, passkeys: [] })
  const unavailable = { status: 404, body: { message: PASSKEY_MESSAGES.unavailable } }
  expect(await piazza.begin(rosa)).toMatchObject(unavailable)
  expect(await piazza.signInOptions()).toMatchObject(unavailable)
  expect(await piazza.question(rosa, { purpose: 'secret' })).toMatchObject(unavailable)
})
