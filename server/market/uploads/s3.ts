import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { AppError, MESSAGES } from '#domain/base/errors.ts'
import type { Storage } from '#server/market/uploads/storage.ts'
import { DEPENDENCY_TIMEOUT_MS, withTimeout } from '#server/platform/timeouts.ts'

export type S3Settings = {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** The public URL of the bucket. */
  publicUrl: string
}

const MISSING = 404
const WEBP = { 'content-type': 'image/webp', 'cache-control': 'public, max-age=31536000, immutable' }

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Pictures in a bucket of any S3-compatible storage, with path-style URLs. */
export const s3Storage = (settings: S3Settings): Storage => {
  const { endpoint, region, bucket, accessKeyId, secretAccessKey, publicUrl } = settings
  // No retries, because the client is waiting.
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 })
  const send = async <T>(
    method: 'PUT' | 'DELETE' | 'GET',
    name: string,
    read: (answer: Response) => Promise<T>,
    bytes?: Uint8Array<ArrayBuffer>,
  ): Promise<T> => {
    // The signature covers the content, so that it cannot be changed in transit, even over plain HTTP.
    const signed = { 'x-amz-content-sha256': hashOf(bytes ?? new Uint8Array()) }
    const payload = bytes ? { body: bytes, headers: { ...WEBP, ...signed } } : { headers: signed }
    const fetchSigned = async (signal: AbortSignal) =>
      read(await client.fetch(`${endpoint}/${bucket}/${name}`, { method, signal, redirect: 'manual', ...payload }))
    return withTimeout(DEPENDENCY_TIMEOUT_MS, fetchSigned).catch((cause) => {
      throw Object.assign(new AppError('unavailable', MESSAGES.picturesUnavailable), { cause })
    })
  }
  const withoutBody = async (answer: Response): Promise<Response> => {
    await answer.body?.cancel()
    return answer
  }
  const unavailable = (answer: Response) =>
    Object.assign(new AppError('unavailable', MESSAGES.picturesUnavailable), {
      cause: `the storage answered ${answer.status}`,
    })

  return {
    async put(name, bytes) {
      const answer = await send('PUT', name, withoutBody, new Uint8Array(bytes))
      if (!answer.ok) throw unavailable(answer)
    },
    async remove(name) {
      const answer = await send('DELETE', name, withoutBody)
      if (!answer.ok && answer.status !== MISSING) throw unavailable(answer)
    },
    get: (name) =>
      send('GET', name, async (answer) => {
        if (!answer.ok) throw unavailable(await withoutBody(answer))
        return Buffer.from(await answer.arrayBuffer())
      }),
    urlOf: (name) => `${publicUrl}/${name}`,
  }
}
