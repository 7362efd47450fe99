import { once } from 'node:events'
import { connect } from 'node:net'
import Fastify, { LogController } from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { loggerOptions, logResponses } from '#server/platform/http/log.ts'
import { registerPageRoutes } from '#server/platform/http/pages.ts'
import { anOwnPiazza } from '#test/fixtures.ts'

const WARNING = 40
const ENDINGS = ['destroy', 'resetAndDestroy'] as const
type Ending = (typeof ENDINGS)[number]

/** A server that collects the logged warnings and errors of requests. */
const aLoggingPiazza = async () => {
  const piazza = await anOwnPiazza()
  const warnings: unknown[][] = []
  const warn = (...logged: unknown[]) => void warnings.push(logged)
  const [ignore, logger] = [() => undefined, { warn, error: warn, fatal: warn }]
  vi.spyOn(piazza.app.log, 'child').mockReturnValue({ ...piazza.app.log, ...logger, info: ignore } as never)
  /** The server handles a closed connection before it responds to a later request. */
  const read = async () => {
    expect((await piazza.call('GET', '/readyz')).status).toBe(200)
    return warnings
  }
  return { ...piazza, read }
}

/** Sends bytes, and closes the connection at once or when the response begins. */
const abort = async (origin: string, bytes: string, ending: Ending, { isAnswered = false } = {}): Promise<void> => {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  await new Promise<void>((resolve) => socket.write(bytes, () => resolve()))
  if (isAnswered) await once(socket, 'data')
  socket.pause()
  socket[ending]()
  await once(socket, 'close')
}

const request = (line: string, headers: Record<string, string | number> = {}, body = '') =>
  [`${line} HTTP/1.1`, 'Host: piazza', ...Object.entries(headers).map((pair) => pair.join(': ')), '', body].join('\r\n')

test.each(ENDINGS)('a body that ends before its length is no warning (%s)', async (ending) => {
  const { origin, read } = await aLoggingPiazza()
  const headers = { 'content-type': 'application/json', 'content-length': 500 }
  await abort(origin, request('POST /api/users/signin', headers, '{"email":'), ending)
  expect(await read()).toEqual([])
})

test.each(ENDINGS)('an upload that ends before its length is no warning (%s)', async (ending) => {
  const { origin, read, aMember } = await aLoggingPiazza()
  const { token } = await aMember()
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'multipart/form-data; boundary=xx',
    'content-length': 500_000,
  }
  const part =
    '--xx\r\ncontent-disposition: form-data; name="image"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n'
  await abort(origin, request('POST /api/uploads/s3', headers, `${part}${'x'.repeat(5_000)}`), ending)
  expect(await read()).toEqual([])
})

test.each(ENDINGS)('an event stream that the browser closes is no warning (%s)', async (ending) => {
  const { origin, read, aMember } = await aLoggingPiazza()
  const headers = { authorization: `Bearer ${(await aMember()).token}` }
  await abort(origin, request('GET /api/stream', headers), ending, { isAnswered: true })
  await abort(origin, request('GET /api/stream', headers), ending)
  expect(await read()).toEqual([])
})

test.each(ENDINGS)('an answer that is not read to its end is no warning (%s)', async (ending) => {
  const { db, origin, read } = await aLoggingPiazza()
  // More than fits into the buffers of a connection.
  await db.execute(sql`
    insert into token_published_balance (position, balance, holders) select n, 100000 + n, 50 from generate_series(1, 20000) as n`)
  await abort(origin, request('GET /api/currency/balances.csv'), ending, { isAnswered: true })
  await abort(origin, request('GET /api/products'), ending)
  expect(await read()).toEqual([])
})

test.each(ENDINGS)('a page that is rendered for a browser that has gone is no warning (%s)', async (ending) => {
  const lines: string[] = []
  const app = Fastify({
    logger: { ...loggerOptions('info'), stream: { write: (line: string) => void lines.push(line) } },
    logController: new LogController({ disableRequestLogging: true }),
  })
  logResponses(app)
  const begun = Promise.withResolvers<void>()
  const handler = async ({ raw }: { raw: { socket: NodeJS.EventEmitter } }) => {
    const closed = once(raw.socket, 'close')
    begun.resolve()
    await closed
    return 'page'
  }
  registerPageRoutes(app, { handler, development: false, routeIds: new Set() })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname).on('error', () => undefined)
  socket.write(request('GET /'))
  await begun.promise
  socket[ending]()
  await vi.waitFor(() => expect(lines.length).toBeGreaterThan(0), 20_000)
  expect(lines.filter((line) => JSON.parse(line).level >= WARNING && !line.includes('Server listening'))).toEqual([])
})
