import { expect, test } from 'vitest'
import { APART, aScene, DEEDS, doDeed, writingCalls } from '#test/attacks/deeds.ts'
import { deadlockedStatements, deadlocksIn } from '#test/deadlocks.ts'
import { aPiazza } from '#test/fixtures.ts'
import { size } from '#test/siege.ts'

const SCENES = size(1, 10)
// Pairs that are sent at the same moment, about the same rows.
const AT_ONCE = size(1, 20)
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
    for (let time = 0; time < SCENES; time++) {
      const scene = await aScene(piazza, admin)
      const deeds = Array.from({ length: AT_ONCE }, () => pair).flat()
      const outcomes = await Promise.all(deeds.map((deed) => doDeed(piazza, scene, deed)))
      if (outcomes.some((outcome) => outcome.includes(' ')))
        refused.push(
          `${pair.map(([signature, by]) => `${signature} as ${by}`).join(' × ')}: ${[...new Set(outcomes)].join('; ')}`,
        )
    }
  await annotate(
    `${chosen.length} di ${pairs.length} coppie di ${DEEDS.length} chiamate, ${SCENES * AT_ONCE} volte ciascuna`,
  )
  const found = {
    refused,
    deadlockedStatements: deadlockedStatements(piazza.db),
    deadlocks: await deadlocksIn(piazza.db),
  }
  expect(found).toEqual({ refused: [], deadlockedStatements: [], deadlocks: 0 })
})
