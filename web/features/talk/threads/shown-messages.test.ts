import { expect, test } from 'vitest'
import { withNewest } from '#web/features/talk/threads/shown-messages.ts'

/** A page with these messages; its cursor for older ones is the first number. */
const page = (first: number, last: number) => ({
  messages: Array.from({ length: last - first + 1 }, (_, index) => ({
    _id: `${first + index}`,
    from: 'rosa',
    text: `${first + index}`,
    at: new Date(Date.UTC(2026, 0, 1, 0, first + index)).toISOString(),
  })),
  next: first > 1 ? first : null,
})
const numbersOf = ({ messages }: ReturnType<typeof page>) => messages.map(({ text }) => Number(text))

test('what arrives is added to what is shown, whose older messages stay reachable', () => {
  const shown = withNewest(page(51, 100), page(52, 101))
  expect(numbersOf(shown)).toEqual(numbersOf(page(51, 101)))
  expect(shown.next).toBe(51)
})

test('a message withheld since is shown as withheld', () => {
  const newest = page(1, 3)
  const withheld = newest.messages.map((message) => ({ ...message, text: 'Tolto' }))
  expect(withNewest(page(1, 3), { ...newest, messages: withheld }).messages).toEqual(withheld)
})

test('after more new messages than a page has, the newest page is shown, from which all others are reachable', () => {
  expect(withNewest(page(1, 10), page(61, 110))).toEqual(page(61, 110))
})
