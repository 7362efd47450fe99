import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerProcess } from '#test/attacks/server-process.ts'

const PENDING = 202
export const BUSY = 503
const ASK_AGAIN_MS = 500
/** Longer than any answer takes on a machine that others use too. */
const GIVE_UP_MS = 15 * 60_000

export type Person = { id: string; token: string; username: string; email: string; account: string }
export type Fixture = {
  piazza: ServerProcess
  people: Person[]
  /** Two that publish listings for rings and nothing else. */
  circle: [Person, Person]
  admin: { id: string; token: string }
  desk: { id: string; token: string }
  card: string
  pin: string
  /** One of each person, with enough stock. */
  listings: { id: string; seller: Person }[]
  statuses: number[]
  /** What the server has acknowledged, by table; `delivered` are orders. */
  stored: Record<Stored, string[]>
}
export const STORED = [
  ...(['orders', 'message', 'report', 'review', 'newsletter', 'val_request', 'member', 'ring'] as const),
  ...(['member_transfer', 'listing', 'alert', 'upload', 'newsletter_subscriber', 'delivered'] as const),
]
type Stored = (typeof STORED)[number]
type Options = { token?: string; body?: object; key?: string }

/** A busy server answered 503 and may have done what was asked nevertheless, so that it refuses to do it again. */
export class Interrupted extends Error {}

/** Tries again until `attempt` returns something. */
export const until = async <T>(what: string, attempt: () => Promise<T | undefined>): Promise<T> => {
  for (const deadline = Date.now() + GIVE_UP_MS; Date.now() < deadline; await sleep(ASK_AGAIN_MS)) {
    const result = await attempt()
    if (result !== undefined) return result
  }
  throw new Error(`${what}: not in ${GIVE_UP_MS / 60_000} minutes`)
}

/** As the browser does: asks again while VAL are being moved or the server is busy. Fails on any other refusal. */
export const ask = <T>(
  fixture: Fixture,
  method: string,
  path: string,
  { token, body, key }: Options = {},
): Promise<T> => {
  let wasBusy = false
  return until(`${method} ${path}`, async () => {
    const answer = await fixture.piazza.call(method, path, {
      ...(token ? { token } : {}),
      ...(body ? { body } : {}),
      ...(key ? { headers: { 'idempotency-key': key } } : {}),
    })
    fixture.statuses.push(answer.status)
    if (answer.status === 200) return answer.body as T
    if (answer.status === BUSY) wasBusy = true
    if (answer.status === PENDING || answer.status === BUSY) return undefined
    const refusal = `${method} ${path}: ${answer.status} ${answer.text.slice(0, 300)}`
    throw wasBusy ? new Interrupted(refusal) : new Error(refusal)
  })
}
