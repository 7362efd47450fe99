import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

export type Encoding = 'br' | 'gzip' | 'identity'

/** What a browser takes, best first. */
export const encodingFor = (accepted: string | undefined): Encoding => {
  if (accepted === undefined) return 'identity'
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted)) return 'br'
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted) ? 'gzip' : 'identity'
}

// Below this, a compressed answer fits no fewer packets.
const SMALL_BYTES = 1_000
// Takes about a millisecond for a page, and loses a tenth to the quality that takes thirty.
const BROTLI_QUALITY = 4

export type Encoded = { body: Buffer; encoding: Encoding }

/** The same bytes in the way a browser takes them. */
export const encode = async (body: Buffer, wanted: Encoding): Promise<Encoded> => {
  const encoding = body.length < SMALL_BYTES ? 'identity' : wanted
  return { body: await compress(body, encoding), encoding }
}

const compress = (body: Buffer, encoding: Encoding): Promise<Buffer> => {
  if (encoding === 'br') return brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
  return encoding === 'gzip' ? zip(body) : Promise.resolve(body)
}

/** The bytes that go out and the headers that say how they are written. */
export type Written = {
  body: Buffer
  headers: readonly string[]
  /** The whole of it as it goes over the line, with the second that it tells. */
  wire?: { second: number; bytes: Buffer }
}

/** A whole answer: it tells its own name (the ETag), and is written once in each way that browsers ask for. */
export type Answer = {
  etag: string
  /** Name, value, name, value: as Node takes them without looking at each. */
  headers: readonly string[]
  body: Buffer
  written: Partial<Record<Encoding, Written>>
  writing: Partial<Record<Encoding, Promise<Written>>>
}

const asWritten = (headers: readonly string[], body: Buffer, encoding: Encoding): Written => {
  const coded = encoding === 'identity' ? [] : ['content-encoding', encoding]
  return { body, headers: [...headers, ...coded, 'content-length', String(body.length)] }
}

const NAME_BYTES = 18

export const makeAnswer = (body: Buffer, headers: readonly string[]): Answer => {
  const name = hash('sha256', body, 'base64url').slice(0, NAME_BYTES)
  const etag = `W/"${name}"`
  const whole = [...headers, 'etag', etag]
  return { etag, headers: whole, body, written: { identity: asWritten(whole, body, 'identity') }, writing: {} }
}

export const write = (answer: Answer, wanted: Encoding): Promise<Written> => {
  answer.writing[wanted] ??= encode(answer.body, wanted).then(({ body, encoding }) => {
    const written = asWritten(answer.headers, body, encoding)
    answer.written[wanted] = written
    return written
  })
  return answer.writing[wanted]
}

export const isKnown = (answer: Answer, ifNoneMatch: string | undefined): boolean =>
  ifNoneMatch !== undefined && (ifNoneMatch === '*' || ifNoneMatch.includes(answer.etag.slice(2)))
