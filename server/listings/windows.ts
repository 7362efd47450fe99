// Where to look for the newest matches. An index of words and filters tells which listings match, but not in which order:
// asked about everything it would answer with everything. So it is asked about the newest stretch of places that should
// hold enough matches, by how many there are known to be, and about a longer one when that was not so.

const LEVELS = [8, 10, 12, 14, 16, 18]
// See listing_blocks in the migrations.
const LEVEL_UNIT = 2 ** 48
const STRIDE = 2
// A guess about where matches lie is taken with this much to spare.
const SPARE = 1.5
// What a question may look at of the rarest thing it asks for; beyond, only the newest of it.
const LOOKED_AT_MOST = 4_000

export type Ground = {
  /** How many listings are shown, and the place of the newest. */
  shown: number
  newest: number
}

/** The blocks that cover a stretch of the newest places; none for all places. */
export type Window = { level: number; blocks: number[] | undefined }

export const EVERYWHERE: Window = { level: LEVELS.length, blocks: undefined }

const windowOf = (level: number, newest: number): Window => {
  const bits = LEVELS[level]
  if (bits === undefined || newest < 2 ** bits) return { level, blocks: undefined }
  const last = Math.floor(newest / 2 ** bits)
  return { level, blocks: [bits * LEVEL_UNIT + last, bits * LEVEL_UNIT + last - 1] }
}

const levelFor = (span: number): number => {
  const level = LEVELS.findIndex((bits) => 2 ** bits >= span)
  return level === -1 ? LEVELS.length : level
}

/** The longest window that a question whose rarest part has `rarest` matches may be asked about. */
const longest = (rarest: number, { newest }: Ground): number => {
  if (rarest <= LOOKED_AT_MOST) return LEVELS.length
  const level = LEVELS.findLastIndex((bits) => 2 * 2 ** bits * rarest <= LOOKED_AT_MOST * newest)
  return Math.max(level, 0)
}

export const firstWindow = (needed: number, expected: number, rarest: number, ground: Ground): Window => {
  const span = expected <= needed * SPARE ? Number.POSITIVE_INFINITY : (ground.newest * needed * SPARE) / expected
  return windowOf(Math.min(levelFor(span), longest(rarest, ground)), ground.newest)
}

/** A longer window, if there is one. */
export const widened = (window: Window, rarest: number, ground: Ground): Window | undefined => {
  const level = Math.min(window.level + STRIDE, longest(rarest, ground))
  return window.blocks === undefined || level <= window.level ? undefined : windowOf(level, ground.newest)
}
