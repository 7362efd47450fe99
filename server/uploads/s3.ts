import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { AppError, MESSAGES } from '#domain/errors.ts'
import { DEPENDENCY_TIMEOUT_MS, withTimeout } from '#server/timeouts.ts'
import type { Storage } from '#server/uploads/storage.ts'

export type S3Settings = {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** Where everyone reads what lies in the bucket. */
  publicUrl: string
}

const MISSING = 404
const WEBP = { 'content-type': 'image/webp', 'cache-control': 'public, max-age=31536000, immutable' }

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Pictures in a bucket of any store that speaks S3, addressed by path. */
export const s3Storage = (settings: S3Settings): Storage => {
  const { endpoint, region, bucket, accessKeyId, secretAccessKey, publicUrl } = settings
  // Whoever uploads waits for it: better to be told at once than after ten silent tries.
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 })
  const ask = async (method: 'PUT' | 'DELETE', name: string, bytes?: Uint8Array<ArrayBuffer>): Promise<Response> => {
    // The signature covers the content too, so that what arrives is what was sent, also over plain HTTP.
    const signed = { 'x-amz-content-sha256': hashOf(bytes ?? new Uint8Array()) }
    const sent = bytes ? { body: bytes, headers: { ...WEBP, ...signed } } : { headers: signed }
    const asked = (signal: AbortSignal) => client.fetch(`${endpoint}/${bucket}/${name}`, { method, signal, ...sent })
    const answer = await withTimeout(DEPENDENCY_TIMEOUT_MS, asked).catch((cause) => {
      throw Object.assign(new AppError('away', MESSAGES.picturesAway), { cause })
    })
    await answer.body?.cancel()
    return answer
  }
  const away = (answer: Response) =>
    Object.assign(new AppError('away', MESSAGES.picturesAway), { cause: `the store answered ${answer.status}` })

  return {
    async put(name, bytes) {
      const answer = await ask('PUT', name, new Uint8Array(bytes))
      if (!answer.ok) throw away(answer)
    },
    async remove(name) {
      const answer = await ask('DELETE', name)
      if (!answer.ok && answer.status !== MISSING) throw away(answer)
    },
    urlOf: (name) => `${publicUrl}/${name}`,
  }
}
