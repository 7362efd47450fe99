import { cpuMsOfCommand } from '#bench/process.ts'
import { seeded } from '#bench/seed.ts'
import { drawRank, inventedWord, seededRandom } from '#bench/seed-listings.ts'
import { start } from '#bench/server.ts'
import type { Program } from '#test/program.ts'

// CPU milliseconds of server and database per request, at several table sizes. Elapsed time would depend on the other load of
// the machine. The cache is off, and requests vary where a case has parameters.

export const SIZES = [10_000, 100_000, 1_000_000]
const CONCURRENCY = 4
const PAGE_SIZE = 12
// Requests before measuring, so that statements are prepared and code is compiled.
const WARM_UP = 200

type Draw = { random: () => number; listings: number; misspell: (word: string) => string }
type Case = { what: string; path: (draw: Draw) => string }

const THINGS = [
  'bicicletta',
  'tavolo',
  'marmellata',
  'chitarra',
  'lampada',
  'maglione',
  'trapano',
  'libro',
  'sedia',
  'torta',
]
const MISSPELT = ['biciclieta', 'marmelata', 'chitara', 'lampda', 'libbro', 'tavlo']
const CATEGORIES = ['alimentari', 'libri', 'musica', 'bambini', 'biciclette', 'riparazioni']
const RANGES = ['min=1&max=10', 'min=10&max=100', 'min=100&max=1000']
const WORDS_DRAWN_FROM = 20_000

const pick = <T>(list: readonly T[], { random }: Draw): T => list[Math.floor(random() * list.length)] as T
// The ids from 1006 to 1137 are all in use.
const comune = ({ random }: Draw): number => 1006 + Math.floor(random() * 132)
const list = (query: string) => `/api/products?${query}`
// Half of the searches are for frequent words.
const word = (draw: Draw) =>
  draw.random() < 0.5 ? pick(THINGS, draw) : inventedWord(drawRank(draw.random, WORDS_DRAWN_FROM))
const pageWithin = (draw: Draw, from: number, to: number) => {
  const pages = draw.listings / PAGE_SIZE
  return Math.max(1, Math.floor(pages * (from + (to - from) * draw.random())))
}

const CASES: Case[] = [
  { what: 'prima pagina', path: () => list('') },
  { what: 'pagina 100', path: ({ random }) => list(`p=${95 + Math.floor(random() * 10)}`) },
  { what: 'una pagina nel mezzo', path: (draw) => list(`p=${pageWithin(draw, 0.3, 0.7)}`) },
  {
    what: 'le ultime pagine',
    path: ({ random, listings }) => list(`p=${Math.floor(listings / PAGE_SIZE) - Math.floor(random() * 10)}`),
  },
  { what: 'una sezione, nel mezzo', path: (draw) => list(`section=offro&p=${pageWithin(draw, 0.1, 0.3)}`) },
  {
    what: 'una categoria',
    path: (draw) => list(`category=${pick(CATEGORIES, draw)}&p=${1 + Math.floor(draw.random() * 20)}`),
  },
  { what: 'una parola', path: (draw) => list(`name=${word(draw)}`) },
  { what: 'due parole', path: (draw) => list(`name=${word(draw)}+${word(draw)}`) },
  {
    what: 'una parola sbagliata',
    path: (draw) =>
      list(
        `name=${draw.random() < 0.5 ? pick(MISSPELT, draw) : draw.misspell(inventedWord(drawRank(draw.random, 2_000)))}`,
      ),
  },
  { what: 'solo gratis', path: (draw) => list(`free=1&p=${1 + Math.floor(draw.random() * 20)}`) },
  {
    what: 'una parola, gratis e con foto',
    path: (draw) => list(`name=${word(draw)}&free=1&picture=1`),
  },
  {
    what: 'categoria, prezzo e voto',
    path: (draw) => list(`category=${pick(CATEGORIES, draw)}&${pick(RANGES, draw)}&rating=3`),
  },
  {
    what: 'parola, categoria, prezzo e voto',
    path: (draw) => list(`name=${word(draw)}&category=${pick(CATEGORIES, draw)}&${pick(RANGES, draw)}&rating=3`),
  },
  { what: 'una parola, dal meno caro', path: (draw) => list(`name=${word(draw)}&order=lowest`) },
  {
    what: 'un prezzo qualsiasi',
    path: ({ random }) => list(`min=${1 + Math.floor(random() * 30)}&max=${40 + Math.floor(random() * 300)}`),
  },
  {
    what: 'vicino a me',
    path: (draw) => list(`near=${comune(draw)}&km=${pick([10, 25, 50], draw)}`),
  },
  {
    what: 'una parola vicino a me',
    path: (draw) => list(`near=${comune(draw)}&km=25&name=${word(draw)}`),
  },
  {
    what: 'suggerimenti',
    path: (draw) => `/api/products/suggestions?q=${word(draw).slice(0, 2 + Math.floor(draw.random() * 4))}`,
  },
]

const aDraw = (listings: number): Draw => {
  const random = seededRandom(7)
  const misspell = (word: string) => {
    const at = 1 + Math.floor(random() * (word.length - 2))
    return word.slice(0, at) + word.slice(at + 1)
  }
  return { random, listings, misspell }
}

const costOf = async (piazza: Program, folder: string, tested: Case, draw: Draw, requests: number) => {
  const run = async (many: number) => {
    const paths = Array.from({ length: many }, () => tested.path(draw))
    const worker = async () => {
      for (let path = paths.pop(); path !== undefined; path = paths.pop()) {
        const answer = await fetch(piazza.origin + path)
        if (!answer.ok) throw new Error(`${path} ha risposto ${answer.status}: ${await answer.text()}`)
        await answer.arrayBuffer()
      }
    }
    await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  }
  await run(WARM_UP)
  const before = cpuMsOfCommand(folder)
  await run(requests)
  return (cpuMsOfCommand(folder) - before) / requests
}

export type Growth = { what: string } & Record<string, string | number>

/** CPU milliseconds per request at each size, and the ratio of the last to the first. */
export const benchSearch = async (requests: number): Promise<Growth[]> => {
  const folders: string[] = []
  for (const size of SIZES) folders.push(await seeded(size))
  const piazzas = await Promise.all(folders.map((folder) => start(folder, { CACHE_MB: '0' })))
  try {
    const rows: Growth[] = []
    // All sizes are measured for one case before the next, so that other load affects them alike.
    for (const tested of CASES) {
      const costs: number[] = []
      for (const [index, piazza] of piazzas.entries()) {
        const size = SIZES[index] ?? 0
        costs.push(await costOf(piazza, folders[index] ?? '', tested, aDraw(size), requests))
      }
      rows.push(toRow(tested.what, costs))
    }
    return rows
  } finally {
    await Promise.all(piazzas.map((piazza) => piazza.end()))
  }
}

const round = (value: number) => Math.round(value * 100) / 100

const toRow = (what: string, costs: number[]): Growth => ({
  what,
  ...Object.fromEntries(costs.map((cost, index) => [`ms a ${SIZES[index]}`, round(cost)])),
  crescita: round((costs.at(-1) ?? 0) / (costs[0] || 1)),
})
