import { createServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { isPublicAddress } from '#server/platform/outgoing/addresses.ts'
import { makePost } from '#server/platform/outgoing/post.ts'
import { aCertificate, hasOpenssl } from '#test/tls-database.ts'

const MESSAGE = { headers: {}, body: Buffer.from('ciao'), deadlineMs: 60_000 }
const HERE = [{ address: '127.0.0.1', family: 4 }]

/** A server on this machine that answers each request by writing to its connection. */
const aPeer = async (answer: (socket: Socket) => void) => {
  const certificate = aCertificate()
  const open = new Set<Socket>()
  let calls = 0
  const server = createServer(certificate, (request) => {
    calls++
    answer(request.socket)
  })
  server.on('secureConnection', (socket) => {
    open.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => open.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  const url = `https://localhost:${(server.address() as AddressInfo).port}/x`
  const post = makePost({ resolve: async () => HERE, mayCall: () => true, ca: certificate.cert.toString() })
  return { url, post, open, calls: () => calls }
}

test.each([
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['172.16.0.1', false],
  ['192.168.1.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['0.0.0.0', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['ff02::1', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:10.0.0.1', false],
  ['::127.0.0.1', false],
  ['::7f00:1', false],
  ['::808:808', false],
  ['::8.8.8.8', false],
  ['::ffff:8.8.8.8', false],
  ['::ffff:0:7f00:1', false],
  ['64:ff9b:1::7f00:1', false],
  ['100::1', false],
  ['100:0:0:1::1', false],
  ['2001:db8::1', false],
  ['3fff::1', false],
  ['fec0::1', false],
  ['4000::1', false],
  ['64:ff9b::7f00:1', false],
  ['2002:7f00:1::', false],
  ['2001:0:7f00:1::', false],
  ['not an address', false],
  ['8.8.8.8', true],
  ['2a00:1450:4002:402::200a', true],
])('may %s be called: %s', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected)
})

test.each([
  'http://push.example/x',
  'https://localhost;.push.example/x',
  'https://push_service.example/x',
  'https://[::1]/x',
  'ftp://push.example/x',
  'no url',
])('%s is not called', async (url) => {
  const resolve = vi.fn(async () => HERE)
  await expect(makePost({ resolve, mayCall: () => true })(url, MESSAGE)).rejects.toThrow()
  expect(resolve).not.toHaveBeenCalled()
})

test.skipIf(!hasOpenssl)(
  'a name that resolves to this machine is not called, neither when it has a public address too',
  async () => {
    const { url, calls } = await aPeer((socket) => socket.end())
    const both = [{ address: '203.0.114.1', family: 4 }, ...HERE]
    for (const addresses of [HERE, both, []])
      await expect(makePost({ resolve: async () => addresses })(url, MESSAGE)).rejects.toThrow('public internet')
    await expect(makePost()(url, MESSAGE)).rejects.toThrow('public internet')
    await expect(makePost()(url.replace('localhost', '127.0.0.1'), MESSAGE)).rejects.toThrow('public internet')
    expect(calls()).toBe(0)
  },
)

test.skipIf(!hasOpenssl)('the address that was checked is called: the name is resolved once', async () => {
  const { url, calls, post } = await aPeer((socket) => socket.end('HTTP/1.1 201 Created\r\ncontent-length: 0\r\n\r\n'))
  expect(await post(url, MESSAGE)).toBe(201)
  const resolve = vi.fn(async () => HERE)
  await expect(makePost({ resolve, mayCall: () => true })(url, MESSAGE)).rejects.toThrow('self-signed')
  expect(resolve).toHaveBeenCalledOnce()
  expect(calls()).toBe(1)
})

test.skipIf(!hasOpenssl)('a redirect is not followed', async () => {
  const { url, calls, post } = await aPeer((socket) =>
    socket.end(`HTTP/1.1 307 Temporary Redirect\r\nlocation: ${url}\r\ncontent-length: 0\r\n\r\n`),
  )
  expect(await post(url, MESSAGE)).toBe(307)
  expect(calls()).toBe(1)
})

test.skipIf(!hasOpenssl)('a body without end is not read: its connection is closed', async () => {
  const { url, post, open } = await aPeer((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000000000000\r\n\r\n')
    const chunk = Buffer.alloc(1024 * 1024)
    const fill = () => {
      while (!socket.destroyed && socket.write(chunk));
      if (!socket.destroyed) socket.once('drain', fill)
    }
    fill()
  })
  expect(await post(url, MESSAGE)).toBe(200)
  await vi.waitFor(() => expect(open.size).toBe(0), 60_000)
})

test.skipIf(!hasOpenssl).each([
  ['says nothing', () => undefined],
  [
    'sends a header without end, byte by byte',
    (socket: Socket) => {
      socket.write('HTTP/1.1 200 OK\r\nx: ')
      const timer = setInterval(() => socket.write('x'), 10)
      socket.on('close', () => clearInterval(timer))
    },
  ],
])('a peer that %s is left at the deadline', async (_, answer) => {
  const { url, post, open, calls } = await aPeer(answer)
  await expect(post(url, { ...MESSAGE, deadlineMs: 1_000 })).rejects.toThrow('timed out')
  expect(calls()).toBeLessThanOrEqual(1)
  await vi.waitFor(() => expect(open.size).toBe(0), 60_000)
})

test('a name that is never resolved is left at the deadline', async () => {
  const post = makePost({ resolve: () => new Promise(() => undefined) })
  await expect(post('https://push.example/x', { ...MESSAGE, deadlineMs: 20 })).rejects.toThrow('timed out')
})
