import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeImapReceiver } from '#server/talk/inbound/imap.ts'
import { aReply, part } from '#test/reply-shapes.ts'

const MAIL = aReply(part('Sì, è libera.')).toString()
const SIZE = Buffer.byteLength(MAIL)
const fetched = (uid: number) => `* ${uid} FETCH (UID ${uid} RFC822.SIZE ${SIZE} BODY[]<0> {${SIZE}}\r\n`

/** How the server hands out the first of two mails. */
const FAULTS = {
  'arrives byte by byte without end': (socket: Socket) => {
    socket.write(fetched(1))
    const timer = setInterval(() => socket.write('x'), 50)
    socket.once('close', () => clearInterval(timer))
  },
  'is refused': (socket: Socket, tag: string) => {
    socket.write(`${tag} NO broken\r\n`)
  },
  'ends in the middle': (socket: Socket) => {
    socket.end(`${fetched(1)}From: A`)
  },
}

const replyTo = (command: string, seen: Set<string>): string => {
  if (command.startsWith('SELECT')) return '* 2 EXISTS\r\n* OK [UIDVALIDITY 1] x\r\n* OK [UIDNEXT 3] x\r\n'
  if (command.startsWith('LIST')) return '* LIST () "/" INBOX\r\n'
  if (command.startsWith('UID SEARCH')) return `* SEARCH ${['1', '2'].filter((uid) => !seen.has(uid)).join(' ')}\r\n`
  return command.startsWith('UID FETCH') ? `${fetched(2)}${MAIL})\r\n` : ''
}

/** Reports something again and again, and never that the waiting has ended. */
const neverEndIdle = (socket: Socket): void => {
  socket.write('+ idling\r\n')
  const timer = setInterval(() => socket.write('* OK still here\r\n'), 50)
  socket.once('close', () => clearInterval(timer))
}

/** An IMAP server with two unread mails, the first of which cannot be read. */
const aMailbox = async (fault: keyof typeof FAULTS) => {
  const seen = new Set<string>()
  let connections = 0
  const answer = (socket: Socket, line: string): void => {
    const [tag = '', ...words] = line.split(' ')
    const command = words.join(' ').toUpperCase()
    const [, uid = ''] = /^UID (?:FETCH|STORE) (\d+)/.exec(command) ?? []
    if (command.startsWith('UID STORE')) seen.add(uid)
    if (tag === 'DONE') return
    if (command === 'IDLE') neverEndIdle(socket)
    else if (uid === '1') FAULTS[fault](socket, tag)
    else socket.write(`${replyTo(command, seen)}${tag} OK done\r\n`)
  }
  const server = createServer((socket) => {
    connections++
    socket.on('error', () => undefined)
    socket.write('* OK [CAPABILITY IMAP4rev1 IDLE] ready\r\n')
    createInterface(socket)
      .on('error', () => undefined)
      .on('line', (line) => answer(socket, line))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: new URL(`imap://risposte:segreto@127.0.0.1:${port}`), seen, connections: () => connections }
}

test.each(Object.keys(FAULTS) as (keyof typeof FAULTS)[])(
  'a mail that %s does not keep the next one from arriving, and stays unread',
  async (fault) => {
    const { url, seen } = await aMailbox(fault)
    const stored: string[] = []
    const receive = async (source: AsyncIterable<Buffer>) => {
      let content = ''
      for await (const chunk of source) content += chunk
      stored.push(content)
    }
    const report = vi.fn()
    const receiver = makeImapReceiver({ url, receive, report, mailMs: 1_000 })
    receiver.start()
    onTestFinished(receiver.stop)
    await vi.waitFor(() => expect([...seen]).toEqual(['2']), 30_000)
    expect(stored).toEqual([MAIL])
    expect(report).toHaveBeenCalledTimes(1)
  },
)

test('a server that reports without end while it is waited for, and never ends the waiting, is connected to again', {
  tags: 'slow',
}, async () => {
  const { url, seen, connections } = await aMailbox('is refused')
  seen.add('1').add('2')
  const receiver = makeImapReceiver({ url, receive: async () => undefined, report: vi.fn(), idleMs: 500 })
  receiver.start()
  onTestFinished(receiver.stop)
  await vi.waitFor(() => expect(connections()).toBeGreaterThan(1), 30_000)
  seen.delete('2')
  await vi.waitFor(() => expect([...seen]).toContain('2'), 30_000)
})
