import { expect, test } from 'vitest'
import { makeGathered, makeShared } from '#server/at-once.ts'

test('who asks for the same in one turn shares a reading, and who asks later gets a new one', async () => {
  let readings = 0
  const shared = makeShared<number>()
  const read = async () => ++readings
  expect(await Promise.all([shared('a', read), shared('a', read), shared('b', read)])).toEqual([1, 1, 2])
  expect(await shared('a', read)).toBe(3)
})

test('a reading that began is not joined: it may have seen less than its asker knows', async () => {
  const shared = makeShared<string>()
  let present = 'old'
  const slow = Promise.withResolvers<void>()
  const began = Promise.withResolvers<void>()
  const first = shared('a', async () => {
    const seen = present
    began.resolve()
    await slow.promise
    return seen
  })
  await began.promise
  present = 'new'
  const second = shared('a', async () => present)
  slow.resolve()
  expect(await Promise.all([first, second])).toEqual(['old', 'new'])
})

test('different questions of one turn go in one reading, and a failure reaches all who asked and nobody after', async () => {
  const asked: string[][] = []
  const gathered = makeGathered<string>(async (keys) => {
    asked.push(keys)
    if (asked.length === 2) throw new Error('away')
    return new Map(keys.map((key) => [key, key.toUpperCase()]))
  })
  expect(await Promise.all([gathered('a'), gathered('b'), gathered('a')])).toEqual(['A', 'B', 'A'])
  expect(asked).toEqual([['a', 'b']])
  const failed = await Promise.allSettled([gathered('c'), gathered('d')])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await gathered('e')).toBe('E')
})
