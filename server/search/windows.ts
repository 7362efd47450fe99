// Where to look for the newest matches. An index of words and filters tells which listings match, but not in which order:
// asked about everything it would answer with everything. So it is asked about the newest stretch of places that should
// hold enough matches, by how many there are known to be, and about a longer one when that was not so.

const LEVELS = [8, 10, 12, 14, 16, 18]
// See listing_blocks in the migrations.
const LEVEL_UNIT = 2 ** 48
const BLOCKS_AT_MOST = 4
// What one more block to look for costs, as a share of reading what lies in them.
const EACH_BLOCK = 0.15
// What reading a row costs, in entries of the index.
const ROW = 250
const SHORTEST = 256
const WIDER = 16
// A guess about where matches lie is taken with this much to spare.
const SPARE = 1.5
// What a question may look at of the rarest thing it asks for; beyond, only the newest of it.
const LOOKED_AT_MOST = 4_000

export type Ground = {
  /** How many listings are shown, and the place of the newest. */
  shown: number
  newest: number
}

/** What is known of a question before it is asked. */
export type Odds = {
  /** How many listings should match. */
  expected: number
  /** How many have the rarest thing that is asked for. */
  rarest: number
  /** How many entries the index has for all that is asked for. */
  entries: number
}

/** So many of the newest places, and the blocks that cover them; none for all places. */
export type Window = { span: number; blocks: number[] | undefined }

export const EVERYWHERE: Window = { span: Number.POSITIVE_INFINITY, blocks: undefined }

/** The blocks of one length that cover a stretch, and what it costs to look through them. */
const cover = (bits: number, span: number, newest: number) => {
  const first = Math.floor((newest - span) / 2 ** bits)
  const last = Math.floor(newest / 2 ** bits)
  const count = last - first + 1
  const cost = (newest - first * 2 ** bits) * (1 + EACH_BLOCK * count)
  return { cost, blocks: Array.from({ length: count }, (_, index) => bits * LEVEL_UNIT + last - index) }
}

/** Blocks are entries too: a long row of them takes longer to read than what they leave out. */
const isWorthIt = (span: number, newest: number, { expected, rarest, entries }: Odds): boolean => {
  const whole = entries + ROW * expected
  return span < newest && (rarest > LOOKED_AT_MOST || span * (whole + newest) < newest * whole)
}

const windowOf = (span: number, newest: number, odds: Odds): Window => {
  if (!isWorthIt(span, newest, odds)) return EVERYWHERE
  const covers = LEVELS.filter((bits) => span <= BLOCKS_AT_MOST * 2 ** bits || bits === LEVELS.at(-1))
  const [cheapest] = covers.map((bits) => cover(bits, span, newest)).toSorted((one, other) => one.cost - other.cost)
  return { span, blocks: cheapest?.blocks }
}

/** The longest stretch that a question may be asked about. */
const longest = ({ rarest }: Odds, { newest }: Ground): number =>
  rarest <= LOOKED_AT_MOST ? newest : Math.max(SHORTEST, (LOOKED_AT_MOST * newest) / rarest)

export const firstWindow = (needed: number, odds: Odds, ground: Ground): Window => {
  const { newest } = ground
  const span = odds.expected <= needed * SPARE ? newest : (newest * needed * SPARE) / odds.expected
  return windowOf(Math.min(Math.max(SHORTEST, span), longest(odds, ground)), newest, odds)
}

/** A longer window, if there is one. */
export const widened = (window: Window, odds: Odds, ground: Ground): Window | undefined => {
  const span = Math.min(window.span * WIDER, longest(odds, ground))
  return span <= window.span ? undefined : windowOf(span, ground.newest, odds)
}
