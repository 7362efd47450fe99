import { BaseError } from 'viem'
import { AppError, MESSAGES } from '#domain/errors.ts'
import { NodeRefusal } from '#server/chain/ipc.ts'

/** The token said no: too little VAL, or not the Owner. */
export class Reverted extends Error {}

const ALREADY_SENT = /already (known|imported)|alreadyknown|nonce too low|known transaction/i
const REVERT = /revert/i

const wordsOf = (error: unknown): string => {
  if (error instanceof BaseError) return `${error.details} ${error.shortMessage}`
  return error instanceof Error ? error.message : String(error)
}

const isAnswer = (error: unknown): boolean => {
  if (error instanceof NodeRefusal) return true
  const found = error instanceof BaseError && error.walk((one) => one instanceof NodeRefusal || isRpcAnswer(one))
  return Boolean(found)
}

const isRpcAnswer = (error: unknown): boolean => error instanceof BaseError && error.name === 'RpcRequestError'

/** The node already has this transaction, waiting or mined: sending it again has done no harm. */
export const isAlreadySent = (error: unknown): boolean => isAnswer(error) && ALREADY_SENT.test(wordsOf(error))

/** Whatever a node does wrong is, to those who asked, a chain that is away; only the token's own refusals differ. */
export const asChainError = (error: unknown): Error => {
  if (error instanceof AppError || error instanceof Reverted) return error
  if (isAnswer(error) && REVERT.test(wordsOf(error))) return new Reverted(wordsOf(error), { cause: error })
  const away = new AppError('away', MESSAGES.chainAway)
  away.cause = error
  return away
}

export const asking = async <T>(question: Promise<T>): Promise<T> => {
  try {
    return await question
  } catch (error) {
    throw asChainError(error)
  }
}
