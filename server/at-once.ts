// Who asks in the same turn of the event loop shares one reading, which begins after the last of them has asked: each
// answer is as fresh as if its asker had been alone, and a crowd costs what one visitor costs.

const endOfTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** One reading for each key of a turn. */
export const makeShared = <T>() => {
  const begun = new Map<string, Promise<T>>()
  return (key: string, read: () => Promise<T>): Promise<T> => {
    const present = begun.get(key)
    if (present) return present
    const reading = endOfTurn().then(() => {
      begun.delete(key)
      return read()
    })
    begun.set(key, reading)
    return reading
  }
}

/** One reading for all keys of a turn. */
export const makeGathered = <T>(readAll: (keys: string[]) => Promise<Map<string, T>>) => {
  let keys = new Set<string>()
  let reading: Promise<Map<string, T>> | undefined
  return async (key: string): Promise<T | undefined> => {
    keys.add(key)
    reading ??= endOfTurn().then(() => {
      const asked = [...keys]
      keys = new Set()
      reading = undefined
      return readAll(asked)
    })
    return (await reading).get(key)
  }
}
