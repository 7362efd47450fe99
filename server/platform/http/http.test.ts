import { writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { AppError } from '#domain/base/errors.ts'
import { sql } from '#server/platform/db/sql.ts'
import { hashCode, newCode } from '#server/talk/mail/codes.ts'
import { anOwnPiazza, aPiazza } from '#test/fixtures.ts'

/** Sends bytes that fetch would refuse to send. */
const sendRaw = (
  origin: string,
  options: { method: string; path: string; headers?: Record<string, string>; body?: string },
) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const { hostname, port } = new URL(origin)
    const sent = request(
      { hostname, port, method: options.method, path: options.path, headers: options.headers },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk
        })
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
      },
    )
    sent.on('error', reject)
    sent.end(options.body)
  })

test.each([
  ['broken JSON', { 'content-type': 'application/json' }, '{"email":', 400],
  ['no JSON at all', { 'content-type': 'application/json' }, '', 400],
  ['another format', { 'content-type': 'application/xml' }, '<a/>', 415],
  ['too much', { 'content-type': 'application/json' }, `{"email":"${'a'.repeat(300_000)}"}`, 413],
  ['deep JSON', { 'content-type': 'application/json' }, `${'['.repeat(8_000)}${']'.repeat(8_000)}`, 422],
  ['a form without boundary', { 'content-type': 'multipart/form-data' }, 'x', 415],
  ['a NUL byte', { 'content-type': 'application/json' }, '{"email":"a\\u0000@b.it","password":"x"}', 422],
  ['half a character', { 'content-type': 'application/json' }, '{"email":"\\ud800@b.it","password":"x"}', 422],
])('a body with %s is refused with a message', async (_what, headers, body, status) => {
  const piazza = await aPiazza()
  const answer = await sendRaw(piazza.origin, { method: 'POST', path: '/api/users/signin', headers, body })
  expect(answer.status).toBe(status)
  expect(JSON.parse(answer.text)).toMatchObject({ message: expect.stringMatching(/\S/) })
})

test('a body with several wrong fields is refused with a message for each', async () => {
  const piazza = await aPiazza()
  const body = { username: '☃', email: 'io@casa', password: 'breve', cf: 'X', referer: ['a', 'b', 'c', 'd'] }
  expect(await piazza.call('POST', '/api/users/register', { body })).toMatchObject({
    status: 422,
    body: {
      message: 'Nel nome utente usa lettere dell’alfabeto latino, cifre e segni comuni.',
      errors: {
        username: 'Nel nome utente usa lettere dell’alfabeto latino, cifre e segni comuni.',
        email: 'Controlla l’indirizzo e-mail.',
        password: 'La password deve avere almeno 6 caratteri',
        cf: expect.stringMatching(/\S/),
        referer: 'Al massimo 3 gruppi.',
      },
    },
  })
  const query = await piazza.call('GET', '/api/products?min=x&max=y')
  expect(query).toMatchObject({ status: 400 })
  expect(query.body).not.toHaveProperty('errors')
})

test.each(['/api/nothing', '/api/products/a/b/c', '/api/%zz', '/api/products/%E0%A4%A'])(
  '%s is answered with a JSON message',
  async (path) => {
    const piazza = await aPiazza()
    const answer = await sendRaw(piazza.origin, { method: 'GET', path })
    expect([400, 404]).toContain(answer.status)
    expect(JSON.parse(answer.text)).toEqual({ message: expect.stringMatching(/\S/) })
  },
)

test.each([
  ['outside the folder', '/uploads/%2e%2e'],
  ['outside the folder, not encoded', '/uploads/../x'],
  ['outside the folder, with backslashes', '/uploads/%5c..%5c'],
  ['the folder itself', '/uploads/'],
  ['an empty name', '/uploads//'],
  ['an empty folder name', '/api/docs/static//x'],
  ['a NUL', '/uploads/a%00b'],
  ['a name that no file system takes', `/uploads/${'a'.repeat(300)}`],
])('a file that is %s is answered 404', async (_what, path) => {
  const piazza = await aPiazza()
  for (const method of ['GET', 'HEAD']) expect((await sendRaw(piazza.origin, { method, path })).status).toBe(404)
})

test.each([
  ['a range beyond the end', { range: 'bytes=99999999-' }, 416],
  ['another version', { 'if-match': '"x"' }, 412],
])('a request for %s of a file is refused with a message', async (_what, headers, status) => {
  const piazza = await aPiazza()
  await writeFile(join(piazza.uploadsFolder, 'a.webp'), 'a')
  const answer = await sendRaw(piazza.origin, { method: 'GET', path: '/uploads/a.webp', headers })
  expect(answer.status).toBe(status)
  expect(JSON.parse(answer.text)).toEqual({ message: expect.stringMatching(/\S/) })
})

test.each(['http://x/', 'http://x/api/products?codice=segreto', '*'])(
  'a request for %s, which is no path, is answered 400',
  async (path) => {
    const piazza = await aPiazza()
    for (const method of ['GET', 'OPTIONS']) expect((await sendRaw(piazza.origin, { method, path })).status).toBe(400)
  },
)

test('a path with a NUL is answered 404', async () => {
  const piazza = await aPiazza()
  const answer = await sendRaw(piazza.origin, { method: 'POST', path: '/api/newsletter/leave/%00' })
  expect(answer.status).toBe(404)
})

test('every response has a request id and the security headers', async () => {
  const piazza = await aPiazza()
  const { headers } = await piazza.call('GET', '/api/products')
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f]{16}-\d+$/)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
})

test('HTML responses have the security headers of documents', async () => {
  const piazza = await aPiazza()
  const { headers } = await piazza.call('GET', '/posta')
  expect(headers.get('content-type')).toContain('text/html')
  expect(headers.get('x-frame-options')).toBe('DENY')
  expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
  expect(headers.get('permissions-policy')).toContain('camera=()')
})

test('an internal error does not reveal details', async () => {
  const piazza = await anOwnPiazza()
  await piazza.db.execute(sql`alter table listing rename to gone`)
  const { status, body, text } = await piazza.call('GET', '/api/products')
  expect(status).toBe(500)
  expect(body).toEqual({ message: 'Qualcosa è andato storto. Riprova tra poco.' })
  expect(text).not.toMatch(/listing|relation|select/)
})

test('a forged, foreign, expired or ended token gets 401 on every call, public ones included', async () => {
  let now = new Date()
  const piazza = await aPiazza({ clock: () => now })
  const member = await piazza.aMember()
  const statuses = async (token: string) => {
    const paths = ['/api/orders/mine', '/api/products', `/api/users/${member.id}`]
    return Promise.all(paths.map(async (path) => (await piazza.call('GET', path, { token })).status))
  }
  const REFUSED = [401, 401, 401]
  expect(await statuses(member.token)).toEqual([200, 200, 200])
  const stored = hashCode(member.token)
  const wrong = [newCode(), `${member.token}x`, stored.toString('base64url'), stored.toString('hex'), member.id, 'null']
  for (const token of wrong) {
    expect(await statuses(token)).toEqual(REFUSED)
  }
  // Without a token.
  expect(await statuses('')).toEqual([401, 200, 200])
  const start = now
  now = new Date(start.getTime() + 31 * 24 * 60 * 60 * 1000)
  expect(await statuses(member.token)).toEqual(REFUSED)
  now = start
  await piazza.db.execute(sql`delete from member_session where member_id = ${member.id}`)
  expect(await statuses(member.token)).toEqual(REFUSED)
})

test('the token of a deleted member gets 401', async () => {
  const piazza = await aPiazza()
  const member = await piazza.aMember()
  await piazza.db.execute(sql`update member set deleted_at = now() where id = ${member.id}`)
  expect((await piazza.call('GET', '/api/orders/mine', { token: member.token })).status).toBe(401)
})

test('each kind of error has its status', () => {
  const status = (kind: ConstructorParameters<typeof AppError>[0]) => new AppError(kind, '').status
  expect([
    status('unauthenticated'),
    status('forbidden'),
    status('notFound'),
    status('conflict'),
    status('unavailable'),
  ]).toEqual([401, 403, 404, 409, 503])
})
