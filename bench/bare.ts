import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import Fastify from 'fastify'

// Baseline servers: bare Fastify or node:http, sending the same bytes from memory.
const [, , kind, file = '', type = ''] = process.argv
const body = readFileSync(file)
const address = { port: Number(process.env.PORT), host: '127.0.0.1' }

if (kind === 'fastify') {
  const app = Fastify()
  app.get('/*', (_request, reply) => reply.header('content-type', type).send(body))
  await app.listen(address)
} else {
  const headers = { 'content-type': type, 'content-length': body.length }
  createServer((_request, response) => response.writeHead(200, headers).end(body)).listen(address)
}
