import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const hmacOf = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=(\w{64})$/

/** Whether a request is an anonymous read, or has a valid AWS signature version 4. */
export const isPermitted = ({ method = '', url = '', headers }: IncomingMessage, secret: string): boolean => {
  const authorization = headers.authorization
  if (!authorization) return method === 'GET'
  const [, , day = '', region = '', names = '', signature] = AUTHORIZATION.exec(authorization) ?? []
  const [path = '', query = ''] = url.split('?')
  const lines = names.split(';').map((name) => `${name}:${String(headers[name] ?? '').trim()}\n`)
  const content = String(headers['x-amz-content-sha256'])
  const request = hashOf([method, path, query, lines.join(''), names, content].join('\n'))
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, request].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmacOf, `AWS4${secret}`)
  return hmacOf(key, text).toString('hex') === signature
}
