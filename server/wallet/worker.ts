import { setTimeout as sleep } from 'node:timers/promises'
import type { Follower } from '#server/wallet/follower.ts'
import type { Line } from '#server/wallet/line.ts'
import type { WalletService } from '#server/wallet/service.ts'

export type Worker = { start(): void; stop(): Promise<void> }

/** Goes on with what was begun: reads the chain, sends what is waiting, and sends again what never arrived. */
export const makeWorker = (
  { line, follower, service }: { line: Line; follower: Follower; service: WalletService },
  { every, log }: { every: number; log: (error: unknown) => void },
): Worker => {
  const stopping = new AbortController()
  let working: Promise<void> | undefined

  const work = async () => {
    let isFailing = false
    await service.equip().catch(log)
    while (!stopping.signal.aborted) {
      try {
        await follower.follow()
        await line.pushAll()
        await line.resend()
        await follower.follow()
        isFailing = false
      } catch (error) {
        // Said once, not every second until it is over.
        if (!isFailing) log(error)
        isFailing = true
      }
      await sleep(every, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
    }
  }
  return {
    start() {
      working ??= work()
    },
    async stop() {
      stopping.abort()
      await working
    },
  }
}
