import { expect, test } from 'vitest'
import { APART, RACING_CALLS, writingCalls } from '#test/attacks/racing-calls.ts'

test('every call that writes is raced against the others, or it is said where and why not', () => {
  const raced = new Set<string>(RACING_CALLS.map(([signature]) => signature))
  const apart = writingCalls.filter((each) => APART.some(({ calls }) => calls.test(each)))
  expect(writingCalls.filter((each) => !raced.has(each) && !apart.includes(each))).toEqual([])
  expect(apart.filter((each) => raced.has(each))).toEqual([])
})
