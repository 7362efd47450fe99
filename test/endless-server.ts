import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { expect, onTestFinished, vi } from 'vitest'

const DRIP_MS = 20
const CHUNK = Buffer.alloc(256 * 1024, ' ')

const drip = (socket: Socket): void => {
  const timer = setInterval(() => socket.write(' '), DRIP_MS)
  socket.once('close', () => clearInterval(timer))
}

const flood = (socket: Socket): void => {
  while (!socket.destroyed && socket.write(CHUNK));
  if (!socket.destroyed) socket.once('drain', () => flood(socket))
}

const ANSWERS = {
  'is silent': () => undefined,
  drips: drip,
  floods: flood,
}
export type EndlessAnswer = keyof typeof ANSWERS

type Options = {
  /** What the server sends first. By default the head of a response of HTTP; a silent server sends none. */
  greeting?: string
  /** When the client connects; otherwise when it has sent something. */
  speaksFirst?: boolean
  certificate?: { key: Buffer; cert: Buffer }
}
const HTTP = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 1000000000000\r\n\r\n'

/** A server whose responses never end. Stopped when the test ends. */
export const anEndlessServer = async (
  how: EndlessAnswer,
  { greeting, speaksFirst = false, certificate }: Options = {},
) => {
  const first = greeting ?? (how === 'is silent' ? '' : HTTP)
  const open = new Set<Socket>()
  let calls = 0
  const onConnection = (socket: Socket) => {
    open.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => open.delete(socket))
    const answer = () => {
      calls++
      socket.write(first)
      ANSWERS[how](socket)
    }
    socket.resume()
    if (speaksFirst) answer()
    else socket.once('data', answer)
  }
  const server = certificate ? createTlsServer(certificate, onConnection) : createServer(onConnection)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  onTestFinished(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  return {
    port,
    url: certificate ? `https://localhost:${port}` : `http://127.0.0.1:${port}`,
    calls: () => calls,
    /** Waits until the clients have closed their connections. */
    allClosed: () => vi.waitFor(() => expect(open.size).toBe(0), { timeout: 60_000 }),
  }
}
