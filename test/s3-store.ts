import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { onTestFinished } from 'vitest'
import type { S3Settings } from '#server/market/uploads/s3.ts'
import { isPermitted } from '#test/s3-signature.ts'

const BUCKET = 'piazza-foto'
const ALL = ['GET', 'HEAD', 'PUT', 'DELETE']
// s3rver's only account.
const ACCOUNT = 'S3RVER'

/** An S3 server that checks signatures and permits the methods, with a publicly readable bucket; stopped when the test ends. */
export const anS3Store = async ({ methods = ALL }: { methods?: string[] } = {}): Promise<S3Settings> => {
  const directory = await mkdtemp(join(tmpdir(), 'piazza-s3-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  })
  // s3rver does not check signatures itself.
  server.middleware.unshift(async (context, next) => {
    if (isPermitted(context.req, ACCOUNT) && methods.includes(context.req.method ?? '')) return next()
    context.status = 403
  })
  const { port } = await server.run()
  onTestFinished(async () => {
    await server.close()
    await rm(directory, { recursive: true })
  })
  const endpoint = `http://127.0.0.1:${port}`
  return {
    endpoint,
    bucket: BUCKET,
    region: 'us-east-1',
    accessKeyId: ACCOUNT,
    secretAccessKey: ACCOUNT,
    publicUrl: `${endpoint}/${BUCKET}`,
  }
}
