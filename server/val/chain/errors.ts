import { BaseError, RpcRequestError } from 'viem'
import { AppError, MESSAGES } from '#domain/base/errors.ts'

/** The token rejected the call: the balance is too low, or the sender is not the Owner. */
export class Reverted extends Error {}

const ALREADY_SENT = /already (known|imported)|alreadyknown|nonce too low|known transaction/i
const REVERT = /revert/i

const messageOf = (error: unknown): string => {
  if (error instanceof BaseError) return `${error.details} ${error.shortMessage}`
  return error instanceof Error ? error.message : String(error)
}

/** Whether the node responded with an error, as opposed to not responding. */
export const isNodeResponse = (error: unknown): boolean =>
  error instanceof BaseError && error.walk((cause) => cause instanceof RpcRequestError) !== null

/** The node already has this transaction, pending or mined; sending it again is harmless. */
export const isAlreadySent = (error: unknown): boolean => isNodeResponse(error) && ALREADY_SENT.test(messageOf(error))

/** A rejection by the token becomes Reverted, every other failure of the node `unavailable`. */
export const asChainError = (error: unknown): Error => {
  if (error instanceof AppError || error instanceof Reverted) return error
  if (isNodeResponse(error) && REVERT.test(messageOf(error))) return new Reverted(messageOf(error), { cause: error })
  const unavailable = new AppError('unavailable', MESSAGES.chainUnavailable)
  unavailable.cause = error
  return unavailable
}

export const withChainErrors = async <T>(request: Promise<T>): Promise<T> => {
  try {
    return await request
  } catch (error) {
    throw asChainError(error)
  }
}
