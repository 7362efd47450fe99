import { data } from 'react-router'
import type { AppError } from '#domain/errors.ts'

// Pages are bundled separately, so instanceof does not recognise the server's AppError.
const isRefusal = (error: unknown): error is AppError =>
  error instanceof Error && /^(App|Api)Error$/.test(error.name) && 'status' in error

// An unreachable server has no status.
const UNREACHED = 503

/** Turns an AppError or ApiError into a route error response with its status. */
export const refusing = async <T>(asked: Promise<T>): Promise<T> => {
  try {
    return await asked
  } catch (error) {
    if (isRefusal(error)) throw refusal(error.status || UNREACHED, error.message)
    throw error
  }
}

export const refusal = (status: number, message: string) => data({ message }, { status })
