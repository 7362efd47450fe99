// Chance that repeats itself: the same seed always gives the same picture.
export type Chance = {
  number: (from: number, to: number) => number
  pick: <T>(from: readonly [T, ...T[]]) => T
}

const seedOf = (text: string): number => {
  let value = 0x9dc5811c
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x5bd1e995) ^ (value >>> 13)
  return value >>> 0
}

export const chanceOf = (seed: string): Chance => {
  let state = seedOf(seed)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const number = (from: number, to: number) => Math.round(from + next() * (to - from))
  return { number, pick: (from) => from[Math.floor(next() * from.length)] ?? from[0] }
}
