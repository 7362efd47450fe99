import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { limitConnections, MAX_CONNECTIONS_PER_ADDRESS } from '#server/platform/http/connections.ts'
import { anOwnPiazza, aPiazza } from '#test/fixtures.ts'

const WAIT = { timeout: 60_000 }

const open = async (origin: string): Promise<Socket & { received: string }> => {
  const socket = Object.assign(connect({ port: Number(new URL(origin).port), host: '127.0.0.1' }), { received: '' })
  socket
    .on('error', () => undefined)
    .on('data', (chunk) => {
      socket.received += chunk
    })
  await once(socket, 'connect')
  onTestFinished(() => void socket.destroy())
  return socket
}

test('one address has a limited number of connections, and closing one makes room', async () => {
  const { origin, app } = await aPiazza({ env: { TRUSTED_PROXIES: '10.0.0.1' } })
  const EXCESS = 10
  const sockets = await Promise.all(Array.from({ length: MAX_CONNECTIONS_PER_ADDRESS + EXCESS }, () => open(origin)))
  const closed = () => sockets.filter(({ destroyed }) => destroyed)
  await expect.poll(() => closed().length, WAIT).toBe(EXCESS)
  sockets.find(({ destroyed }) => !destroyed)?.destroy()
  await expect.poll(async () => (await fetch(`${origin}/healthz`).catch(() => undefined))?.status, WAIT).toBe(200)
  expect(app.server.maxConnections).toBeLessThanOrEqual(20_000)
})

test('a server accepts fewer connections than the process may have open', async () => {
  const program = `
    import { createServer } from 'node:http'
    import { limitConnections } from '#server/platform/http/connections.ts'
    const server = createServer()
    limitConnections(server, [])
    console.info(server.maxConnections)`
  const node = ['-c', 'ulimit -n 100 && exec "$0" --input-type=module -e "$1"', process.execPath, program]
  expect((await promisify(execFile)('sh', node)).stdout).toBe('75\n')
})

test('when too many connections are open, the idle ones are closed and the others answered', {
  tags: 'slow',
}, async () => {
  const waiting: ServerResponse[] = []
  // Longer than the test, so that only the limit closes idle connections.
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) =>
    request.url === '/slow' ? waiting.push(response) : response.end('done'),
  )
  limitConnections(server, [], { most: 20 })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const request = async (path: string) => {
    const socket = await open(origin)
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`)
    return socket
  }
  const busy = await request('/slow')
  const idle = await Promise.all(Array.from({ length: 8 }, () => request('/')))
  const areAnswered = () => idle.every(({ received }) => received.includes('done'))
  await expect.poll(areAnswered, WAIT).toBe(true)
  expect(idle.filter(({ destroyed }) => destroyed)).toEqual([])
  const last = await request('/')
  await expect.poll(() => idle.filter(({ destroyed }) => destroyed).length, WAIT).toBe(8)
  await expect.poll(() => last.received, WAIT).toContain('done')
  waiting[0]?.end('slow')
  await expect.poll(() => busy.received, WAIT).toContain('slow')
})

test('a trusted proxy may open more connections', async () => {
  const { origin } = await anOwnPiazza()
  const sockets = await Promise.all(Array.from({ length: MAX_CONNECTIONS_PER_ADDRESS + 10 }, () => open(origin)))
  expect((await fetch(`${origin}/healthz`)).status).toBe(200)
  expect(sockets.filter(({ destroyed }) => destroyed)).toEqual([])
})

const HEAD = 'HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n'

test.each([
  ['a body too large for visitors', 'POST /api/users/signin', 17_000, 413],
  ['a body without permission', 'POST /api/orders', 50_000, 401],
  ['a body too large for members', 'POST /api/orders', 500_000, 401],
  ['a body of a GET', 'GET /api/products', 50_000, 200],
  ['a body for an unknown path', 'POST /api/niente', 50_000, 404],
])('%s, half-sent, is answered without the rest, and its connection closed', async (_what, target, length, status) => {
  const { origin } = await anOwnPiazza()
  const socket = await open(origin)
  socket.write(`${target} ${HEAD}content-length: ${length}\r\n\r\n${'a'.repeat(length / 2)}`)
  await expect.poll(() => socket.received, WAIT).toContain(`HTTP/1.1 ${status}`)
  await expect.poll(() => socket.destroyed, WAIT).toBe(true)
})

test('a small body, half-sent, is refused after the time limit of a write, and its connection closed', {
  tags: 'slow',
}, async () => {
  const { origin } = await anOwnPiazza()
  const socket = await open(origin)
  socket.write(`POST /api/users/signin ${HEAD}content-length: 1000\r\n\r\n{`)
  await expect.poll(() => socket.received, WAIT).toContain('HTTP/1.1 503')
  await expect.poll(() => socket.destroyed, WAIT).toBe(true)
})

test('a connection that sends nothing, or only the beginning of its headers, is closed after seconds', {
  tags: 'slow',
}, async () => {
  const { origin } = await anOwnPiazza()
  const [silent, slow] = await Promise.all([open(origin), open(origin)])
  slow.write('GET / HTTP/1.1\r\nhost:')
  await expect.poll(() => silent.destroyed && slow.destroyed, WAIT).toBe(true)
})

test('a body that arrives late but whole leaves the connection open for the next request', async () => {
  const { origin } = await anOwnPiazza()
  const socket = await open(origin)
  const body = '{}'.padEnd(40_000)
  socket.write(`POST /api/orders ${HEAD}content-length: ${body.length}\r\n\r\n${body.slice(0, 10)}`)
  await expect.poll(() => socket.received, WAIT).toContain('HTTP/1.1 401')
  socket.write(`${body.slice(10)}GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n`)
  await expect.poll(() => socket.received, WAIT).toContain('HTTP/1.1 200')
})
