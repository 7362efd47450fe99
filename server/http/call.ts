import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Audience, admits, type Viewer } from '#domain/access.ts'
import { AppError, MESSAGES } from '#domain/errors.ts'
import { isCleanText } from '#domain/text.ts'
import { ofForms } from '#server/http/forms.ts'

// A call of the API is one declaration: its method and path, who may make it, what it takes and answers, what it does.
// The types ask for `params` where the path has some, for `query` on GET, for `body` on POST and PUT, and always for
// an audience and an answer: leaving one out does not compile.

/** For calls that take no query or body: whatever comes is ignored. */
export const nothing = z.unknown()

export type Ask<Input> = Input & { viewer: Viewer; request: FastifyRequest; reply: FastifyReply }

type Shape = z.ZodType
type Signature = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /api/${string}`
// A form with files is not parsed beforehand: the handler reads it, as far as it may go.
// An answer that is the same for every visitor until something public changes may be kept.
type Takes<S extends Signature> = { answer: Shape; form?: true } & (S extends `${string}/:${string}`
  ? { params: Shape }
  : { params?: never }) &
  (S extends `GET ${string}` ? { query: Shape; kept?: true } : { query?: never; kept?: never }) &
  (S extends `POST ${string}` | `PUT ${string}` ? { body: Shape } : { body?: never })

type Parsed<T> = T extends Shape ? z.output<T> : undefined
type Handler<T extends { answer: Shape; params?: Shape; query?: Shape; body?: Shape }> = (
  ask: Ask<{ params: Parsed<T['params']>; query: Parsed<T['query']>; body: Parsed<T['body']> }>,
) => Promise<z.input<T['answer']>>

export type Call = { signature: Signature; audience: Audience; register(app: FastifyInstance): void }

type RefusalKind = 'missing' | 'malformed' | 'invalid'

// What is no text is in no path of ours.
const hasCleanPath = (request: FastifyRequest): boolean => Object.values(request.params as object).every(isCleanText)

const parse = (schema: Shape | undefined, value: unknown, kind: RefusalKind): unknown => {
  if (!schema) return undefined
  const result = schema.safeParse(value)
  if (result.success) return result.data
  if (kind === 'missing') throw new AppError('missing', MESSAGES.pageMissing)
  const issue = result.error.issues[0]
  // Our own rules speak in whole sentences; only what the validator says needs the field's name before it.
  const where = issue?.code === 'custom' ? '' : issue?.path.join('.')
  throw new AppError(kind, where ? `${where}: ${issue?.message}` : (issue?.message ?? MESSAGES.malformed))
}

const refuse = (audience: Audience, viewer: Viewer): AppError => {
  if (!viewer) return new AppError('signedOut', MESSAGES.signedOut)
  return new AppError('forbidden', audience === 'verified' ? MESSAGES.unverified : MESSAGES.forbidden)
}

// Schemas are long-lived and turning one into JSON takes a while: servers of one process share what was turned.
const turned = { input: new WeakMap<Shape, object>(), output: new WeakMap<Shape, object>() }

const jsonSchema = (schema: Shape | undefined, io: 'input' | 'output') => {
  if (!schema || schema === nothing) return undefined
  const present = turned[io].get(schema)
  if (present) return present
  const { $schema, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  turned[io].set(schema, json)
  return json
}

const documentation = (path: string, audience: Audience, takes: Takes<Signature>) => {
  const parts = {
    params: jsonSchema(takes.params, 'input'),
    querystring: jsonSchema(takes.query, 'input'),
    body: jsonSchema(takes.body, 'input'),
  }
  return {
    tags: [path.split('/')[2] ?? ''],
    description: `Per: ${audience}`,
    ...(audience === 'public' ? {} : { security: [{ bearer: [] }] }),
    ...Object.fromEntries(Object.entries(parts).filter(([, schema]) => schema !== undefined)),
    ...(takes.form ? { consumes: ['multipart/form-data'] } : {}),
    response: { 200: jsonSchema(takes.answer, 'output') },
  }
}

export const call = <S extends Signature, T extends Takes<S>>(
  signature: S,
  audience: Audience,
  takes: T,
  handle: Handler<T>,
): Call => ({
  signature,
  audience,
  register(app) {
    const [method = '', path = ''] = signature.split(' ')
    app.route({
      method,
      url: path,
      config: { takesForm: takes.form === true, kept: takes.kept === true },
      ...(takes.form ? ofForms : {}),
      schema: documentation(path, audience, takes as Takes<Signature>),
      handler: async (request, reply) => {
        const recognising = request.findViewer()
        const viewer = recognising && (await recognising)
        if (!admits(audience, viewer)) throw refuse(audience, viewer)
        if (!hasCleanPath(request)) throw new AppError('missing', MESSAGES.pageMissing)
        const ask = {
          params: parse(takes.params, request.params, 'missing'),
          query: parse(takes.query, request.query, 'malformed'),
          body: parse(takes.body, request.body, 'invalid'),
          viewer,
          request,
          reply,
        }
        return handle(ask as Parameters<typeof handle>[0])
      },
    })
  },
})
