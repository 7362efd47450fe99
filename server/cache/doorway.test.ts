import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { makeAnswer, write } from '#server/cache/answer.ts'
import { serveBehind } from '#server/cache/front.ts'
import { makeKept } from '#server/cache/kept.ts'

const BODY = 'tenuto '.repeat(400)
const HOST = 'Host: piazza.test\r\n'

/** A server that keeps one answer, under /tenuto, and makes all others: they tell what was asked. */
const aServer = async ({ keepAliveTimeout = 10_000 } = {}) => {
  const kept = makeKept(1024 * 1024, () => true)
  const server = serveBehind(
    kept,
    (request, response) => {
      request.resume()
      const { 'x-nome': name = '', authorization = '' } = request.headers
      response.end(`fatto ${request.method} ${request.url} ${name}${authorization}`)
    },
    { requestTimeout: 2_000, keepAliveTimeout },
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const answer = makeAnswer(Buffer.from(BODY), ['content-type', 'text/plain'])
  for (const encoding of ['identity', 'gzip'] as const) await write(answer, encoding)
  kept.keep('/tenuto', kept.generation(), answer)
  return { kept, answer, server, port: (server.address() as AddressInfo).port }
}

const aLine = async (port: number) => {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  const heard: string[] = []
  socket.on('data', (chunk) => heard.push(chunk.toString('latin1'))).on('error', () => {})
  await once(socket, 'connect')
  const text = () => heard.join('')
  /** Says something, waits until an answer holds what is expected, and gives the answer. */
  const ask = async (request: string, expected: string): Promise<string> => {
    heard.length = 0
    socket.write(request)
    await expect.poll(text).toContain(expected)
    return text()
  }
  return { socket, ask, text }
}

const closes = (socket: Socket) =>
  expect.poll(() => socket.closed || socket.readableEnded, { timeout: 5_000 }).toBe(true)

const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\n${HOST}${headers}\r\n`
const split = (answer: string) => {
  const [head = '', ...body] = answer.split('\r\n\r\n')
  return { lines: head.split('\r\n'), body: body.join('\r\n\r\n') }
}

test('what is kept is given out whole, again and again on one line', async () => {
  const { port, kept, answer } = await aServer()
  const { ask } = await aLine(port)
  for (let turn = 0; turn < 3; turn++) {
    const { lines, body } = split(await ask(get('/tenuto'), BODY))
    expect(lines[0]).toBe('HTTP/1.1 200 OK')
    expect(lines).toContain(`content-length: ${BODY.length}`)
    expect(lines).toContain(`etag: ${answer.etag}`)
    const date = lines.find((line) => line.startsWith('date: '))?.slice('date: '.length) ?? ''
    expect(Math.abs(Date.now() - Date.parse(date))).toBeLessThan(5_000)
    expect(body).toBe(BODY)
  }
  expect(kept.figures().hits).toBe(3)
})

test('a browser gets it in the way that it takes', async () => {
  const { port } = await aServer()
  const { lines } = split(
    await (await aLine(port)).ask(get('/tenuto', 'accept-encoding: gzip\r\n'), 'content-encoding'),
  )
  expect(lines).toContain('content-encoding: gzip')
})

test('anything else on the same line is answered by the server, and so is what follows', async () => {
  const { port } = await aServer()
  const { ask } = await aLine(port)
  await ask(get('/tenuto'), BODY)
  await ask(get('/altro', 'X-Nome: Ada\r\n'), 'fatto GET /altro Ada')
  expect(split(await ask(get('/tenuto'), BODY)).body).toBe(BODY)
  await ask(`POST /tenuto HTTP/1.1\r\n${HOST}content-length: 3\r\n\r\nciao`.slice(0, -1), 'fatto POST /tenuto')
  await ask(get('/ancora'), 'fatto GET /ancora')
})

test.each([
  ['a member', get('/tenuto', 'Authorization: Bearer x\r\n'), 'fatto GET /tenuto Bearer x'],
  ['who has it already', get('/tenuto', 'If-None-Match: *\r\n'), 'HTTP/1.1 304'],
  ['who leaves after it', get('/tenuto', 'Connection: close\r\n'), 'Connection: close'],
  ['an old client', `GET /tenuto HTTP/1.0\r\n${HOST}\r\n`, 'Connection: close'],
  ['who asks for the head alone', `HEAD /tenuto HTTP/1.1\r\n${HOST}\r\n`, 'HTTP/1.1 200'],
  ['who names no host', 'GET /tenuto HTTP/1.1\r\n\r\n', 'HTTP/1.1 400'],
  ['who names two lengths', get('/tenuto', 'Content-Length: 0\r\nContent-Length: 5\r\n'), 'HTTP/1.1 400'],
  ['who folds a line', get('/tenuto', 'X-Nome: a\r\n b\r\n'), 'HTTP/1.1 400'],
  ['who writes no HTTP', 'ciao\r\n\r\n', 'HTTP/1.1 400'],
])('%s is heard by the server itself', async (_who, request, expected) => {
  const { port } = await aServer()
  await (await aLine(port)).ask(request, expected)
})

test('two requests at once, and one that comes in pieces, are answered each and in order', async () => {
  const { port } = await aServer()
  const both = await (await aLine(port)).ask(get('/tenuto') + get('/dopo'), 'fatto GET /dopo')
  expect(both.indexOf(BODY)).toBeGreaterThan(0)
  expect(both.indexOf(BODY)).toBeLessThan(both.indexOf('fatto GET /dopo'))
  const { socket, ask } = await aLine(port)
  socket.setNoDelay().write('GET /ten')
  await new Promise((resolve) => setImmediate(resolve))
  expect(split(await ask(`uto HTTP/1.1\r\n${HOST}\r\n`, BODY)).lines[0]).toBe('HTTP/1.1 200 OK')
})

test('who is silent is shown out in the end, and everybody when the server closes', async () => {
  const brief = await aServer({ keepAliveTimeout: 300 })
  const { socket, ask } = await aLine(brief.port)
  await ask(get('/tenuto'), BODY)
  await closes(socket)

  const { port, server } = await aServer()
  const line = await aLine(port)
  await line.ask(get('/tenuto'), BODY)
  const closed = once(server, 'close')
  server.close()
  await closes(line.socket)
  await closed
})

test('who hangs up is not waited for', async () => {
  const { port, server } = await aServer()
  const { socket, ask } = await aLine(port)
  await ask(get('/tenuto'), BODY)
  socket.end()
  const connections = () => new Promise((resolve) => server.getConnections((_error, count) => resolve(count)))
  await expect.poll(connections).toBe(0)
})

test('who asks on and on without reading is not given memory without end', async () => {
  const { port, server } = await aServer()
  const socket = connect(port, '127.0.0.1').pause()
  onTestFinished(() => void socket.destroy())
  const [there] = (await once(server, 'connection')) as [Socket]
  let most = 0
  for (let turn = 0; turn < 20_000 && socket.writableLength < 100_000; turn++) {
    socket.write(get('/tenuto'))
    if (turn % 50 === 0) await new Promise((resolve) => setImmediate(resolve))
    most = Math.max(most, there.writableLength)
  }
  expect(most).toBeLessThan(8 * 1024 * 1024)
})
