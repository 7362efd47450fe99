import { MESSAGES } from '#domain/errors.ts'

export class ApiError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.name = 'ApiError'
    this.status = status
  }
}

const messageOf = async (response: Response): Promise<string> => {
  const body = await response.json().catch(() => undefined)
  return typeof body?.message === 'string' ? body.message : MESSAGES.internal
}

/** The one way to ask the server for data; fails with the message the server gave. */
export const getJson = async <T>(path: string, signal?: AbortSignal): Promise<T> => {
  const response = await fetch(path, { signal, headers: { accept: 'application/json' } }).catch((failure) => {
    if (signal?.aborted) throw failure
    throw new ApiError(0, 'Non riesco a raggiungere Piazza: controlla la connessione e riprova.')
  })
  if (!response.ok) throw new ApiError(response.status, await messageOf(response))
  return response.json()
}
