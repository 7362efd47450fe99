import fc from 'fast-check'
import type { Call as Signature } from '#domain/calls.ts'
import { fromSchema, mutated, type Schema } from '#test/attacks/from-schema.ts'
import { hostileText, hostileValue } from '#test/attacks/hostile-values.ts'
import type { RawRequest } from '#test/attacks/raw-http.ts'

// Random requests are built in three layers: the values (matching the schema or not), their encoding, and damage to the
// encoded bytes.

export type Call = { method: string; path: string; body?: Schema; query: Record<string, Schema>; takesForm: boolean }
export type Pool = { tokens: readonly string[]; ids: readonly string[]; good: Partial<Record<Signature, unknown[]>> }

/** OpenAPI writes `{id}` where the list of calls has `:id`. */
export const signatureOf = ({ method, path }: Pick<Call, 'method' | 'path'>): Signature =>
  `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}` as Signature

type EncodedBody = { type: string; bytes: Buffer; more?: string }

/** `other` in `weight` of 20 cases. */
const chance = <T>(one: fc.Arbitrary<T>, other: fc.Arbitrary<T>, weight: number) =>
  fc.oneof({ weight: 20 - weight, arbitrary: one }, { weight, arbitrary: other })

const json = (value: unknown): Buffer => {
  const text = JSON.stringify(value) ?? ''
  return Buffer.from(text)
}

const TYPES = [
  'application/json',
  'application/json; charset=utf-8',
  'application/json; charset=utf-16',
  'APPLICATION/JSON',
  'application/json;',
  'text/json',
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=x',
  '',
  ';',
  'a/b\tc',
]

const broken = fc.tuple(fc.nat({ max: 400 }), fc.uint8Array({ minLength: 1, maxLength: 3 }), fc.boolean())

/** Truncates the bytes, or inserts others. */
const breakAt = (bytes: Buffer, [at, others, isCut]: [number, Uint8Array, boolean]): Buffer => {
  const offset = bytes.length === 0 ? 0 : at % bytes.length
  return isCut
    ? bytes.subarray(0, offset)
    : Buffer.concat([bytes.subarray(0, offset), Buffer.from(others), bytes.subarray(offset)])
}

const part = (name: string, content: string): string =>
  `--x\r\ncontent-disposition: form-data; name="${name}"; filename="${name}.jpg"\r\ncontent-type: image/jpeg\r\n\r\n${content}\r\n`

const forms: fc.Arbitrary<EncodedBody> = fc
  .tuple(
    fc.constantFrom('image', 'kind', 'file', ''),
    hostileText,
    fc.constantFrom('--x--\r\n', '', '--x', '--y--\r\n', '--x--\r\n--x--\r\n'),
    fc.constantFrom('x', 'x', 'x', 'y', '"x"', ''),
  )
  .map(([name, content, end, boundary]) => ({
    type: `multipart/form-data; boundary=${boundary}`,
    bytes: Buffer.from(part(name, content) + end, 'latin1'),
  }))

const encodedBody = ({ method, path, body, takesForm }: Call, pool: Pool): fc.Arbitrary<EncodedBody | undefined> => {
  if (method === 'GET' || method === 'DELETE')
    return chance(
      fc.constant<EncodedBody | undefined>(undefined),
      fc.constant({ type: 'application/json', bytes: json({}) }),
      1,
    )
  if (takesForm) return forms
  const good = pool.good[signatureOf({ method, path })] ?? [{}]
  const values = fc.oneof(
    { weight: 4, arbitrary: fc.oneof(...good.map(mutated)) },
    { weight: 4, arbitrary: fromSchema(body ?? {}, fc.constantFrom(...pool.ids)) },
    { weight: 1, arbitrary: hostileValue },
  )
  const plain = values.map((value) => ({ type: 'application/json', bytes: json(value) }))
  const odd = fc.tuple(plain, fc.constantFrom(...TYPES)).map(([{ bytes }, type]) => ({ type, bytes }))
  const cut = fc.tuple(plain, broken).map(([{ bytes, type }, how]) => ({ type, bytes: breakAt(bytes, how) }))
  const coded = fc.tuple(plain, fc.constantFrom('gzip', 'br', 'identity', 'x')).map(([written, coding]) => ({
    ...written,
    more: `content-encoding: ${coding}\r\n`,
  }))
  return fc.oneof(
    { weight: 14, arbitrary: plain },
    { weight: 2, arbitrary: odd },
    { weight: 2, arbitrary: cut },
    { weight: 1, arbitrary: coded },
    { weight: 1, arbitrary: forms },
  )
}

const encode = (text: string): string => encodeURIComponent(text.toWellFormed())

const queryOf = ({ query }: Call, pool: Pool): fc.Arbitrary<string> => {
  const names = Object.keys(query)
  if (names.length === 0) return chance(fc.constant(''), fc.constant('?a=1&a=2'), 1)
  const pair = fc.constantFrom(...names).chain((name) =>
    fc
      .tuple(
        fromSchema(query[name] ?? {}, fc.constantFrom(...pool.ids)),
        fc.constantFrom('', '', '', '', '[]', '[a]', '[__proto__]'),
        fc.boolean(),
      )
      .map(([value, suffix, isTwice]) => {
        const text = encode(typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 3_000)
        return `${name}${suffix}=${text}${isTwice && suffix ? `&${name}=${text}` : ''}`
      }),
  )
  const raw = fc.constantFrom('%', '%zz', '&&&', '=', '?', '%00', '%ed%a0%80', '%ff', '+', 'p=1&p=2&p=3', '__proto__=1')
  return fc
    .array(chance(pair, raw, 2), { maxLength: 5 })
    .map((pairs) => (pairs.length > 0 ? `?${pairs.join('&')}` : ''))
}

const RAW_SEGMENTS = [
  '%00',
  '%',
  '%zz',
  '..',
  '%2e%2e%2f',
  '%ed%a0%80',
  '',
  '%ff%fe',
  'a'.repeat(400),
  ':id',
  '*',
  '%2f',
]
const segments = (pool: Pool): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...pool.ids) },
    { weight: 3, arbitrary: hostileText.map((text) => encode(text).slice(0, 2_000)) },
    { weight: 1, arbitrary: fc.constantFrom(...RAW_SEGMENTS) },
  )

const EXTRAS = [
  'x-forwarded-for: 999.1.1.1, \u00ff',
  'idempotency-key: \u0001',
  `idempotency-key: ${'k'.repeat(500)}`,
  'accept-encoding: br;q=nope, gzip',
  'if-none-match: "x", W/"',
  'range: bytes=-1-1',
  'range: bytes=99999999-',
  'if-match: "x"',
  'accept: */*;q=abc',
  'expect: 100-continue',
  'x-http-method-override: DELETE',
  'host: altrove.example',
]

const requestFor = (call: Call, pool: Pool): fc.Arbitrary<RawRequest> =>
  fc
    .record({
      id: segments(pool),
      query: queryOf(call, pool),
      body: encodedBody(call, pool),
      token: chance(
        fc.constantFrom(...pool.tokens, ''),
        hostileText.map((text) => text.replace(/[^\x20-\x7e]/g, '?').slice(0, 100)),
        1,
      ),
      extra: chance(fc.constant(''), fc.constantFrom(...EXTRAS), 1),
      method: chance(fc.constant(call.method), fc.constantFrom('PATCH', 'OPTIONS', 'HEAD', 'PUT', 'TRACE', 'QUERY'), 1),
    })
    .map(({ id, query, body, token, extra, method }) => {
      const path = call.path.replace(/\{\w+\}/g, id) + query
      const isChunked = body !== undefined && body.bytes.length % 17 === 3
      const length = isChunked ? 'transfer-encoding: chunked\r\n' : `content-length: ${body?.bytes.length ?? 0}\r\n`
      const head =
        `${method} ${path} HTTP/1.1\r\nhost: x\r\n${token ? `authorization: Bearer ${token}\r\n` : ''}` +
        `${body ? `content-type: ${body.type}\r\n${body.more ?? ''}` : ''}${body ? length : ''}${extra ? `${extra}\r\n` : ''}\r\n`
      const bytes = body?.bytes ?? Buffer.alloc(0)
      const chunk = [Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n0\r\n\r\n')]
      const sent = isChunked ? (bytes.length > 0 ? chunk : [Buffer.from('0\r\n\r\n')]) : [bytes]
      const whole = Buffer.concat([Buffer.from(head, 'latin1'), ...sent])
      return { bytes: whole, name: `${call.method} ${call.path}`, hasNoBody: method === 'HEAD' }
    })

// Hashing a password takes as long as thirty other responses, and rendering a page as long as a hundred.
const HASHING = /signin|register|password-replacement|secret|erase/
const weightOf = ({ path }: Call): number => {
  if (!path.startsWith('/api/')) return 1
  return HASHING.test(path) ? 5 : 20
}

/** A random request for a random call or page. */
export const anyRequest = (calls: readonly Call[], pool: Pool): fc.Arbitrary<RawRequest> =>
  fc.oneof(...calls.map((call) => ({ arbitrary: requestFor(call, pool), weight: weightOf(call) })))
