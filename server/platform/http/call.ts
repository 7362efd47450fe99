import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { z } from 'zod'
import { admits, type Member, type Viewer } from '#domain/accounts/access.ts'
import { DESK_MESSAGES } from '#domain/accounts/desk.ts'
import { suspendedMessage } from '#domain/accounts/suspension.ts'
import type { Audience, CallShape } from '#domain/base/call.schema.ts'
import { AppError, MESSAGES } from '#domain/base/errors.ts'
import { isCleanText } from '#domain/base/text.ts'
import { type Call, type Calls, calls, type Parsed } from '#domain/calls.ts'
import { explain } from '#server/platform/http/input-errors.ts'
import type { MemberQueues } from '#server/platform/http/member-queues.ts'
import { registerUpload } from '#server/platform/http/multipart.ts'
import { noStore } from '#server/platform/http/no-store.ts'
import { READ_TIMEOUT_MS, STREAM_TIMEOUT_MS, WRITE_TIMEOUT_MS } from '#server/platform/timeouts.ts'

/** What a handler receives: the parsed parts of the request and, unless the call is public, a member as viewer. */
export type CallInput<C extends Call> = {
  params: Parsed<C, 'params'>
  query: Parsed<C, 'query'>
  body: Parsed<C, 'body'>
  viewer: Calls[C]['audience'] extends 'public' ? Viewer : Member
  request: FastifyRequest
  reply: FastifyReply
}
export type Handler<C extends Call> = (input: CallInput<C>) => Promise<Parsed<C, 'answer'>>
export type Handlers = { [C in Call]: Handler<C> }

// Public calls have small bodies. A lower limit, because anyone can open many such requests and leave them incomplete.
const PUBLIC_BODY_BYTES = 16 * 1024

type RefusalKind = 'notFound' | 'malformed' | 'invalid'

// Reject control characters and lone surrogates in path parameters.
const hasCleanPath = (request: FastifyRequest): boolean => Object.values(request.params as object).every(isCleanText)

const parse = (schema: z.ZodType | undefined, value: unknown, kind: RefusalKind): unknown => {
  if (!schema) return undefined
  const result = schema.safeParse(value)
  if (result.success) return result.data
  if (kind === 'notFound') throw new AppError('notFound', MESSAGES.pageNotFound)
  const { message, errors } = explain(result.error.issues)
  throw new AppError(kind, message, kind === 'invalid' ? { errors } : {})
}

/** Suspended members may read, and make the calls marked `whileSuspended`. */
const isForSuspended = (method: string, { audience, whileSuspended }: CallShape): boolean =>
  method === 'GET' || audience === 'public' || whileSuspended === true

/** The desk may read public data, and make the calls marked `atDesk`. */
const isForDesk = (method: string, { audience, atDesk }: CallShape): boolean =>
  atDesk === true || (method === 'GET' && audience === 'public')

const refuse = (audience: Audience, viewer: Viewer): AppError => {
  if (!viewer) return new AppError('unauthenticated', MESSAGES.unauthenticated)
  return new AppError('forbidden', audience === 'verified' ? MESSAGES.unverified : MESSAGES.forbidden)
}

// The conversion is slow: several servers in one process share its results.
const jsonSchemas = { input: new WeakMap<z.ZodType, object>(), output: new WeakMap<z.ZodType, object>() }

const jsonSchema = (schema: z.ZodType | undefined, io: 'input' | 'output') => {
  if (!schema) return undefined
  const known = jsonSchemas[io].get(schema)
  if (known) return known
  const { $schema, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  jsonSchemas[io].set(schema, json)
  return json
}

const documentation = (path: string, { audience, params, query, body, form, answer, pending }: CallShape) => {
  const parts = {
    params: jsonSchema(params, 'input'),
    querystring: jsonSchema(query, 'input'),
    body: jsonSchema(body, 'input'),
  }
  return {
    tags: [path.split('/')[2] ?? ''],
    description: `Per: ${audience}`,
    ...(audience === 'public' ? {} : { security: [{ bearer: [] }] }),
    ...Object.fromEntries(Object.entries(parts).filter(([, schema]) => schema !== undefined)),
    ...(form ? { consumes: ['multipart/form-data'] } : {}),
    response: { 200: jsonSchema(answer, 'output'), ...(pending ? { 202: jsonSchema(answer, 'output') } : {}) },
  }
}

/** The key is the parsed input, so that unknown parameters and different spellings of a value do not matter. */
const cacheKeyOf =
  (signature: Call, { params, query }: CallShape) =>
  (request: FastifyRequest): string | undefined => {
    const [ids, filters] = [params?.safeParse(request.params), query?.safeParse(request.query)]
    if (ids?.success === false || filters?.success === false) return undefined
    return `${signature} ${JSON.stringify(ids?.data ?? {}).toLowerCase()} ${JSON.stringify(filters?.data ?? {})}`
  }

const timeoutOf = (method: string, { streamed }: CallShape): number => {
  if (streamed) return STREAM_TIMEOUT_MS
  return method === 'GET' ? READ_TIMEOUT_MS : WRITE_TIMEOUT_MS
}

/** Completes the record of what the desk does for a member. */
export type ActRecord = { done(answer: unknown): Promise<void>; refused(): Promise<void> }

const run = async <T>(handle: () => Promise<T>, act: ActRecord | undefined): Promise<T> => {
  try {
    const answer = await handle()
    // The response is the same if the database is down now: the call is recorded already.
    await act?.done(answer).catch(() => undefined)
    return answer
  } catch (error) {
    await act?.refused().catch(() => undefined)
    throw error
  }
}

/** Registers a call: viewer and audience are checked before the body is read, then the input is parsed, then the handler runs. */
export const registerCall = <C extends Call>(
  app: FastifyInstance,
  signature: C,
  handlers: Handlers,
  /** Records what the desk does for a member, before the handler runs. */
  recordAct: (viewer: Member, call: Call, params: unknown) => Promise<ActRecord>,
  queued: MemberQueues,
): void => {
  const shape: CallShape = calls[signature]
  const handle: Handler<C> = handlers[signature]
  const [method = '', url = ''] = signature.split(' ')
  const isPublic = shape.audience === 'public'
  const admit = async (request: FastifyRequest): Promise<Viewer> => {
    const viewer = await request.findViewer()
    if (!admits(shape.audience, viewer)) throw refuse(shape.audience, viewer)
    if (viewer?.suspension && !isForSuspended(method, shape))
      throw new AppError('forbidden', suspendedMessage(viewer.suspension))
    if (viewer?.actor && !isForDesk(method, shape)) throw new AppError('forbidden', DESK_MESSAGES.notHere)
    return viewer
  }
  const route: RouteOptions = {
    method,
    url,
    config: {
      cached: shape.cached === true,
      cacheKey: cacheKeyOf(signature, shape),
      secret: shape.secret === true,
      keepsCache: shape.keepsCache === true,
    },
    // A HEAD request to an event stream would never end.
    ...(shape.eventStream ? { exposeHeadRoute: false } : { handlerTimeout: timeoutOf(method, shape) }),
    schema: documentation(url, shape),
    ...(shape.bodyBytes ? { bodyLimit: shape.bodyBytes } : {}),
    ...(isPublic ? { bodyLimit: PUBLIC_BODY_BYTES } : { onRequest: async (request) => void (await admit(request)) }),
    handler: async (request, reply) => {
      const viewer = await admit(request)
      if (!isPublic) noStore(reply)
      if (!hasCleanPath(request)) throw new AppError('notFound', MESSAGES.pageNotFound)
      const input = {
        params: parse(shape.params, request.params, 'notFound'),
        query: parse(shape.query, request.query, 'malformed'),
        body: parse(shape.body, request.body, 'invalid'),
        viewer,
        request,
        reply,
      }
      const isAct = viewer?.actor !== undefined && method !== 'GET'
      const handleAndRecord = async () => {
        const act = isAct ? await recordAct(viewer, signature, input.params) : undefined
        return run(() => handle(input as CallInput<C>), act)
      }
      // An upload can take a minute, and does not wait for other requests.
      const isQueued = viewer && method !== 'GET' && !shape.form
      const answer = await (isQueued ? queued(viewer.id, handleAndRecord) : handleAndRecord())
      return shape.streamed ? Readable.from(answer as AsyncIterable<string | Uint8Array>) : answer
    },
  }
  if (shape.form) registerUpload(app, route)
  else app.route(route)
}
