import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ipcProvider } from '#server/platform/embedded/chain/ipc.ts'
import { aFolder } from '#test/chain.ts'

const NAME = 'node.ipc'

/** A node that passes each request to `answer`, with the socket to write the response to. */
const aNode = async (folder: string, answer: (request: { id: number; method: string }, socket: Socket) => void) => {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.setEncoding('utf8').on('data', (text: string) => {
      for (const line of text.trimEnd().split('\n')) answer(JSON.parse(line), socket)
    })
  }).listen(join(folder, NAME))
  await once(server, 'listening')
  const kill = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  onTestFinished(kill)
  return { kill, connections: () => sockets.size }
}

const aProvider = (folder: string) => {
  const provider = ipcProvider(folder, NAME)
  onTestFinished(provider.close)
  return provider
}

const answering =
  (result: unknown) =>
  ({ id }: { id: number }, socket: Socket): void =>
    void socket.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`)

test('a request that a node leaves unanswered at its end fails at once, and the next one reaches the node in its place', async () => {
  const folder = await aFolder()
  const provider = aProvider(folder)
  await expect(provider.request({ method: 'eth_blockNumber' })).rejects.toThrow('ENOENT')
  const first = await aNode(folder, ({ id, method }, socket) =>
    method === 'eth_blockNumber' ? answering('0x1')({ id }, socket) : first.kill(),
  )
  expect(await provider.request({ method: 'eth_blockNumber' })).toBe('0x1')
  await expect(provider.request({ method: 'anvil_dumpState' }, 600_000)).rejects.toThrow('The socket has been closed')
  const second = await aNode(folder, answering('0x2'))
  expect(await provider.request({ method: 'eth_blockNumber' })).toBe('0x2')
  expect([first.connections(), second.connections()]).toEqual([1, 1])
})

test('answers are found however they are cut and in any order, also with braces and errors in them', async () => {
  const folder = await aFolder()
  const ids: number[] = []
  await aNode(folder, ({ id }, socket) => {
    ids.push(id)
    if (ids.length < 3) return
    const [one, two, three] = ids
    const error = { code: -32_000, message: 'missing trie node }' }
    const text = [
      { id: two, result: '{è' },
      { id: one, error },
      { id: three, result: null },
    ]
      .map((response) => `${JSON.stringify(response)}\n`)
      .join('')
    for (const byte of Buffer.from(text)) socket.write(Buffer.of(byte))
  })
  const provider = aProvider(folder)
  const requests = ['a', 'b', 'c'].map((method) => provider.request({ method }, 60_000))
  await expect(requests[0]).rejects.toMatchObject({ name: 'RpcRequestError', code: -32_000 })
  expect(await requests[1]).toBe('{è')
  expect(await requests[2]).toBe(null)
})

test('a node that does not answer in time fails the request, and a closed provider every request', async () => {
  const folder = await aFolder()
  await aNode(folder, () => undefined)
  const provider = aProvider(folder)
  await expect(provider.request({ method: 'eth_blockNumber' }, 50)).rejects.toMatchObject({ name: 'TimeoutError' })
  const unanswered = provider.request({ method: 'eth_blockNumber' }, 600_000)
  provider.close()
  await expect(unanswered).rejects.toThrow('closed')
  await expect(provider.request({ method: 'eth_blockNumber' })).rejects.toThrow('the connection is closed')
})
