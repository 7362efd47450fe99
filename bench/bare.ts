import { readFileSync } from 'node:fs'
import Fastify from 'fastify'

// The yardstick: a Fastify handler with nothing to do but answer the same bytes from memory.
const body = readFileSync(process.argv[2] ?? '')
const type = process.argv[3] ?? 'application/json; charset=utf-8'
const app = Fastify()
app.get('/healthz', async () => 'ok')
app.get('/*', (_request, reply) => reply.header('content-type', type).send(body))
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
