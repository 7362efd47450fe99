// Generated listings for benchmarks. Word frequencies follow Zipf's law, so the vocabulary grows with the number of listings.

export const CATEGORIES = [
  'Alimentari',
  'Artigianato',
  'Casa e giardino',
  'Lezioni e corsi',
  'Riparazioni',
  'Libri',
  'Abbigliamento',
  'Biciclette',
  'Musica',
  'Bambini',
  'Benessere',
  'Informatica',
  'Trasporti',
  'Tempo e aiuto',
]
const THINGS =
  'Bicicletta Tavolo Marmellata Chitarra Lampada Maglione Trapano Passeggino Miele Libro Sedia Computer Corso Torta Giacca Tastiera Vaso Coperta Pentola Scaffale'.split(
    ' ',
  )
const QUALITIES = 'usato,nuovo,fatto a mano,di famiglia,leggero,robusto,antico,colorato,piccolo,grande'.split(',')
const SECTIONS = ['offro', 'offro', 'offro', 'cerco', 'cerco', 'propongo', 'avviso', 'dono']
const SYLLABLES =
  'ba ca da fa ga la ma na pa ra sa ta va be ce de fe le me ne pe re se te ve bi ci di fi li mi ni pi ri si ti vi bo co do fo lo mo no po ro so to vo bu cu du lu mu nu pu ru su tu'.split(
    ' ',
  )
const WORDS = 120_000
const WORDS_IN_A_DESCRIPTION = 24

const BATCH = 1_000
const EVENTS_FROM = Date.UTC(2040, 0, 1)

export type Place = { id: number; name: string; province: string }

/** A pseudo-random generator (mulberry32): the same seed gives the same numbers. */
export const seededRandom = (seed: number) => {
  let state = seed
  return (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The nth word of an invented vocabulary. */
export const inventedWord = (n: number): string => {
  let word = ''
  for (let rest = n * 31 + 5_000; rest > 0; rest = Math.floor(rest / SYLLABLES.length))
    word += SYLLABLES[rest % SYLLABLES.length]
  return word
}

/** A rank up to `many`, drawn with a probability proportional to 1/rank; the first few ranks, like stop words, are left out. */
export const drawRank = (random: () => number, many: number): number => Math.floor(many ** (0.3 + 0.7 * random()))

const pick = <T>(list: readonly T[], at: number): T => list[Math.floor(at * list.length)] as T

/** Rows of the table `listing`, by column, in batches. */
export function* listingBatches(listings: number, sellers: string[], places: Place[]): Generator<object[]> {
  const random = seededRandom(listings)
  const word = () => inventedWord(drawRank(random, WORDS))
  let batch: object[] = []
  for (let n = 1; n <= listings; n++) {
    const thing = pick(THINGS, random() ** 2)
    const category = pick(CATEGORIES, random())
    const section = pick(SECTIONS, random())
    const place = places[Math.floor(places.length ** random()) % places.length] as Place
    const rated = random() < 0.15
    const moment = new Date(Date.UTC(2026, 0, 1) - (listings - n) * 60_000).toISOString()
    // Events lie in the future, however long the seeded database is kept.
    const startsAt = section === 'avviso' ? EVENTS_FROM + Math.floor(random() * listings) * 60_000 : undefined
    const endsAt = startsAt === undefined ? null : new Date(startsAt + 2 * 60 * 60_000).toISOString()
    const description = Array.from({ length: WORDS_IN_A_DESCRIPTION }, word).join(' ')
    batch.push({
      place: n,
      published_at: moment,
      created_at: moment,
      seller_id: pick(sellers, random()),
      name: `${thing} ${pick(QUALITIES, random())} ${word()} ${word()}`,
      price_val: section === 'dono' ? 0 : Math.round(50 * 4000 ** random()),
      price_euro: Math.floor(random() * 50_000),
      images: ['/uploads/00000000-0000-4000-8000-000000000000-1200.webp'],
      category: category.toLowerCase(),
      brand: `${thing.toUpperCase()},${word().toUpperCase()}`,
      stock: n % 20,
      description: `${thing}: ${description}. Si accettano volentieri VAL.`,
      section,
      starts_at: startsAt === undefined ? null : new Date(startsAt).toISOString(),
      ends_at: endsAt,
      expires_at: endsAt,
      is_service: n % 5 === 0,
      city: place.province,
      municipality: place.name,
      comune: place.id,
      rating_sum: rated ? 1 + Math.floor(random() * 5) : 0,
      rating_count: rated ? 1 : 0,
    })
    if (batch.length === BATCH || n === listings) {
      yield batch
      batch = []
    }
  }
}
