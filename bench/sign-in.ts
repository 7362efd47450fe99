import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { start } from '#bench/server.ts'
import type { Program } from '#test/program.ts'

const PEOPLE = 50
const PASSWORD = 'una-password-lunga'
// A visitor who clicks along, not a flood: what is asked is how one request feels.
const PAUSE_MS = 5

/** In milliseconds; `ofUsual` is how many times the usual half-way time it is, and should stay below two. */
type Row = { what: string; requests: number; p50: number; p95: number; ofUsual?: number }

const round = (ms: number) => Math.round(ms * 100) / 100

// Each person comes from a place of their own, as their router would have it: limits are per place.
const post = (piazza: Program, path: string, person: number, body: object): Promise<Response> =>
  fetch(piazza.origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.${person}` },
    body: JSON.stringify(body),
  })

const join50 = async (piazza: Program): Promise<void> => {
  for (let person = 1; person <= PEOPLE; person++) {
    const wish = { username: `PERSONA${person}`, email: `persona${person}@esempio.test`, password: PASSWORD }
    const { status } = await post(piazza, '/api/users/register', person, wish)
    if (status !== 200) throw new Error(`la registrazione ${person} ha risposto ${status}`)
  }
}

/** Everybody at the same moment; how long until the last of them is in. */
const signInAll = async (piazza: Program): Promise<number> => {
  const begun = performance.now()
  const answers = await Promise.all(
    Array.from({ length: PEOPLE }, (_, index) => {
      const credentials = { email: `persona${index + 1}@esempio.test`, password: PASSWORD }
      return post(piazza, '/api/users/signin', index + 1, credentials).then(({ status }) => status)
    }),
  )
  const refused = answers.filter((status) => status !== 200)
  if (refused.length > 0) throw new Error(`accessi rifiutati: ${refused.join(', ')}`)
  return performance.now() - begun
}

/** How long the list takes, asked for again and again until it is over. */
const watchList = async (piazza: Program, isOver: () => boolean): Promise<number[]> => {
  const times: number[] = []
  while (!isOver()) {
    const begun = performance.now()
    await (await fetch(`${piazza.origin}/api/products`)).arrayBuffer()
    times.push(performance.now() - begun)
    await sleep(PAUSE_MS)
  }
  return times
}

const inOrder = (times: number[]) => times.toSorted((a, b) => a - b)
const quantile = (times: number[], share: number) => times[Math.floor(times.length * share)] ?? 0

/** Whether fifty people who sign in at once make others wait for the list. */
export const benchSignIn = async (rounds: number): Promise<Row[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'piazza-sign-in-'))
  const piazza = await start(join(folder, 'data'), { DEMO: '1' })
  try {
    await join50(piazza)
    await signInAll(piazza)
    const usual: number[] = []
    const meanwhile: number[] = []
    const signingIn: number[] = []
    for (let turn = 0; turn < rounds; turn++) {
      const until = performance.now() + 1_000
      usual.push(...(await watchList(piazza, () => performance.now() > until)))
      let over = false
      const watching = watchList(piazza, () => over)
      signingIn.push(await signInAll(piazza))
      over = true
      meanwhile.push(...(await watching))
    }
    const half = quantile(inOrder(usual), 0.5)
    const row = (what: string, times: number[]): Row => {
      const p50 = quantile(inOrder(times), 0.5)
      return { what, requests: times.length, p50: round(p50), p95: round(quantile(inOrder(times), 0.95)) }
    }
    const during = row(`lista, mentre accedono in ${PEOPLE}`, meanwhile)
    return [
      row('lista', usual),
      { ...during, ofUsual: round(during.p50 / half) },
      row(`accesso dell’ultimo dei ${PEOPLE}`, signingIn),
    ]
  } finally {
    await piazza.end()
    await rm(folder, { recursive: true, force: true })
  }
}
