import { expect, test } from 'vitest'
import { makeAnswer } from '#server/cache/answer.ts'
import { makeKept } from '#server/cache/kept.ts'

const LIMIT = 100_000
const anAnswer = (bytes: number) => makeAnswer(Buffer.alloc(bytes, 'x'), ['content-type', 'text/plain'])
const always = () => true

test('memory stays within its bound, and what was asked for last stays', () => {
  const kept = makeKept(LIMIT, always)
  for (let n = 0; n < 100; n++) {
    kept.keep(`/${n}`, 0, anAnswer(5_000))
    kept.find('/0')
  }
  const { bytes, entries } = kept.figures()
  expect(bytes).toBeLessThanOrEqual(LIMIT)
  expect(entries).toBeGreaterThan(5)
  expect(kept.find('/0')).toBeDefined()
  expect(kept.find('/99')).toBeDefined()
  expect(kept.find('/1')).toBeUndefined()
})

test('an answer too large for its share, or under an endless address, is not kept', () => {
  const kept = makeKept(LIMIT, always)
  kept.keep('/large', 0, anAnswer(LIMIT / 2))
  kept.keep(`/${'q'.repeat(600)}`, 0, anAnswer(10))
  expect(kept.figures()).toEqual({ entries: 0, bytes: 0, hits: 0 })
})

test('an answer from before a change is not kept after it, and one kept before is gone', () => {
  const kept = makeKept(LIMIT, always)
  const before = kept.generation()
  kept.keep('/', before, anAnswer(10))
  kept.drop()
  expect(kept.find('/')).toBeUndefined()
  kept.keep('/', before, anAnswer(10))
  expect(kept.find('/')).toBeUndefined()
  kept.keep('/', kept.generation(), anAnswer(10))
  expect(kept.find('/')).toBeDefined()
  kept.close()
  expect(kept.find('/')).toBeUndefined()
})
