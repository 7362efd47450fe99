import { connect, type Socket } from 'node:net'

/** The bytes of a request, and its name in reports. */
export type RawRequest = { bytes: Buffer; name: string; hasNoBody?: boolean }
export type Reply = { status: number; head: string; body: Buffer; milliseconds: number }

const END_OF_HEAD = Buffer.from('\r\n\r\n')
const CRLF = Buffer.from('\r\n')

type Parsed = { status: number; head: string; body: Buffer; length: number }

/** The chunked body that starts at `from`, undefined while it is incomplete, or 'invalid'. */
const readChunks = (bytes: Buffer, from: number): { body: Buffer; end: number } | 'invalid' | undefined => {
  const parts: Buffer[] = []
  for (let at = from; ; ) {
    const lineEnd = bytes.indexOf(CRLF, at)
    if (lineEnd < 0) return undefined
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16)
    if (Number.isNaN(size)) return 'invalid'
    const next = lineEnd + 2 + size + 2
    if (bytes.length < next) return undefined
    if (size === 0) return { body: Buffer.concat(parts), end: next }
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size))
    at = next
  }
}

/** The first complete response in the received bytes. */
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
  if (chunks === 'invalid') return { ...bodiless, status: Number.NaN }
  return chunks && { status, head, body: chunks.body, length: chunks.end }
}

/** Sends the requests pipelined on one connection; returns the responses received before it closes. */
const sendPipelined = (port: number, requests: readonly RawRequest[], timeoutMs: number): Promise<Reply[]> =>
  new Promise((resolve) => {
    const replies: Reply[] = []
    let received = Buffer.alloc(0)
    const start = performance.now()
    const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const end = () => {
      socket.destroy()
      resolve(replies)
    }
    socket.setTimeout(timeoutMs, end)
    socket.on('error', () => undefined).on('close', end)
    socket.on('data', (chunk) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
      for (;;) {
        const parsed = parse(received, requests[replies.length]?.hasNoBody ?? false)
        if (!parsed) return
        // Out of sync with the responses: the requests without a response are sent again.
        if (Number.isNaN(parsed.status)) return end()
        received = received.subarray(parsed.length)
        if (parsed.status < 200) continue
        const { status, head, body } = parsed
        replies.push({ status, head, body, milliseconds: performance.now() - start })
        if (replies.length === requests.length) return end()
      }
    })
    socket.write(Buffer.concat(requests.map(({ bytes }) => bytes)))
  })

/**
 * Sends all requests and pairs each with its response. Requests after a closed connection are sent again; a request
 * that gets no response twice, alone on its connection, is paired with undefined.
 */
export const sendAll = async (
  port: number,
  requests: readonly RawRequest[],
  timeoutMs: number,
): Promise<{ request: RawRequest; reply: Reply | undefined }[]> => {
  const outcomes: { request: RawRequest; reply: Reply | undefined }[] = []
  let failures = 0
  for (let rest = [...requests]; rest.length > 0; ) {
    const replies = await sendPipelined(port, failures > 0 ? rest.slice(0, 1) : rest, timeoutMs)
    for (const [index, reply] of replies.entries()) outcomes.push({ request: rest[index] as RawRequest, reply })
    failures = replies.length > 0 ? 0 : failures + 1
    rest = rest.slice(replies.length)
    if (failures > 1) {
      outcomes.push({ request: rest[0] as RawRequest, reply: undefined })
      rest = rest.slice(1)
      failures = 0
    }
  }
  return outcomes
}
