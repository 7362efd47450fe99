import { data } from 'react-router'
import { type AppError, MESSAGES } from '#domain/base/errors.ts'

// Pages are bundled separately, so instanceof does not recognise the server's AppError.
const hasStatus = (error: unknown): error is AppError =>
  error instanceof Error && /^(App|Api)Error$/.test(error.name) && 'status' in error

// ApiError has status 0 if there was no response.
const UNAVAILABLE = 503

/** Awaits a result; an AppError or ApiError is thrown as a route error response with its status and message. */
export const orRouteError = async <T>(result: Promise<T>): Promise<T> => {
  try {
    return await result
  } catch (error) {
    if (hasStatus(error)) throw routeError(error.status || UNAVAILABLE, error.message)
    throw error
  }
}

/** The same for lists of listings and categories, whose failures have the generic message only (specification, section 8). */
export const orGenericRouteError = async <T>(result: Promise<T>): Promise<T> => {
  try {
    return await result
  } catch (error) {
    if (!hasStatus(error)) throw error
    const isFailure = error.status === 0 || error.status >= 500
    throw routeError(error.status || UNAVAILABLE, isFailure ? MESSAGES.internal : error.message)
  }
}

export const routeError = (status: number, message: string) => data({ message }, { status })
