import type { Readable } from 'node:stream'
import multipart, { type Multipart } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { AppError, MESSAGES } from '#domain/base/errors.ts'
import { stopReading } from '#server/platform/http/early-answers.ts'
import { UPLOAD_TIMEOUT_MS } from '#server/platform/timeouts.ts'

// Boundaries, part headers and a few small fields.
const OVERHEAD_BYTES = 2 * 1024
const PART_LIMITS = { files: 1, fields: 8, fieldSize: 1024 }

type RawRequest = FastifyRequest['raw']
type Stored = { remove(): Promise<void> }
type Options<File extends Stored> = {
  maxBytes: number
  tooLarge: string
  /** Stores a file while it is received. Removes it if it fails or is aborted. */
  store: (content: Readable, signal: AbortSignal) => Promise<File>
}
export type Upload<File> = { fields: Map<string, string>; files: Map<string, File> }

/** Registers a route that takes multipart/form-data; all others refuse it with 415. */
export const registerUpload = (app: FastifyInstance, route: RouteOptions): void => {
  app.register(async (scope) => {
    await scope.register(multipart)
    scope.route({ ...route, handlerTimeout: UPLOAD_TIMEOUT_MS })
  })
}

/** Rejects as soon as the body is larger than allowed or the connection closes before its end. */
const watchBody = (raw: RawRequest, maxBytes: number, error: AppError): Promise<never> =>
  new Promise((_resolve, reject) => {
    let bytes = 0
    raw.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= maxBytes) return
      stopReading(raw)
      reject(error)
    })
    raw.on('close', () => {
      if (!raw.complete) reject(new AppError('malformed', MESSAGES.malformed))
    })
  })

const readParts = async <File extends Stored>(
  parts: AsyncIterable<Multipart>,
  upload: Upload<File>,
  { store, signal, tooLarge }: Pick<Options<File>, 'store'> & { signal: AbortSignal; tooLarge: AppError },
): Promise<void> => {
  for await (const part of parts) {
    if (part.type === 'file') {
      const file = await store(part.file, signal)
      if (signal.aborted) return file.remove()
      upload.files.set(part.fieldname, file)
      if (part.file.truncated) throw tooLarge
    } else upload.fields.set(part.fieldname, String(part.value))
  }
  if (upload.files.size + upload.fields.size === 0) throw new AppError('malformed', MESSAGES.malformed)
}

/** Reads a form with one file. The size is checked before reading, by its header, and while reading. */
export const readUpload = async <File extends Stored>(
  request: FastifyRequest,
  { maxBytes, tooLarge, store }: Options<File>,
): Promise<Upload<File>> => {
  if (!request.isMultipart()) throw new AppError('unsupportedMediaType', MESSAGES.unsupportedMediaType)
  const tooLargeError = new AppError('payloadTooLarge', tooLarge)
  const maxBodyBytes = maxBytes + OVERHEAD_BYTES
  if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) throw tooLargeError
  const parts = request.parts({ limits: { ...PART_LIMITS, fileSize: maxBytes } })
  const upload: Upload<File> = { fields: new Map(), files: new Map() }
  const failed = new AbortController()
  const received = readParts(parts, upload, { store, signal: failed.signal, tooLarge: tooLargeError })
  try {
    await Promise.race([received, watchBody(request.raw, maxBodyBytes, tooLargeError)])
    return upload
  } catch (error) {
    // A body of unknown length may never end.
    if (error === tooLargeError && request.headers['content-length'] === undefined) stopReading(request.raw)
    const removeFiles = async () => {
      const files = [...upload.files.values()]
      upload.files.clear()
      await Promise.all(files.map((file) => file.remove()))
    }
    // Storing may complete after this error.
    void received
      .catch(() => undefined)
      .then(removeFiles)
      .catch((cause) => request.log.warn({ err: cause }, 'the file of a refused upload was not removed'))
    // Aborted only after the connection has closed: aborting a file makes multipart read the rest of the body.
    if (request.raw.destroyed) failed.abort()
    else request.raw.once('close', () => failed.abort())
    await removeFiles()
    throw error instanceof AppError ? error : new AppError('malformed', MESSAGES.malformed)
  }
}
