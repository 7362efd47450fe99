import { connect, type Socket } from 'node:net'

/** A request as it goes over the line, whole, and what to call it in a report. */
export type Shot = { bytes: Buffer; name: string; hasNoBody?: boolean }
export type Reply = { status: number; head: string; body: Buffer; milliseconds: number }

const END_OF_HEAD = Buffer.from('\r\n\r\n')
const CRLF = Buffer.from('\r\n')

type Parsed = { status: number; head: string; body: Buffer; length: number }

/** The chunks of a body from `from` on, or nothing while its end is not there. */
const readChunks = (bytes: Buffer, from: number): { body: Buffer; end: number } | undefined => {
  const parts: Buffer[] = []
  for (let at = from; ; ) {
    const lineEnd = bytes.indexOf(CRLF, at)
    if (lineEnd < 0) return undefined
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16)
    const next = lineEnd + 2 + size + 2
    if (bytes.length < next) return undefined
    if (size === 0) return { body: Buffer.concat(parts), end: next }
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size))
    at = next
  }
}

/** The first whole answer in what has arrived. */
const parse = (bytes: Buffer, hasNoBody: boolean): Parsed | undefined => {
  const headEnd = bytes.indexOf(END_OF_HEAD)
  if (headEnd < 0) return undefined
  const head = bytes.toString('latin1', 0, headEnd)
  const status = Number(head.slice(9, 12))
  const from = headEnd + END_OF_HEAD.length
  const bodiless = { status, head, body: Buffer.alloc(0), length: from }
  if (hasNoBody || status === 204 || status === 304 || status < 200) return bodiless
  const declared = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (declared !== undefined) {
    const length = from + Number(declared)
    return bytes.length < length ? undefined : { status, head, body: bytes.subarray(from, length), length }
  }
  if (!/\r\ntransfer-encoding: chunked/i.test(head)) return bodiless
  const chunks = readChunks(bytes, from)
  return chunks && { status, head, body: chunks.body, length: chunks.end }
}

/** Sends shots one behind the other down one line, and hears as many answers as come before it closes. */
const volley = (port: number, shots: readonly Shot[], patienceMs: number): Promise<Reply[]> =>
  new Promise((resolve) => {
    const replies: Reply[] = []
    let waiting = Buffer.alloc(0)
    const began = performance.now()
    const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const end = () => {
      socket.destroy()
      resolve(replies)
    }
    socket.setTimeout(patienceMs, end)
    socket.on('error', () => undefined).on('close', end)
    socket.on('data', (chunk) => {
      waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk])
      for (;;) {
        const parsed = parse(waiting, shots[replies.length]?.hasNoBody ?? false)
        if (!parsed) return
        // Lost in the middle of something: what has no answer yet is asked again.
        if (Number.isNaN(parsed.status)) return end()
        waiting = waiting.subarray(parsed.length)
        if (parsed.status < 200) continue
        const { status, head, body } = parsed
        replies.push({ status, head, body, milliseconds: performance.now() - began })
        if (replies.length === shots.length) return end()
      }
    })
    socket.write(Buffer.concat(shots.map(({ bytes }) => bytes)))
  })

/**
 * Sends all shots and pairs each with its answer. What stands behind one after which the server hangs up is sent
 * again; one that gets no answer, alone and twice, has none.
 */
export const fire = async (
  port: number,
  shots: readonly Shot[],
  patienceMs: number,
): Promise<{ shot: Shot; reply: Reply | undefined }[]> => {
  const outcomes: { shot: Shot; reply: Reply | undefined }[] = []
  let silences = 0
  for (let rest = [...shots]; rest.length > 0; ) {
    const replies = await volley(port, silences > 0 ? rest.slice(0, 1) : rest, patienceMs)
    for (const [index, reply] of replies.entries()) outcomes.push({ shot: rest[index] as Shot, reply })
    silences = replies.length > 0 ? 0 : silences + 1
    rest = rest.slice(replies.length)
    if (silences > 1) {
      outcomes.push({ shot: rest[0] as Shot, reply: undefined })
      rest = rest.slice(1)
      silences = 0
    }
  }
  return outcomes
}
