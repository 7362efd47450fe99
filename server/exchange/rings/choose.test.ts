import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Candidate, chooseGreedily, chooseRings } from '#server/exchange/rings/choose.ts'

const served = (rings: Candidate[]): number => rings.reduce((sum, { members }) => sum + members.length, 0)
const isDisjoint = (rings: Candidate[]): boolean => {
  const members = rings.flatMap((ring) => ring.members)
  return new Set(members).size === members.length
}

/** The most members that disjoint rings can serve, by trying every set of rings. */
const bestByTrying = (candidates: Candidate[]): number => {
  let best = 0
  for (let set = 0; set < 2 ** candidates.length; set++) {
    const rings = candidates.filter((_, index) => set & (1 << index))
    if (isDisjoint(rings)) best = Math.max(best, served(rings))
  }
  return best
}

const PEOPLE = ['ada', 'bea', 'ciro', 'dina', 'elio', 'fede', 'gino', 'ines', 'lia']
const ring = fc.record({
  members: fc.uniqueArray(fc.constantFrom(...PEOPLE), { minLength: 2, maxLength: 4 }),
  score: fc.double({ min: 0, max: 1, noNaN: true }),
})

test('the choice is disjoint, as good as the best of all sets, and never worse than the greedy one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(ring, { maxLength: 9 }), async (candidates) => {
      const chosen = await chooseRings(candidates, 20_000)
      expect(isDisjoint(chosen)).toBe(true)
      expect(served(chosen)).toBe(bestByTrying(candidates))
      expect(served(chosen)).toBeGreaterThanOrEqual(served(chooseGreedily(candidates)))
      expect(isDisjoint(chooseGreedily(candidates))).toBe(true)
    }),
    { numRuns: 25 },
  )
}, 120_000)

const TRAP: Candidate[] = [
  { members: ['ada', 'bea', 'ciro'], score: 1 },
  { members: ['ada', 'dina'], score: 0.6 },
  { members: ['bea', 'elio'], score: 0.6 },
  { members: ['ciro', 'fede'], score: 0.6 },
]

test('three rings of two serve more members than the ring of three that the greedy choice takes', async () => {
  expect(served(chooseGreedily(TRAP))).toBe(3)
  expect(served(await chooseRings(TRAP, 20_000))).toBe(6)
}, 30_000)

test('without time for the exact choice the greedy one is taken', async () => {
  const random = fc.sample(fc.uniqueArray(fc.nat(70), { minLength: 2, maxLength: 4 }), { numRuns: 300, seed: 7 })
  const many = random.map((members) => ({ members: members.map(String), score: 0.5 }))
  const chosen = await chooseRings(many, 1)
  expect(isDisjoint(chosen)).toBe(true)
  expect(served(chosen)).toBe(served(chooseGreedily(many)))
}, 30_000)

test('of choices that serve as many members, the one whose listings match better is taken', async () => {
  const rings = [
    { members: ['ada', 'bea'], score: 0.5 },
    { members: ['bea', 'ciro'], score: 0.9 },
  ]
  expect(await chooseRings(rings, 20_000)).toEqual([rings[1]])
  const joined = [
    { members: ['ada', 'bea'], score: 0.5 },
    { members: ['ada', 'bea'], score: 0.6 },
    { members: ['ciro', 'dina'], score: 0.6 },
    { members: ['ciro', 'dina'], score: 0.5 },
    { members: ['bea', 'ciro'], score: 1 },
  ]
  expect(await chooseRings(joined, 20_000)).toEqual([joined[1], joined[2]])
}, 30_000)
