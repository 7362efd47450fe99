import { cpuOf } from '#bench/process.ts'
import { seeded } from '#bench/seed.ts'
import { chance, drawRank, inventedWord } from '#bench/seed-listings.ts'
import { start } from '#bench/server.ts'
import type { Program } from '#test/program.ts'

// What a list or a search costs as listings grow: milliseconds of processor, of server and database together, for each
// request. Requests differ from one another as visitors do; time on the clock would tell of the machine's other work.

export const SIZES = [10_000, 100_000, 1_000_000]
const AT_ONCE = 4
const PAGE_SIZE = 12
// Until every connection has its plans and the server has compiled what it runs.
const WARMING = 200

type Draw = { random: () => number; listings: number; slip: (word: string) => string }
type Question = { what: string; path: (draw: Draw) => string }

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
const SLIPS = ['biciclieta', 'marmelata', 'chitara', 'lampda', 'libbro', 'tavlo']
const CATEGORIES = ['alimentari', 'libri', 'musica', 'bambini', 'biciclette', 'riparazioni']
const RANGES = ['min=1&max=10', 'min=10&max=100', 'min=100&max=1000']
const WORDS_DRAWN_FROM = 20_000

const pick = <T>(list: readonly T[], { random }: Draw): T => list[Math.floor(random() * list.length)] as T
const list = (query: string) => `/api/products?${query}`
// Half of what people look for is what is there most; the rest is anything.
const word = (draw: Draw) =>
  draw.random() < 0.5 ? pick(THINGS, draw) : inventedWord(drawRank(draw.random, WORDS_DRAWN_FROM))
const pageWithin = (draw: Draw, from: number, to: number) => {
  const pages = draw.listings / PAGE_SIZE
  return Math.max(1, Math.floor(pages * (from + (to - from) * draw.random())))
}

const QUESTIONS: Question[] = [
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
      list(`name=${draw.random() < 0.5 ? pick(SLIPS, draw) : draw.slip(inventedWord(drawRank(draw.random, 2_000)))}`),
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
    path: (draw) => list(`near=${1001 + Math.floor(draw.random() * 270)}&km=${pick([10, 25, 50], draw)}`),
  },
  {
    what: 'una parola vicino a me',
    path: (draw) => list(`near=${1001 + Math.floor(draw.random() * 270)}&km=25&name=${word(draw)}`),
  },
  {
    what: 'suggerimenti',
    path: (draw) => `/api/products/suggestions?q=${word(draw).slice(0, 2 + Math.floor(draw.random() * 4))}`,
  },
]

const aDraw = (listings: number): Draw => {
  const random = chance(7)
  const slip = (written: string) => {
    const at = 1 + Math.floor(random() * (written.length - 2))
    return written.slice(0, at) + written.slice(at + 1)
  }
  return { random, listings, slip }
}

const costOf = async (piazza: Program, folder: string, question: Question, draw: Draw, requests: number) => {
  const run = async (many: number) => {
    const paths = Array.from({ length: many }, () => question.path(draw))
    const worker = async () => {
      for (let path = paths.pop(); path !== undefined; path = paths.pop()) {
        const answer = await fetch(piazza.origin + path)
        if (answer.status >= 500) throw new Error(`${path} ha risposto ${answer.status}: ${await answer.text()}`)
        await answer.arrayBuffer()
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
  }
  await run(WARMING)
  const before = cpuOf(folder)
  await run(requests)
  return (cpuOf(folder) - before) / requests
}

export type Growth = { what: string } & Record<string, string | number>

/** Milliseconds of processor for each request at each size, and how many times dearer the last is than the first. */
export const benchSearch = async (requests: number): Promise<Growth[]> => {
  const folders: string[] = []
  for (const size of SIZES) folders.push(await seeded(size))
  const piazzas = await Promise.all(folders.map((folder) => start(folder, { CACHE_MB: '0' })))
  try {
    const rows: Growth[] = []
    // The sizes take turns at each question, so that a slow moment of the machine falls on all of them.
    for (const question of QUESTIONS) {
      const costs: number[] = []
      for (const [index, piazza] of piazzas.entries()) {
        const size = SIZES[index] ?? 0
        costs.push(await costOf(piazza, folders[index] ?? '', question, aDraw(size), requests))
      }
      rows.push(inWords(question.what, costs))
    }
    return rows
  } finally {
    await Promise.all(piazzas.map((piazza) => piazza.end()))
  }
}

const round = (value: number) => Math.round(value * 100) / 100

const inWords = (what: string, costs: number[]): Growth => ({
  what,
  ...Object.fromEntries(costs.map((cost, index) => [`ms a ${SIZES[index]}`, round(cost)])),
  crescita: round((costs.at(-1) ?? 0) / (costs[0] || 1)),
})
