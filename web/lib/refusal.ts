import { data } from 'react-router'
import type { AppError } from '#domain/errors.ts'

// The pages are bundled apart from the server, so its AppError is another class of the same name.
const isRefusal = (error: unknown): error is AppError =>
  error instanceof Error && /^(App|Api)Error$/.test(error.name) && 'status' in error

// Whoever could not be reached has no status to give.
const UNREACHED = 503

/** Turns what a service or the API refuses into the page that says so, with its status. */
export const refusing = async <T>(asked: Promise<T>): Promise<T> => {
  try {
    return await asked
  } catch (error) {
    if (isRefusal(error)) throw refusal(error.status || UNREACHED, error.message)
    throw error
  }
}

export const refusal = (status: number, message: string) => data({ message }, { status })
