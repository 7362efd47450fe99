import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AwsClient } from 'aws4fetch'
import { ENCRYPTED_SUFFIX } from '#domain/association/backups.ts'
import { encrypt, encryptedLength } from '#server/association/backups/encryption.ts'
import type { S3Settings } from '#server/market/uploads/s3.ts'

export type Remote = {
  put(file: string, name: string): Promise<void>
  /** The names of this Piazza's backups. */
  list(): Promise<string[]>
  remove(name: string): Promise<void>
}

const UPLOAD_MS = 6 * 60 * 60_000
const LIST_MS = 60_000
const MISSING = 404
// The tag at the end of the encrypted content shows a change, so that the content need not be read twice to sign it.
const UNSIGNED = { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' }

/**
 * Encrypted copies of backups in the store of the pictures, whose contents anybody may read; in a folder with the name of the
 * site, because several Piazzas may share a bucket.
 */
export const remoteBackups = (
  settings: S3Settings,
  { passphrase, site }: { passphrase: string; site: string },
): Remote => {
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = settings
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 })

  const bucketUrl = `${endpoint}/${bucket}`
  const prefix = `backups/${new URL(site).hostname}/`

  // Not through fetch, which sends a stream without its length; S3 stores refuse that.
  const send = async (method: 'PUT' | 'DELETE', name: string, body: Readable, length: number): Promise<number> => {
    const url = `${bucketUrl}/${prefix}${name}${ENCRYPTED_SUFFIX}`
    const { headers } = await client.sign(url, { method, headers: UNSIGNED })
    const outgoing = (url.startsWith('https:') ? httpsRequest : httpRequest)(url, {
      method,
      headers: { ...Object.fromEntries(headers), 'content-length': length },
      signal: AbortSignal.timeout(UPLOAD_MS),
    })
    const answered = Promise.withResolvers<IncomingMessage>()
    outgoing.once('response', answered.resolve).once('error', answered.reject)
    const [answer] = await Promise.all([answered.promise, pipeline(body, outgoing)])
    answer.destroy()
    return answer.statusCode ?? 0
  }
  const refuse = (status: number) => {
    throw new Error(`the storage answered ${status} to a backup`)
  }

  return {
    async put(file, name) {
      const content = Readable.from(encrypt(createReadStream(file), passphrase))
      const status = await send('PUT', name, content, encryptedLength((await stat(file)).size))
      if (status < 200 || status > 299) refuse(status)
    },
    async list() {
      const query = new URLSearchParams({ 'list-type': '2', prefix })
      const answer = await client.fetch(`${bucketUrl}?${query}`, {
        signal: AbortSignal.timeout(LIST_MS),
        redirect: 'manual',
      })
      const text = await answer.text()
      if (!answer.ok) refuse(answer.status)
      // Names of ours need no escaping.
      return [...text.matchAll(/<Key>([^<]+)<\/Key>/g)]
        .map(([, key = '']) => key)
        .filter((key) => key.startsWith(prefix) && key.endsWith(ENCRYPTED_SUFFIX))
        .map((key) => key.slice(prefix.length, -ENCRYPTED_SUFFIX.length))
    },
    async remove(name) {
      const status = await send('DELETE', name, Readable.from([]), 0)
      if ((status < 200 || status > 299) && status !== MISSING) refuse(status)
    },
  }
}
