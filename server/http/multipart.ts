import multipart, { type Multipart } from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { AppError, MESSAGES } from '#domain/errors.ts'
import { UPLOAD_TIMEOUT_MS } from '#server/timeouts.ts'

// Boundaries, part headers and a few small fields.
const OVERHEAD_BYTES = 2 * 1024
const PART_LIMITS = { files: 1, fields: 8, fieldSize: 1024 }
// A client reads the response only after it has sent its body: the rest of a refused upload is read and dropped, within limits.
const DRAINED_BYTES = 8 * 1024 * 1024
const DRAIN_TIMEOUT_MS = 2_000

type RawRequest = FastifyRequest['raw']
type Limits = { maxBytes: number; tooLarge: string }
export type Upload = { fields: Map<string, string>; files: Map<string, Buffer> }

const stopped = new WeakSet<RawRequest>()

/** Reads no more from the connection, not even what Node would buffer ahead. */
const stopReading = (raw: RawRequest): void => {
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

const endEarlyUpload = ({ raw }: FastifyRequest, reply: FastifyReply, _payload: unknown, done: () => void): void => {
  if (!raw.complete) {
    if (stopped.has(raw)) reply.header('connection', 'close')
    else drain(raw)
  }
  done()
}

/** Registers a route that takes multipart/form-data; all others refuse it with 415. */
export const registerUpload = (app: FastifyInstance, route: RouteOptions): void => {
  app.register(async (scope) => {
    await scope.register(multipart)
    scope.route({ ...route, handlerTimeout: UPLOAD_TIMEOUT_MS, onSend: endEarlyUpload })
  })
}

/** Rejects as soon as the body is larger than allowed. */
const watchSize = (raw: RawRequest, maxBytes: number, error: AppError): Promise<never> =>
  new Promise((_resolve, reject) => {
    let bytes = 0
    raw.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= maxBytes) return
      stopReading(raw)
      reject(error)
    })
  })

const readParts = async (parts: AsyncIterable<Multipart>): Promise<Upload> => {
  const upload: Upload = { fields: new Map(), files: new Map() }
  for await (const part of parts) {
    if (part.type === 'file') upload.files.set(part.fieldname, await part.toBuffer())
    else upload.fields.set(part.fieldname, String(part.value))
  }
  if (upload.files.size + upload.fields.size === 0) throw new AppError('malformed', MESSAGES.malformed)
  return upload
}

/** Reads a form with one file. The size is checked before reading, by its header, and while reading. */
export const readUpload = async (request: FastifyRequest, { maxBytes, tooLarge }: Limits): Promise<Upload> => {
  if (!request.isMultipart()) throw new AppError('unsupportedMediaType', MESSAGES.unsupportedMediaType)
  const tooLargeError = new AppError('payloadTooLarge', tooLarge)
  const maxBodyBytes = maxBytes + OVERHEAD_BYTES
  if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) throw tooLargeError
  const parts = request.parts({ limits: { ...PART_LIMITS, fileSize: maxBytes } })
  try {
    return await Promise.race([readParts(parts), watchSize(request.raw, maxBodyBytes, tooLargeError)])
  } catch (error) {
    if (error instanceof AppError) throw error
    const { code } = error as { code?: string }
    throw code === 'FST_REQ_FILE_TOO_LARGE' ? tooLargeError : new AppError('malformed', MESSAGES.malformed)
  }
}
