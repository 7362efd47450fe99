// The inverted index returns matches in no order: for the newest ones it would read every match. So the search is restricted
// to a range of the newest places that is estimated to contain enough matches, and repeated on a longer range if it does not.
// The range is expressed as blocks: the index has a posting list for each block of 2^8, 2^10, … 2^18 consecutive places.

const LEVELS = [8, 10, 12, 14, 16, 18]
// The key of a block is level * 2^48 + place / 2^level; see the SQL function listing_blocks.
const LEVEL_FACTOR = 2 ** 48
const MAX_BLOCKS = 4
// Cost of each further block, as a fraction of the cost of reading the entries of the blocks.
const BLOCK_COST = 0.15
// Cost of reading a row, in entries of a posting list.
const ROW_COST = 250
const MIN_LENGTH = 256
const WIDENING_FACTOR = 16
// Ranges are this much longer than estimated, because matches are not evenly distributed.
const MARGIN = 1.5
// A search reads at most this many entries of its shortest posting list: of a longer one, only the newest part.
const MAX_ENTRIES = 4_000

export type TableSize = {
  /** Number of shown listings. */
  shown: number
  /** Highest place of a shown listing. */
  newest: number
}

/** What a search is expected to find and to read, if it is not restricted to blocks. */
export type Estimate = {
  /** Listings that match every condition. */
  matches: number
  /** Entries in the shortest posting list. */
  shortest: number
  /** Entries in all posting lists of the search. */
  entries: number
}

/** The newest `length` places, and the blocks that cover them; without blocks the search is not restricted. */
export type BlockRange = { length: number; blocks: number[] | undefined }

export const ALL_PLACES: BlockRange = { length: Number.POSITIVE_INFINITY, blocks: undefined }

const cover = (level: number, length: number, newest: number) => {
  const first = Math.floor((newest - length) / 2 ** level)
  const last = Math.floor(newest / 2 ** level)
  const count = last - first + 1
  const cost = (newest - first * 2 ** level) * (1 + BLOCK_COST * count)
  return { cost, blocks: Array.from({ length: count }, (_, index) => level * LEVEL_FACTOR + last - index) }
}

/** The blocks of a long range are posting lists too: they can cost more to read than they save. */
const isCheaperThanAll = (length: number, newest: number, { matches, shortest, entries }: Estimate): boolean => {
  const costOfAll = entries + ROW_COST * matches
  return length < newest && (shortest > MAX_ENTRIES || length * (costOfAll + newest) < newest * costOfAll)
}

const rangeOf = (length: number, newest: number, estimate: Estimate): BlockRange => {
  if (!isCheaperThanAll(length, newest, estimate)) return ALL_PLACES
  const levels = LEVELS.filter((level) => length <= MAX_BLOCKS * 2 ** level || level === LEVELS.at(-1))
  const [cheapest] = levels.map((level) => cover(level, length, newest)).toSorted((a, b) => a.cost - b.cost)
  return { length, blocks: cheapest?.blocks }
}

const maxLength = ({ shortest }: Estimate, { newest }: TableSize): number =>
  shortest <= MAX_ENTRIES ? newest : Math.max(MIN_LENGTH, (MAX_ENTRIES * newest) / shortest)

/** The range in which `needed` matches are expected. */
export const firstRange = (needed: number, estimate: Estimate, size: TableSize): BlockRange => {
  const { newest } = size
  const length = estimate.matches <= needed * MARGIN ? newest : (newest * needed * MARGIN) / estimate.matches
  return rangeOf(Math.min(Math.max(MIN_LENGTH, length), maxLength(estimate, size)), newest, estimate)
}

/** A longer range, or undefined when the limit is reached. */
export const widen = (range: BlockRange, estimate: Estimate, size: TableSize): BlockRange | undefined => {
  const length = Math.min(range.length * WIDENING_FACTOR, maxLength(estimate, size))
  return length <= range.length ? undefined : rangeOf(length, size.newest, estimate)
}
