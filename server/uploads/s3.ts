import { AwsClient } from 'aws4fetch'
import { AppError, MESSAGES } from '#domain/errors.ts'
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

const TIMEOUT_MS = 4_000
const MISSING = 404

/** Pictures in a bucket of any store that speaks S3, addressed by path. */
export const s3Storage = (settings: S3Settings): Storage => {
  const { endpoint, region, bucket, accessKeyId, secretAccessKey, publicUrl } = settings
  // Whoever uploads waits for it: better to be told at once than after ten silent tries.
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 })
  const ask = async (method: 'PUT' | 'DELETE', name: string, more: RequestInit = {}): Promise<Response> => {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const answer = await client.fetch(`${endpoint}/${bucket}/${name}`, { method, signal, ...more }).catch((cause) => {
      throw Object.assign(new AppError('away', MESSAGES.picturesAway), { cause })
    })
    await answer.body?.cancel()
    return answer
  }
  const away = (answer: Response) =>
    Object.assign(new AppError('away', MESSAGES.picturesAway), { cause: `the store answered ${answer.status}` })

  return {
    async put(name, bytes) {
      const headers = { 'content-type': 'image/webp', 'cache-control': 'public, max-age=31536000, immutable' }
      const answer = await ask('PUT', name, { body: new Uint8Array(bytes), headers })
      if (!answer.ok) throw away(answer)
    },
    async remove(name) {
      const answer = await ask('DELETE', name)
      if (!answer.ok && answer.status !== MISSING) throw away(answer)
    },
    urlOf: (name) => `${publicUrl}/${name}`,
  }
}
