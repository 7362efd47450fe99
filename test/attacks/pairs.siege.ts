import { expect, test } from 'vitest'
import { APART, aScene, DEEDS, doDeed, writingCalls } from '#test/attacks/deeds.ts'
import { deadlockedStatements, deadlocksIn } from '#test/deadlocks.ts'
import { aPiazza } from '#test/fixtures.ts'
import { size } from '#test/siege.ts'

const TIMES = size(1, 200)
// Of the short run, every so many pairs; the long one races them all.
const EVERY = size(8, 1)

test('each pair of calls that write to the same rows is raced without an error of the server and without a deadlock', async ({
  annotate,
}) => {
  const raced = new Set<string>(DEEDS.map(([signature]) => signature))
  const apart = writingCalls.filter((each) => APART.some(({ calls }) => calls.test(each)))
  expect(writingCalls.filter((each) => !raced.has(each) && !apart.includes(each))).toEqual([])
  expect(apart.filter((each) => raced.has(each))).toEqual([])

  const piazza = await aPiazza({ env: { RATE_LIMITS: 'off' } })
  const admin = await piazza.aMember({ isAdmin: true })
  const pairs = DEEDS.flatMap((one, index) => DEEDS.slice(index).map((other) => [one, other] as const))
  const chosen = pairs.filter((_, index) => index % EVERY === 0)
  const refused: string[] = []
  for (const pair of chosen)
    for (let time = 0; time < TIMES; time++) {
      const scene = await aScene(piazza, admin)
      const outcomes = await Promise.all(pair.map((deed) => doDeed(piazza, scene, deed)))
      if (outcomes.some((outcome) => outcome.includes(' ')))
        refused.push(`${pair.map(([signature, by]) => `${signature} as ${by}`).join(' × ')}: ${outcomes.join('; ')}`)
    }
  await annotate(`${chosen.length} di ${pairs.length} coppie di ${DEEDS.length} chiamate, ${TIMES} volte ciascuna`)
  expect(refused).toEqual([])
  expect(deadlockedStatements(piazza.db)).toEqual([])
  expect(await deadlocksIn(piazza.db)).toBe(0)
})
