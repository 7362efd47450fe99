import type { FastifyInstance, FastifyRequest } from 'fastify'

type RawRequest = FastifyRequest['raw']

// A client reads the response only after it has sent its body, so the rest of a refused body is read and dropped, within limits.
const DRAINED_BYTES = 8 * 1024 * 1024
const DRAIN_TIMEOUT_MS = 2_000

const stopped = new WeakSet<RawRequest>()

/** Stops reading from the connection, including what Node would read ahead. */
export const stopReading = (raw: RawRequest): void => {
  stopped.add(raw)
  raw.unpipe()
  raw.pause()
  raw.socket.on('resume', () => raw.socket.pause()).pause()
}

const drain = (raw: RawRequest): void => {
  const timer = setTimeout(() => raw.socket.destroy(), DRAIN_TIMEOUT_MS)
  raw.on('close', () => clearTimeout(timer))
  let bytes = 0
  raw.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > DRAINED_BYTES) raw.socket.destroy()
  })
  raw.resume()
}

const announcesBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** After a response that is sent before the body has arrived, closes the connection unless the rest of the body arrives soon. */
export const closeAfterEarlyAnswers = (app: FastifyInstance): void => {
  app.addHook('onSend', (request, reply, payload, done) => {
    const { raw } = request
    if (announcesBody(request) && !raw.complete) {
      if (stopped.has(raw)) reply.header('connection', 'close')
      else drain(raw)
    }
    done(null, payload)
  })
}
