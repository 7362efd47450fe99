import { MESSAGES } from '#domain/errors.ts'

export const UNREACHED = 'Non riesco a raggiungere Piazza: controlla la connessione e riprova.'

export class ApiError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.name = 'ApiError'
    this.status = status
  }
}

export type Ask = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  body?: unknown
  token?: string
  signal?: AbortSignal
  headers?: Record<string, string>
}

const messageOf = async (response: Response): Promise<string> => {
  const body = await response.json().catch(() => undefined)
  return typeof body?.message === 'string' ? body.message : MESSAGES.internal
}

const toInit = ({ method = 'GET', body, token, signal, headers: more }: Ask): RequestInit => {
  const headers: Record<string, string> = { accept: 'application/json', ...more }
  if (token) headers.authorization = `Bearer ${token}`
  if (body === undefined || body instanceof FormData) return { method, signal, headers, body }
  return { method, signal, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

/** The one way to ask the server for data; fails with the message the server gave. */
export const askServer = async (path: string, ask: Ask = {}): Promise<Response> => {
  const response = await fetch(path, toInit(ask)).catch((failure) => {
    if (ask.signal?.aborted) throw failure
    throw new ApiError(0, UNREACHED)
  })
  if (!response.ok) throw new ApiError(response.status, await messageOf(response))
  return response
}

export const getJson = async <T>(path: string, signal?: AbortSignal): Promise<T> =>
  (await askServer(path, { signal })).json()

export const postJson = async <T>(path: string, body: unknown): Promise<T> =>
  (await askServer(path, { method: 'POST', body })).json()
