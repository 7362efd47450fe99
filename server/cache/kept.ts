import type { Answer } from '#server/cache/answer.ts'

type Entry = { answer: Answer; bytes: number; until: number }

export type Kept = ReturnType<typeof makeKept>

// Dates such as "oggi" in a page age even where nothing changes.
const LONGEST_MILLISECONDS = 60_000
// Encoded forms, as they are and as they go over the line, headers and bookkeeping: so many times the plain bytes, and on top of them.
const OVERHEAD = 2.5
const OVERHEAD_BYTES = 2_000
// Nothing is kept under an address that only one visitor will ever type.
const LONGEST_ADDRESS = 500

/** Whole answers by address, all of them dropped when anything public changes; at most so many bytes, the last used stay. */
export const makeKept = (limit: number, isTrusted: () => boolean) => {
  const entries = new Map<string, Entry>()
  let bytes = 0
  let generation = 0
  let hits = 0
  let closed = false
  // The last in the order of use: it need not be put there again.
  let latest: Entry | undefined

  const forget = (address: string, entry: Entry) => {
    entries.delete(address)
    bytes -= entry.bytes
  }

  return {
    /** Which state of things an answer belongs to; one made in an earlier state is not kept. */
    generation: () => generation,
    /** Whether answers may be kept and given out at all: somebody tells us of every change. */
    isOpen: () => limit > 0 && !closed && isTrusted(),

    find(address: string): Answer | undefined {
      const entry = entries.get(address)
      if (!entry || closed || !isTrusted()) return undefined
      if (entry.until < Date.now()) {
        forget(address, entry)
        return undefined
      }
      if (entry !== latest) {
        entries.delete(address)
        entries.set(address, entry)
        latest = entry
      }
      hits++
      return entry.answer
    },

    keep(address: string, madeIn: number, answer: Answer): void {
      if (madeIn !== generation || address.length > LONGEST_ADDRESS) return
      const size = answer.body.length * OVERHEAD + OVERHEAD_BYTES
      if (size > limit / 4) return
      const before = entries.get(address)
      if (before) forget(address, before)
      latest = { answer, bytes: size, until: Date.now() + LONGEST_MILLISECONDS }
      entries.set(address, latest)
      bytes += size
      for (const [oldest, entry] of entries) {
        if (bytes <= limit) break
        forget(oldest, entry)
      }
    },

    drop(): void {
      generation++
      latest = undefined
      entries.clear()
      bytes = 0
    },

    /** From here on nothing is given out: a server that closes must not go on answering those who keep asking. */
    close(): void {
      closed = true
    },

    figures: () => ({ entries: entries.size, bytes, hits }),
  }
}
