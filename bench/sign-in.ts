import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { start } from '#bench/server.ts'
import type { Program } from '#test/program.ts'

const PEOPLE = 50
const PASSWORD = 'una-password-lunga'
// A pause between requests: this measures the latency one visitor sees, not throughput.
const PAUSE_MS = 5

/** In milliseconds; `ofUsual` is the ratio to the median without sign-ins and should stay below two. */
type Row = { what: string; requests: number; p50: number; p95: number; ofUsual?: number }

const rounded = (ms: number) => Math.round(ms * 100) / 100

// A client address for each person, because rate limits count per address.
const post = (piazza: Program, path: string, person: number, body: object): Promise<Response> =>
  fetch(piazza.origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.${person}` },
    body: JSON.stringify(body),
  })

const registerAll = async (piazza: Program): Promise<void> => {
  for (let person = 1; person <= PEOPLE; person++) {
    const wish = { username: `PERSONA${person}`, email: `persona${person}@esempio.test`, password: PASSWORD }
    const { status } = await post(piazza, '/api/users/register', person, wish)
    if (status !== 200) throw new Error(`la registrazione ${person} ha risposto ${status}`)
  }
}

/** Signs everyone in concurrently; returns the time until the last response. */
const signInAll = async (piazza: Program): Promise<number> => {
  const startedAt = performance.now()
  const statuses = await Promise.all(
    Array.from({ length: PEOPLE }, (_, index) => {
      const credentials = { email: `persona${index + 1}@esempio.test`, password: PASSWORD }
      return post(piazza, '/api/users/signin', index + 1, credentials).then(({ status }) => status)
    }),
  )
  const refused = statuses.filter((status) => status !== 200)
  if (refused.length > 0) throw new Error(`accessi rifiutati: ${refused.join(', ')}`)
  return performance.now() - startedAt
}

/** Response times of the list, requested repeatedly until `isOver`. */
const watchList = async (piazza: Program, isOver: () => boolean): Promise<number[]> => {
  const times: number[] = []
  while (!isOver()) {
    const startedAt = performance.now()
    await (await fetch(`${piazza.origin}/api/products`)).arrayBuffer()
    times.push(performance.now() - startedAt)
    await sleep(PAUSE_MS)
  }
  return times
}

const sorted = (times: number[]) => times.toSorted((a, b) => a - b)
const quantile = (times: number[], share: number) => times[Math.floor(times.length * share)] ?? 0

/** Latency of the list while fifty members sign in at once. */
export const benchSignIn = async (rounds: number): Promise<Row[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'piazza-sign-in-'))
  const piazza = await start(join(folder, 'data'), { DEMO: '1' })
  try {
    await registerAll(piazza)
    await signInAll(piazza)
    const usual: number[] = []
    const meanwhile: number[] = []
    const signingIn: number[] = []
    for (let round = 0; round < rounds; round++) {
      const until = performance.now() + 1_000
      usual.push(...(await watchList(piazza, () => performance.now() > until)))
      let over = false
      const watching = watchList(piazza, () => over)
      signingIn.push(await signInAll(piazza))
      over = true
      meanwhile.push(...(await watching))
    }
    const usualMedian = quantile(sorted(usual), 0.5)
    const row = (what: string, times: number[]): Row => {
      const p50 = quantile(sorted(times), 0.5)
      return { what, requests: times.length, p50: rounded(p50), p95: rounded(quantile(sorted(times), 0.95)) }
    }
    const during = row(`lista, mentre accedono in ${PEOPLE}`, meanwhile)
    return [
      row('lista', usual),
      { ...during, ofUsual: rounded(during.p50 / usualMedian) },
      row(`accesso dell’ultimo dei ${PEOPLE}`, signingIn),
    ]
  } finally {
    await piazza.end()
    await rm(folder, { recursive: true, force: true })
  }
}
