import type { Socket } from 'node:net'
import type { Written } from '#server/cache/answer.ts'
import type { Kept } from '#server/cache/kept.ts'
import { readPlain, readPlainHeaders } from '#server/cache/plain-request.ts'

// Speaking HTTP in full costs twice what it takes to send bytes that lie ready. Whoever asks for these in the plainest
// way gets them here, on the bare connection; with the first request that is anything else, the connection is let in to
// the server as if it had just come, and stays there.

const SECOND = 1_000
// Who asks and does not read is let in before their answers fill the memory: the server stops hearing who does not read.
const UNREAD_BYTES = 4 * 1024 * 1024

export type Doorway = { receive(socket: Socket): void; close(): void }

const now = { second: 0, text: '' }
const date = (): typeof now => {
  const second = Math.floor(Date.now() / SECOND)
  if (second !== now.second) Object.assign(now, { second, text: new Date(second * SECOND).toUTCString() })
  return now
}

/** Head and body in one piece, as they go over the line; the date in it holds for a second. */
const wireOf = (written: Written, keepAlive: string): Buffer => {
  const { second, text } = date()
  if (written.wire?.second === second) return written.wire.bytes
  const lines = ['HTTP/1.1 200 OK', `date: ${text}`, keepAlive]
  for (let i = 0; i < written.headers.length; i += 2) lines.push(`${written.headers[i]}: ${written.headers[i + 1]}`)
  const bytes = Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), written.body])
  written.wire = { second, bytes }
  return bytes
}

export const makeDoorway = (kept: Kept, letIn: (socket: Socket) => void, keepAliveTimeout: number): Doorway => {
  const here = new Set<Socket>()
  const keepAlive = `keep-alive: timeout=${Math.floor(keepAliveTimeout / SECOND)}`

  const receive = (socket: Socket) => {
    let headers = ''
    let encoding: ReturnType<typeof readPlainHeaders>

    const leave = () => {
      here.delete(socket)
      socket.off('data', hear).off('end', hangUp).off('timeout', cut).off('error', leave).off('close', leave)
      socket.setTimeout(0)
    }
    const hangUp = () => socket.end()
    const cut = () => socket.destroy()
    const findWritten = (chunk: Buffer): Written | undefined => {
      const asked = readPlain(chunk)
      if (!asked) return undefined
      // From one request to the next a client's headers are mostly the same.
      if (asked.headers !== headers) {
        headers = asked.headers
        encoding = readPlainHeaders(headers)
      }
      return encoding && kept.find(asked.address)?.written[encoding]
    }
    const hear = (chunk: Buffer) => {
      const written = findWritten(chunk)
      if (written && socket.writableLength < UNREAD_BYTES) {
        socket.write(wireOf(written, keepAlive))
        return
      }
      leave()
      socket.pause()
      socket.unshift(chunk)
      letIn(socket)
      socket.resume()
    }

    here.add(socket)
    socket.setTimeout(keepAliveTimeout)
    socket.on('data', hear).on('end', hangUp).on('timeout', cut).on('error', leave).on('close', leave)
  }

  return {
    receive,
    /** Nobody here is waiting for anything: what they asked for was sent at once. */
    close() {
      for (const socket of here) socket.destroySoon()
    },
  }
}
