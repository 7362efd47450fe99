import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { start } from '#bench/server.ts'
import type { Program } from '#test/program.ts'

const MEMBERS = 50
const PASSWORD = 'una-password-lunga'
// A pause between requests: this measures the latency one visitor sees, not throughput.
const PAUSE_MS = 5

/** In milliseconds; `ratioToBaseline` is the ratio to the median without sign-ins and should stay below two. */
type Row = { what: string; requests: number; p50: number; p95: number; ratioToBaseline?: number }

const rounded = (ms: number) => Math.round(ms * 100) / 100

// A client address for each member, because rate limits count per address.
const post = (piazza: Program, path: string, member: number, body: object): Promise<Response> =>
  fetch(piazza.origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.${member}` },
    body: JSON.stringify(body),
  })

const registerAll = async (piazza: Program): Promise<void> => {
  for (let member = 1; member <= MEMBERS; member++) {
    const registration = { username: `PERSONA${member}`, email: `persona${member}@esempio.test`, password: PASSWORD }
    const { status } = await post(piazza, '/api/users/register', member, registration)
    if (status !== 200) throw new Error(`la registrazione ${member} ha risposto ${status}`)
  }
}

/** Signs all members in concurrently; returns the time until the last response. */
const signInAll = async (piazza: Program): Promise<number> => {
  const startedAt = performance.now()
  const statuses = await Promise.all(
    Array.from({ length: MEMBERS }, (_, index) => {
      const credentials = { email: `persona${index + 1}@esempio.test`, password: PASSWORD }
      return post(piazza, '/api/users/signin', index + 1, credentials).then(({ status }) => status)
    }),
  )
  const refused = statuses.filter((status) => status !== 200)
  if (refused.length > 0) throw new Error(`accessi rifiutati: ${refused.join(', ')}`)
  return performance.now() - startedAt
}

/** Response times of the list, requested repeatedly until `isOver`. */
const measureList = async (piazza: Program, isOver: () => boolean): Promise<number[]> => {
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
  const piazza = await start(join(folder, 'data'), { DEMO: '1', NODE_ENV: 'development' })
  try {
    await registerAll(piazza)
    await signInAll(piazza)
    const baseline: number[] = []
    const duringSignIns: number[] = []
    const signingIn: number[] = []
    for (let round = 0; round < rounds; round++) {
      const until = performance.now() + 1_000
      baseline.push(...(await measureList(piazza, () => performance.now() > until)))
      let isOver = false
      const measuring = measureList(piazza, () => isOver)
      signingIn.push(await signInAll(piazza))
      isOver = true
      duringSignIns.push(...(await measuring))
    }
    const baselineMedian = quantile(sorted(baseline), 0.5)
    const row = (what: string, times: number[]): Row => {
      const p50 = quantile(sorted(times), 0.5)
      return { what, requests: times.length, p50: rounded(p50), p95: rounded(quantile(sorted(times), 0.95)) }
    }
    const during = row(`lista, mentre accedono in ${MEMBERS}`, duringSignIns)
    return [
      row('lista', baseline),
      { ...during, ratioToBaseline: rounded(during.p50 / baselineMedian) },
      row(`accesso dell’ultimo dei ${MEMBERS}`, signingIn),
    ]
  } finally {
    await piazza.end()
    await rm(folder, { recursive: true, force: true })
  }
}
