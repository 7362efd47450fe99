import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, MESSAGES } from '#domain/errors.ts'
import { UPLOAD_TIMEOUT_MS } from '#server/timeouts.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set where a call takes a form with files, which it reads itself once it knows who is asking. */
    takesForm?: boolean
  }
}

// What a form says around its file: names, boundaries, a small field or two.
const WRAPPING_BYTES = 2 * 1024
// Whoever is refused before the form was read is heard out so far: cut off in the middle they would not hear why.
const HEARD_OUT_BYTES = 8 * 1024 * 1024
const HEARD_OUT_MILLISECONDS = 2_000

const tooLong = new WeakSet<FastifyRequest['raw']>()

/** Lets the rest of a refused form go by, unless there is too much of it or it takes too long. */
const hearOut = (raw: FastifyRequest['raw']): void => {
  const timer = setTimeout(() => raw.socket.destroy(), HEARD_OUT_MILLISECONDS)
  raw.on('close', () => clearTimeout(timer))
  let length = 0
  raw.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length > HEARD_OUT_BYTES) raw.socket.destroy()
  })
}

/** What routes that take forms are told. */
export const ofForms = {
  handlerTimeout: UPLOAD_TIMEOUT_MS,
  onSend({ raw }: FastifyRequest, reply: FastifyReply, _payload: unknown, done: () => void) {
    if (!raw.complete) {
      if (tooLong.has(raw)) reply.header('connection', 'close')
      else hearOut(raw)
    }
    done()
  },
}

/** Lets forms with files through, unread, to the calls that take them, and to no other. */
export const acceptForms = (app: FastifyInstance): void => {
  app.addContentTypeParser('multipart/form-data', (request, _payload, done) =>
    request.routeOptions.config.takesForm ? done(null) : done(new AppError('wrongType', MESSAGES.wrongType)),
  )
}

type Bounds = { maxBytes: number; tooLarge: string }

const readAtMost = (
  { raw, headers }: FastifyRequest,
  limit: number,
  tooLarge: string,
): Promise<Buffer<ArrayBuffer>> => {
  const refusal = new AppError('tooLarge', tooLarge)
  if (Number(headers['content-length'] ?? 0) > limit) return Promise.reject(refusal)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    raw.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length <= limit) return void chunks.push(chunk)
      // Not a byte more, neither from the form nor ahead of it from the line, whoever asks the line to go on.
      tooLong.add(raw)
      raw.pause()
      raw.socket.on('resume', () => raw.socket.pause()).pause()
      reject(refusal)
    })
    raw.on('end', () => resolve(Buffer.concat(chunks)))
    // Whoever went away in the middle hears no answer anyway.
    raw.on('error', () => reject(new AppError('malformed', MESSAGES.malformed)))
  })
}

/** Reads a form, and stops reading as soon as it is larger than it may be. */
export const readForm = async (request: FastifyRequest, { maxBytes, tooLarge }: Bounds): Promise<FormData> => {
  const type = request.headers['content-type'] ?? ''
  if (!/^multipart\/form-data\b/i.test(type)) throw new AppError('wrongType', MESSAGES.wrongType)
  const bytes = await readAtMost(request, maxBytes + WRAPPING_BYTES, tooLarge)
  return new Response(bytes, { headers: { 'content-type': type } }).formData().catch(() => {
    throw new AppError('malformed', MESSAGES.malformed)
  })
}
