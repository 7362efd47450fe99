import type { Socket } from 'node:net'
import type postgres from 'postgres'
import { dial, handOver, type Place } from '#server/db/line.ts'

// A database that hangs answers nobody and closes nothing: whoever has asked waits for ever, and so does whoever asks next.
// Asked a trifle every moment on a line of its own (a few hundred bytes, so that a line that merely drips shows too), it is
// found out within two seconds; then every line to it is cut, so that those who wait hear it, and new ones are not even
// tried until it answers again.

const BEAT_MS = 500
const ANSWER_MS = 1_200
// What comes late because this process was busy is no fault of the database's.
const BUSY_MS = 300
// One who waits so long for a trifle has no use for what takes several questions.
const SLOW_MS = 500

export type Heartbeat = {
  /** Opens a line for the driver. */
  socket(place: Place): Socket | Promise<Socket>
  /** Whether the database takes its time over the smallest question. */
  isSlow(): boolean
  stop(): Promise<void>
}

export const makeHeartbeat = (open: () => postgres.Sql, report: (line: string) => void): Heartbeat => {
  const lines = new Set<Socket>()
  let isAway = false
  let isStopping = false
  let timer: NodeJS.Timeout | undefined
  let beating: Promise<void> = Promise.resolve()
  let pulse = open()
  let asked: number | undefined
  let took = 0

  const cut = (line: Socket) =>
    line.destroy(Object.assign(new Error('the database does not answer'), { code: 'ETIMEDOUT' }))
  const turn = (away: boolean) => {
    if (away !== isAway) report(away ? 'Il database non risponde.' : 'Il database risponde di nuovo.')
    isAway = away
    if (away) for (const line of lines) cut(line)
  }
  const watched = <T extends Socket>(line: T): T => {
    lines.add(line)
    if (isAway) setImmediate(cut, line)
    return line
  }
  const beat = async (): Promise<void> => {
    asked = performance.now()
    const answered = await answersInTime(pulse`select repeat('-', 500)`)
    took = performance.now() - asked
    asked = undefined
    if (!answered && !isStopping) {
      void pulse.end({ timeout: 0 })
      pulse = open()
    }
    if (!isStopping) turn(!answered)
  }
  const goOn = () => {
    timer = setTimeout(() => {
      beating = beat().finally(() => !isStopping && goOn())
    }, BEAT_MS).unref()
  }
  goOn()

  return {
    socket(place) {
      for (const line of lines) if (line.destroyed) lines.delete(line)
      const line = watched(dial(place))
      const handed = handOver(line, place)
      if (handed === line) return handed
      // From here on the line belongs to what was put upon it, and is cut with it.
      return Promise.resolve(handed).then((secret) => {
        lines.delete(line)
        return watched(secret)
      })
    },
    isSlow: () => Math.max(took, asked === undefined ? 0 : performance.now() - asked) > SLOW_MS,
    async stop() {
      isStopping = true
      clearTimeout(timer)
      await pulse.end({ timeout: 0 })
      await beating
    },
  }
}

const answersInTime = async (question: PromiseLike<unknown>): Promise<boolean> => {
  const answer = Promise.resolve(question).then(
    () => true,
    () => false,
  )
  const wait = (milliseconds: number) =>
    new Promise<undefined>((resolve) => setTimeout(resolve, milliseconds, undefined).unref())
  const began = Date.now()
  const heard = await Promise.race([answer, wait(ANSWER_MS)])
  if (heard !== undefined) return heard
  const wasBusy = Date.now() - began > ANSWER_MS + BUSY_MS
  return (wasBusy ? await Promise.race([answer, wait(ANSWER_MS)]) : undefined) ?? false
}
