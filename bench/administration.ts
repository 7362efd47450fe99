import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ADMIN_SETTINGS, signInAsAdmin } from '#bench/admin.ts'
import { withCopy } from '#bench/copy.ts'
import { cpuMsOfCommand, cpuMsOfProcess } from '#bench/process.ts'
import { seededAssociation } from '#bench/seed-association.ts'
import { seededRandom } from '#bench/seed-listings.ts'
import { start } from '#bench/server.ts'
import type { Program } from '#test/program.ts'

// What the pages of admins cost, one request after the other.

const WARM_UP = 3

const PATHS: Record<string, (random: () => number) => string> = {
  cruscotto: () => '/api/dashboard',
  'utenti, i più recenti': () => '/api/users?pageSize=25',
  'utenti, per e-mail': () => '/api/users?pageSize=25&order=email',
  'utenti, una pagina lontana': (random) => `/api/users?pageSize=25&p=${1 + Math.floor(random() * 2000)}`,
  'utenti, un nome raro': (random) => `/api/users?pageSize=25&q=${Math.floor(random() * 0xfffff).toString(16)}`,
  'utenti, un cognome comune': () => '/api/users?pageSize=25&q=rossi',
  'utenti, ciò che hanno tutti': () => '/api/users?pageSize=25&q=esempio',
  'utenti, due lettere': () => '/api/users?pageSize=25&q=zq',
  'utenti, niente': () => '/api/users?pageSize=25&q=nessunocosì',
  'annunci, i più recenti': () => '/api/products',
  'annunci, una parola comune': () => '/api/products?name=bicicletta',
  'annunci, un offerente': (random) => `/api/products?name=bottega${1 + Math.floor(random() * 9_999)}`,
  'annunci, niente': () => '/api/products?name=nientedisimile',
  'richieste, le più recenti': () => '/api/orders',
  'richieste, una pagina lontana': (random) => `/api/orders?p=${1 + Math.floor(random() * 1000)}`,
  'richieste, una parola comune': () => '/api/orders?q=bicicletta',
  'richieste, una persona': (random) => `/api/orders?q=socio${10_000 + Math.floor(random() * 80_000)}`,
  'richieste, niente': () => '/api/orders?q=nientedisimile',
  registro: () => '/api/audit',
  'newsletter inviate': () => '/api/newsletters',
  tesoreria: () => '/api/treasury/history',
  'benvenuti in attesa': () => '/api/welcome',
  'cercati e non offerti': () => '/api/searches/sought',
  segnalazioni: () => '/api/reports',
}

const get = (piazza: Program, token: string, path: string) =>
  fetch(piazza.origin + path, { headers: { authorization: `Bearer ${token}` } })

/** The first request computes the figures, which may take longer than the timeout of a request. */
const waitForFigures = async (piazza: Program, token: string): Promise<void> => {
  while (!(await get(piazza, token, '/api/dashboard')).ok) await sleep(1_000)
}

/** CPU milliseconds of the server and the database per request, and the times until the answers. */
const measure = async (piazza: Program, folder: string, token: string, pathOf: () => string, count: number) => {
  const times: number[] = []
  const cpu = () => cpuMsOfProcess(piazza.pid) + cpuMsOfCommand(join(folder, 'database'))
  let before = 0
  for (let request = -WARM_UP; request < count; request++) {
    if (request === 0) before = cpu()
    const path = pathOf()
    const began = performance.now()
    const response = await get(piazza, token, path)
    const text = await response.text()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
    if (request >= 0) times.push(performance.now() - began)
  }
  const median = times.toSorted((a, b) => a - b)[Math.floor(count / 2)] ?? 0
  return { 'ms di processore': ((cpu() - before) / count).toFixed(1), 'ms (mediana)': median.toFixed(1) }
}

export const benchAdministration = async (size: number, count: number): Promise<object[]> =>
  withCopy(await seededAssociation(size), async (folder) => {
    const random = seededRandom(5)
    const piazza = await start(folder, ADMIN_SETTINGS)
    try {
      const token = await signInAsAdmin(piazza)
      await waitForFigures(piazza, token)
      const rows: object[] = []
      for (const [what, pathOf] of Object.entries(PATHS))
        rows.push({ pagina: what, ...(await measure(piazza, folder, token, () => pathOf(random), count)) })
      return rows
    } finally {
      await piazza.end()
    }
  })
