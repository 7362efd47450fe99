// Types only: zod and the schemas must stay out of the browser's code.

import type { UserInfo } from '#domain/accounts/members.schema.ts'
import { TOTAL_HEADER } from '#domain/accounts/members.ts'
import { type FieldErrors, MESSAGES } from '#domain/base/errors.ts'
import type { Call, Calls, Parsed, Sent } from '#domain/calls.ts'
import { PUSH_WORKER } from '#domain/talk/push.ts'
import { findOwnSession } from '#web/lib/session/acting.ts'
import { findUserInfo, signOut, storeUserInfo } from '#web/lib/session/session.ts'
import { askToSignIn } from '#web/lib/session/sign-in-again.ts'

const SESSION_EXPIRED = 'La sessione è scaduta: accedi di nuovo.'
export const SERVER_UNREACHABLE = 'Il sito non risponde: controlla la connessione e riprova.'

/** An error response of the API; status 0 if there was no response. Errors of fields, if any, make up the message. */
export class ApiError extends Error {
  readonly status: number
  readonly errors: FieldErrors

  constructor(status: number, message: string, errors: FieldErrors = {}) {
    super([...new Set(Object.values(errors))].join('\n') || message)
    this.name = 'ApiError'
    this.status = status
    this.errors = errors
  }
}

type PublicCall = { [C in Call]: Calls[C]['audience'] extends 'public' ? C : never }[Call]

// A part that the call declares is required, unless all its fields are optional; other parts are forbidden.
type Given<P extends string, T> = [T] extends [undefined]
  ? { [K in P]?: undefined }
  : object extends T
    ? { [K in P]?: T }
    : { [K in P]: T }
type QueryOf<T> = { [K in keyof T]: string | number }
type Input<C extends Call> = Given<'params', Sent<C, 'params'>> &
  Given<'query', QueryOf<Sent<C, 'query'>>> &
  Given<'body', Sent<C, 'body'>> & { signal?: AbortSignal; headers?: Record<string, string> }
type Arguments<C extends Call> = object extends Input<C> ? [input?: Input<C>] : [input: Input<C>]
type AnyInput = {
  params?: Record<string, string>
  query?: Record<string, string | number | undefined>
  body?: unknown
  signal?: AbortSignal
  headers?: Record<string, string>
}

const requestLine = (signature: Call, { params = {}, query = {} }: AnyInput) => {
  const [method = '', pattern = ''] = signature.split(' ')
  const path = pattern.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ''))
  const entries = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return { method, url: entries.length > 0 ? `${path}?${new URLSearchParams(entries)}` : path }
}

const errorIn = (status: number, answer: unknown): ApiError => {
  const { message = MESSAGES.internal, errors } = (answer ?? {}) as { message?: string; errors?: FieldErrors }
  return new ApiError(status, message, errors)
}

const send = async (signature: Call, input: AnyInput = {}, token?: string): Promise<Response> => {
  const { method, url } = requestLine(signature, input)
  const headers = new Headers({ accept: 'application/json', ...input.headers })
  if (token) headers.set('authorization', `Bearer ${token}`)
  if (input.body !== undefined) headers.set('content-type', 'application/json')
  const { signal } = input
  const response = await fetch(url, { method, headers, signal, body: JSON.stringify(input.body) }).catch((failure) => {
    if (signal?.aborted) throw failure
    throw new ApiError(0, SERVER_UNREACHABLE)
  })
  if (response.ok) return response
  throw errorIn(response.status, await response.json().catch(() => undefined))
}

const isJson = (response: Response): boolean => /\bjson\b/.test(response.headers.get('content-type') ?? '')
const answerIn = async <C extends Call>(response: Response): Promise<Parsed<C, 'answer'>> => {
  try {
    return await (isJson(response) ? response.json() : response.text())
  } catch (failure) {
    // A DOMException means that the caller aborted; any other error is a lost connection.
    if (failure instanceof DOMException) throw failure
    throw new ApiError(0, SERVER_UNREACHABLE)
  }
}

/** Reads the member's roles again and stores them for all open tabs. If that fails, the stored ones stay. */
export const refreshRoles = async (): Promise<UserInfo | null> => {
  const user = findUserInfo()
  if (!user) return null
  const params = { userId: user._id }
  const fresh = await send('PUT /api/users/upgrade/:userId', { params }, user.token)
    .then(answerIn<'PUT /api/users/upgrade/:userId'>)
    .catch(() => undefined)
  if (fresh && findUserInfo()?.token === user.token) storeUserInfo({ ...fresh, token: user.token })
  return findUserInfo()
}

// The stored roles may be outdated.
const isRoleRefused = (error: unknown): boolean => error instanceof ApiError && error.status === 403

const isSessionExpired = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401 && error.message === MESSAGES.unauthenticated

/** Sends a request with the session's token. If the session has expired, asks the member to sign in and sends it once more. */
const withSession = async <T>(attempt: (token: string | undefined) => Promise<T>): Promise<T> => {
  const token = findUserInfo()?.token
  try {
    return await attempt(token)
  } catch (error) {
    if (isRoleRefused(error)) void refreshRoles()
    if (!isSessionExpired(error)) throw error
    const isRenewed = findUserInfo()?.token !== token
    if (!isRenewed && !(await askToSignIn())) throw new ApiError(401, SESSION_EXPIRED)
    return attempt(findUserInfo()?.token)
  }
}

const sendWithSession = (signature: Call, input?: AnyInput) => withSession((token) => send(signature, input, token))

/** Calls the API with the session's token, if there is one. */
export const call = async <C extends Call>(signature: C, ...[input]: Arguments<C>): Promise<Parsed<C, 'answer'>> =>
  answerIn<C>(await sendWithSession(signature, input as AnyInput))

/** Like `call`, for requests in the background: with an expired session it fails, and does not open the sign-in dialog. */
export const callInBackground = async <C extends Call>(
  signature: C,
  ...[input]: Arguments<C>
): Promise<Parsed<C, 'answer'>> => answerIn<C>(await send(signature, input as AnyInput, findUserInfo()?.token))

/** Calls the API without the session's token, so that the response may come from a cache. */
export const callAsVisitor = async <C extends PublicCall>(
  signature: C,
  ...[input]: Arguments<C>
): Promise<Parsed<C, 'answer'>> => answerIn<C>(await send(signature, input as AnyInput))

/** Like `call`, for paged lists: also returns the total number of entries, from a response header. */
export const callWithTotal = async <C extends Call>(
  signature: C,
  ...[input]: Arguments<C>
): Promise<{ answer: Parsed<C, 'answer'>; total: number }> => {
  const response = await sendWithSession(signature, input as AnyInput)
  return { answer: await answerIn<C>(response), total: Number(response.headers.get(TOTAL_HEADER) ?? 0) }
}

const SIGN_OUT_TIMEOUT_MS = 2_000

/** So that the next user of this browser does not receive this member's notifications. */
const forgetNotifications = async (): Promise<void> => {
  const worker = await navigator.serviceWorker?.getRegistration(PUSH_WORKER)
  await worker?.unregister()
}

/**
 * Ends the session on the server and in this browser; in the browser even if the server does not respond. While the desk
 * acts for a member it is the volunteer who signs out: the session for the member ends with the volunteer's own.
 */
export const endSession = async (): Promise<void> => {
  const token = (findOwnSession() ?? findUserInfo())?.token
  const input = { body: {}, signal: AbortSignal.timeout(SIGN_OUT_TIMEOUT_MS) }
  if (token) await send('POST /api/users/signout', input, token).catch(() => undefined)
  await forgetNotifications().catch(() => undefined)
  signOut()
}

/** Opens the member's event stream after the given event; `web/lib/live.ts` reads it. */
export const openStream = (after: string | undefined, signal: AbortSignal): Promise<Response> =>
  send(
    'GET /api/stream',
    { headers: { accept: 'text/event-stream', ...(after ? { 'last-event-id': after } : {}) }, signal },
    findUserInfo()?.token,
  )

/** Downloads the response as a file. */
export const download = async <C extends Call>(
  signature: C,
  fileName: string,
  ...[input]: Arguments<C>
): Promise<void> => {
  const url = URL.createObjectURL(await (await sendWithSession(signature, input as AnyInput)).blob())
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  URL.revokeObjectURL(url)
}

const parseJsonOrText = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Sends a form; by XMLHttpRequest, because `fetch` does not report the progress of an upload. */
export const upload = (
  signature: 'POST /api/uploads/s3',
  form: FormData,
  onProgress?: (percent: number) => void,
): Promise<string> =>
  withSession(
    (token) =>
      new Promise((resolve, reject) => {
        const { method, url } = requestLine(signature, {})
        const request = new XMLHttpRequest()
        request.open(method, url)
        if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
        request.upload.onprogress = ({ loaded, total }) =>
          onProgress?.(total > 0 ? Math.round((loaded / total) * 100) : 0)
        request.onerror = () => reject(new ApiError(0, SERVER_UNREACHABLE))
        request.onload = () => {
          const answer = parseJsonOrText(request.responseText)
          if (request.status < 300) resolve(String(answer))
          else reject(errorIn(request.status, answer))
        }
        request.send(form)
      }),
  )
