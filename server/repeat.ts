import { setTimeout as wait } from 'node:timers/promises'

/** Background work of one copy of the server: starts with it, and is waited for when it closes. */
export type Worker = { start(): void; stop(): Promise<void> }

type Rounds = { everyMs: number; report: (failure: unknown) => void }

/** Does something over and over, with a pause before each time; stopping waits for what is under way. */
export const repeat = (work: (stopping: AbortSignal) => Promise<unknown>, { everyMs, report }: Rounds): Worker => {
  const stopping = new AbortController()
  let working: Promise<void> | undefined
  const go = async () => {
    while (!stopping.signal.aborted) {
      await wait(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (!stopping.signal.aborted) await work(stopping.signal).catch(report)
    }
  }
  return {
    start() {
      working ??= go()
    },
    async stop() {
      stopping.abort()
      await working
    },
  }
}
