import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, randomUUID, verify } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { makePost } from '#server/platform/outgoing/post.ts'
import { deriveVapidKeys } from '#server/talk/push/keys.ts'
import { makePush } from '#server/talk/push/service.ts'
import { makePushStore } from '#server/talk/push/store.ts'
import { anOwnPiazza } from '#test/fixtures.ts'
import { aCertificate, hasOpenssl } from '#test/tls-database.ts'

const MIGRATION = join(import.meta.dirname, '../../platform/db/migrations/075_push_endpoints.sql')

const fromBase64 = (text: string) => Buffer.from(text, 'base64url')

/** Decrypts a message as a browser does (RFC 8291), with the browser's private key and secret. */
const decrypt = (message: Buffer, browser: { privateKey: Buffer; auth: Buffer }): string => {
  const [salt, keyLength] = [message.subarray(0, 16), message.readUInt8(20)]
  const sender = message.subarray(21, 21 + keyLength)
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(browser.privateKey)
  const derive = (key: Buffer, saltOf: Buffer, info: Buffer | string, length: number) =>
    Buffer.from(hkdfSync('sha256', key, saltOf, info, length))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), curve.getPublicKey(), sender])
  const input = derive(curve.computeSecret(sender), browser.auth, info, 32)
  const key = derive(input, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(input, salt, 'Content-Encoding: nonce\0', 12)
  const sealed = message.subarray(21 + keyLength)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}

test('the decryption of these tests reads the example of RFC 8291', () => {
  const message = [
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_',
    'yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  ].join('')
  const browser = {
    privateKey: fromBase64('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'),
    auth: fromBase64('BTBZMqHH6r4Tts7J_aSIgg'),
  }
  expect(decrypt(fromBase64(message), browser)).toBe('When I grow up, I want to be a watermelon')
})

/** A push service on this machine that responds with `status`, and a browser's subscription to it. */
const aPushService = async (status: number) => {
  const received: { headers: Record<string, unknown>; body: Buffer }[] = []
  const certificate = aCertificate()
  const server = createServer(certificate, async (request, response) => {
    received.push({ headers: request.headers, body: await buffer(request) })
    response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
  })
  const origin = `https://localhost:${(server.address() as AddressInfo).port}`
  const curve = createECDH('prime256v1')
  curve.generateKeys()
  const auth = randomBytes(16)
  const subscription = {
    endpoint: `${origin}/send/1`,
    keys: { p256dh: curve.getPublicKey().toString('base64url'), auth: auth.toString('base64url') },
  }
  const post = makePost({ mayCall: () => true, ca: certificate.cert.toString() })
  return { origin, received, post, subscription, browser: { privateKey: curve.getPrivateKey(), auth } }
}

const open = async (status: number) => {
  const piazza = await anOwnPiazza()
  const service = await aPushService(status)
  const keys = deriveVapidKeys('a secret')
  const store = makePushStore(piazza.db)
  const member = await piazza.aMember()
  const session = randomUUID()
  const ended = new Set<string>()
  const isOpen = async (asked: string) => !ended.has(asked)
  const push = makePush({
    store,
    keys,
    subject: 'https://piazza.example',
    isOpen,
    now: () => new Date(),
    post: service.post,
  })
  await push.add({ id: member.id, session }, service.subscription)
  const count = async () => (await piazza.db.query(sql`select from push_subscription`)).length
  return { ...piazza, ...service, push, keys, member, end: () => ended.add(session), count }
}

test.skipIf(!hasOpenssl)(
  'a notification is encrypted for the browser and says nothing; the server identifies itself (RFC 8292)',
  async () => {
    const { push, member, received, browser, keys, origin, count } = await open(201)
    await push.send(member.id)
    const [request] = received
    expect(JSON.parse(decrypt(request?.body ?? Buffer.alloc(0), browser))).toEqual({ kind: 'notices' })
    expect(request?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' })
    const [, token = '', key] = /^vapid t=([^,]+), ?k=(.+)$/.exec(String(request?.headers.authorization)) ?? []
    expect(key).toBe(keys.publicKey)
    const [head, claims = '', signature = ''] = token.split('.')
    const { aud, exp, sub } = JSON.parse(fromBase64(claims).toString())
    expect({ aud, sub }).toEqual({ aud: origin, sub: 'https://piazza.example' })
    const secondsLeft = exp - Date.now() / 1000
    expect(secondsLeft).toBeGreaterThan(0)
    expect(secondsLeft).toBeLessThanOrEqual(24 * 60 * 60)
    const point = fromBase64(keys.publicKey)
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
    const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y } as never, format: 'jwk' })
    const signed = Buffer.from(`${head}.${claims}`)
    expect(verify('sha256', signed, { key: publicKey, dsaEncoding: 'ieee-p1363' }, fromBase64(signature))).toBe(true)
    expect(await count()).toBe(1)
  },
)

test.skipIf(!hasOpenssl).each([
  [410, 0],
  [404, 0],
  [403, 0],
  [500, 1],
])('after an answer %i of the push service, %i subscription is left', async (status, left) => {
  const { push, member, received, count } = await open(status)
  await push.send(member.id)
  expect(received).toHaveLength(1)
  expect(await count()).toBe(left)
})

test.skipIf(!hasOpenssl)('a browser is not notified after its session has ended', async () => {
  const { push, member, received, end, count } = await open(201)
  end()
  await push.send(member.id)
  expect(received).toEqual([])
  expect(await count()).toBe(0)
})

test.skipIf(!hasOpenssl)(
  'a browser whose key is no key is forgotten, and the others of the member are notified',
  async () => {
    const { push, member, received, subscription, count } = await open(201)
    const keys = { ...subscription.keys, p256dh: `B${'A'.repeat(86)}` }
    await push.add({ id: member.id, session: randomUUID() }, { endpoint: 'https://localhost/none', keys })
    await push.send(member.id)
    expect(received).toHaveLength(1)
    expect(await count()).toBe(1)
  },
)

test('of the endpoints stored before, those stay that every parser reads alike', async () => {
  const { db, ...piazza } = await anOwnPiazza()
  const member = await piazza.aMember()
  const kept = [
    'https://fcm.googleapis.com/fcm/send/a:B-1_x',
    'https://updates.push.services.mozilla.com/wpush/v2/gAA=',
    'https://web.push.apple.com/QA',
    'https://wns2-par02p.notify.windows.com/w/?token=a%2b',
  ]
  const removed = [
    'https://localhost;.fcm.googleapis.com/x',
    'https://127.0.0.1/.fcm.googleapis.com/x',
    'https://a@fcm.googleapis.com/x',
    'https://fcm.googleapis.com:8443/x',
    'https://fcm.googleapis.com.example/x',
    'https://fcm.googleapis.com/x\n',
  ]
  await db.execute(sql`
    insert into push_subscription (endpoint, member_id, session, p256dh, auth, created_at)
    select endpoint, ${member.id}, gen_random_uuid(), '', '', now() from unnest(${[...kept, ...removed]}::text[]) as endpoint`)
  await db.pool.query(await readFile(MIGRATION, 'utf8'))
  const left = await db.query<{ endpoint: string }>(sql`select endpoint from push_subscription`)
  expect(left.map(({ endpoint }) => endpoint).toSorted()).toEqual(kept.toSorted())
})

test('only known push services are called, a browser belongs to the member who asked last, and only they remove it', async () => {
  const piazza = await anOwnPiazza()
  const [rosa, ugo] = [await piazza.aMember(), await piazza.aMember()]
  const { publicKey } = (await piazza.call('GET', '/api/push', { token: rosa.token })).body as { publicKey: string }
  expect(fromBase64(publicKey)).toHaveLength(65)
  const keys = { p256dh: publicKey, auth: 'A'.repeat(22) }
  const post = (by: { token: string }, endpoint: string, path = '') =>
    piazza.call('POST', `/api/push${path}`, { token: by.token, body: { endpoint, keys } })
  for (const endpoint of [
    'https://169.254.169.254/latest',
    'http://fcm.googleapis.com/x',
    'https://fcm.googleapis.com:8443/x',
    'https://fcm.googleapis.com.example/x',
    'https://localhost/x',
    'https://localhost;.fcm.googleapis.com/x',
    'https://localhost%3B.fcm.googleapis.com/x',
    'https://127.0.0.1:443@fcm.googleapis.com/x',
    'https://a_b.fcm.googleapis.com/x',
    "https://a'.fcm.googleapis.com/x",
    'https://{a}.fcm.googleapis.com/x',
    'https://[::1].fcm.googleapis.com/x',
  ])
    expect((await post(rosa, endpoint)).status).toBe(422)
  const endpoint = 'https://fcm.googleapis.com/fcm/send/uno'
  expect((await post(rosa, 'HTTPS://FCM.googleapis.com\\fcm/./send/uno')).status).toBe(200)
  expect((await post(ugo, endpoint)).status).toBe(200)
  const owners = () => piazza.db.query(sql`select member_id as id from push_subscription`)
  expect(await owners()).toEqual([{ id: ugo.id }])
  expect([400, 422]).toContain((await post(rosa, '\u0000', '/remove')).status)
  expect((await post(rosa, 'https://fcm.googleapis.com/\u0000x', '/remove')).status).toBe(200)
  await post(rosa, endpoint, '/remove')
  expect(await owners()).toEqual([{ id: ugo.id }])
  await post(ugo, endpoint, '/remove')
  expect(await owners()).toEqual([])
})
