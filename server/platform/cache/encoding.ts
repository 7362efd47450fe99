import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

// A smaller body needs as many packets when compressed.
const MIN_COMPRESSED_BYTES = 1_000
// Takes about a millisecond per page; the highest quality takes thirty times as long for a result a tenth smaller.
const BROTLI_QUALITY = 5

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** The encoding for a body, by the Accept-Encoding header. */
export const encodingFor = (accepted: string | undefined, bodyBytes: number): Encoding => {
  if (accepted === undefined || bodyBytes < MIN_COMPRESSED_BYTES) return 'identity'
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted)) return 'br'
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted) ? 'gzip' : 'identity'
}

export const compress = (body: Buffer, encoding: 'br' | 'gzip'): Promise<Buffer> =>
  encoding === 'gzip' ? zip(body) : brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
