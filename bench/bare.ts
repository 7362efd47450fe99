import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { Registry } from 'prom-client'
import { loggerOptions, logResponses } from '#server/platform/http/log.ts'
import { registerMetrics } from '#server/platform/http/metrics.ts'
import { READ_TIMEOUT_MS } from '#server/platform/timeouts.ts'

// Baseline servers that send the same bytes from memory: node:http, bare Fastify, and Fastify with Piazza's log,
// metrics and timeout.
const [, , kind, file = '', type = ''] = process.argv
const body = readFileSync(file)
const address = { port: Number(process.env.PORT), host: '127.0.0.1' }

const serve = async (app: FastifyInstance, options = {}) => {
  app.get('/*', options, (_request, reply) => reply.header('content-type', type).send(body))
  await app.listen(address)
}

if (kind === 'http') {
  const headers = { 'content-type': type, 'content-length': body.length }
  createServer((_request, response) => response.writeHead(200, headers).end(body)).listen(address)
} else if (kind === 'fastify') {
  await serve(Fastify())
} else {
  const logController = new LogController({ disableRequestLogging: true })
  const app = Fastify({ logger: loggerOptions('info'), logController })
  logResponses(app)
  registerMetrics(app, {
    registry: new Registry(),
    parts: { refresh: async () => undefined },
    cacheFigures: () => ({ hits: 0, misses: 0, entries: 0, bytes: 0 }),
    metricsToken: undefined,
    needsToken: true,
  })
  await serve(app, { handlerTimeout: READ_TIMEOUT_MS })
}
