import { setTimeout as sleep } from 'node:timers/promises'
import Fastify, { LogController } from 'fastify'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import * as mailLinks from '#domain/accounts/mail-links.ts'
import { loggerOptions, logResponses } from '#server/platform/http/log.ts'
import { registerPageRoutes } from '#server/platform/http/pages.ts'
import { httpTransport, ipcTransport } from '#server/val/chain/client.ts'
import { absentChain } from '#test/chain.ts'

const collectLines = () => {
  const lines: string[] = []
  return { lines, stream: { write: (line: string) => void lines.push(line) } }
}

/** Requests a path and returns the log line of the response. */
const logLineOf = async (
  path: string,
  { method = 'GET', handler = async () => 'page' }: { method?: 'GET' | 'POST'; handler?: () => Promise<string> } = {},
) => {
  const { lines, stream } = collectLines()
  const app = Fastify({
    logger: { ...loggerOptions('info'), stream },
    logController: new LogController({ disableRequestLogging: true }),
  })
  logResponses(app)
  registerPageRoutes(app, { handler, development: false, routeIds: new Set() })
  await app.inject({ method, url: path })
  await app.close()
  expect(lines).toHaveLength(1)
  expect(lines[0]).not.toContain('abc')
  return JSON.parse(lines[0] ?? '')
}

test.each([
  ['/verification/abc123?x=1', '/verification/*'],
  ['/password-recovery/abc123', '/password-recovery/*'],
  ['/nuova-email/abc123', '/nuova-email/*'],
  ['/annulla-modifica/abc123', '/annulla-modifica/*'],
  ['/newsletter/rosa@abc.test?codice=abc', '/newsletter/*'],
  ['/disiscrizione/abc', '/disiscrizione/*'],
  ['/avvisi/disiscrizione/abc', '/avvisi/disiscrizione/*'],
  ['/ancora-valido/abc', '/ancora-valido/*'],
  ['/risposta/abc', '/risposta/*'],
  ['/invito/abc', '/invito/*'],
  ['/Verification/abc123', '/*'],
  ['//verification/abc123', '/*'],
  ['/PASSWORD-RECOVERY/abc123', '/*'],
  ['/Disiscrizione/abc', '/*'],
  ['/%56erification/abc123', '/*'],
  ['/api/users/verification/abc', '/api/*'],
  ['/api/newsletter/leave/abc', '/api/*'],
  ['/product/123?qty=abc', '/product/123'],
])('%s is logged as %s', async (path, logged) => {
  expect((await logLineOf(path)).req.url).toBe(logged)
})

test.each(Object.entries(mailLinks))('the link of a mail (%s) is logged without its code', async (_name, pathOf) => {
  expect((await logLineOf(pathOf('abc', 'abc'))).req.url).toMatch(/\/\*$/)
})

test('a path without a route is not logged: it may be a secret link with the wrong method', async () => {
  expect((await logLineOf('/verification/abc', { method: 'POST' })).req.url).toBe('(no route)')
})

test('a log line has the request id, the status and the time, and no headers', async () => {
  const timed = { before: performance.now(), handled: 0 }
  const handler = async () => {
    const began = performance.now()
    await sleep(20)
    timed.handled = performance.now() - began
    return 'page'
  }
  const line = await logLineOf('/product/123', { handler })
  expect(line).toMatchObject({ level: 30, reqId: expect.anything(), status: 200, msg: 'request completed' })
  // Rounded to tenths.
  expect(line.milliseconds).toBeGreaterThan(timed.handled - 0.1)
  expect(line.milliseconds).toBeLessThan(performance.now() - timed.before + 0.1)
  expect(line.req).toEqual({ method: 'GET', url: '/product/123', ip: '127.0.0.1' })
})

test('a late answer is logged without its URL', async () => {
  const { lines, stream } = collectLines()
  const app = Fastify({ logger: { ...loggerOptions('warn'), stream } })
  app.get('/recovery/:code', async (_request, reply) => {
    reply.send('early')
    await new Promise((resolve) => setTimeout(resolve, 10))
    return 'late'
  })
  await app.inject('/recovery/abc?codice=abc')
  await expect.poll(() => lines.join(''), { timeout: 10_000 }).toContain('Reply was already sent')
  await app.close()
  expect(lines.join('')).not.toContain('abc')
})

test('of the URL of a node, a mail server or a database only the host is logged', () => {
  const { lines, stream } = collectLines()
  const url = 'https://node.example/v2/secret-key'
  const log = pino(loggerOptions('info', [url]), stream)
  log.warn({ err: new Error(`HTTP request failed. URL: ${url}`) }, `no answer from ${url}`)
  expect(lines.join('')).toContain('URL: node.example')
  expect(lines.join('')).not.toContain('secret-key')
})

const stopped = ipcTransport({
  request: async () => {
    throw new Error('connect ECONNREFUSED')
  },
})

test.each([
  ['by a socket', stopped],
  ['by HTTP', httpTransport('http://127.0.0.1:1')],
])('while the chain is stopped no log line says who is paid how much (a chain %s)', async (_, transport) => {
  const { lines, stream } = collectLines()
  const log = pino(loggerOptions('info'), stream)
  const [payer, payee, amount] = [`0x${'ab'.repeat(20)}`, `0x${'cd'.repeat(20)}`, 123_457]
  const chain = absentChain(transport)
  const transaction = { kind: 'transfer', recipient: payee, amount } as const
  const errors = await Promise.allSettled([
    chain.estimate(payer, transaction),
    chain.balanceOf(payee),
    chain.broadcast(`0x${'cd'.repeat(100)}`),
    chain.nonceOf(payer),
  ])
  for (const result of errors) {
    if (result.status !== 'rejected') throw new Error('the chain is not stopped')
    log.warn({ err: result.reason }, 'the chain is not available')
    log.warn({ err: result.reason.cause }, 'the cause')
    log.warn(`the job failed: ${result.reason.stack}`)
    expect(lines.join('').toLowerCase()).not.toMatch(/cdcdcdcd|abababab|123457|1e241/)
  }
  expect(lines[0]).toMatch(/ECONNREFUSED|fetch failed/)
  expect(lines[0]).toContain('client.ts')
})
