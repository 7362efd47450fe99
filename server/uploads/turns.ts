import { AppError, MESSAGES } from '#domain/errors.ts'

/** Lets so many things happen at once and so many wait; whoever comes on top of that is told to come back. */
export const makeTurns = (atOnce: number, waitingAtMost: number) => {
  let taken = 0
  const waiting: (() => void)[] = []

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (waiting.length >= waitingAtMost) throw new AppError('away', MESSAGES.picturesAway)
    if (taken >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    else taken++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // A place is handed on, not given back and taken again.
      if (next) next()
      else taken--
    }
  }
}
