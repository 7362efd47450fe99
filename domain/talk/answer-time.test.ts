import { expect, test } from 'vitest'
import { answerTimeText } from '#domain/talk/answer-time.ts'

test.each([
  [5, 'di solito risponde entro un’ora'],
  [61, 'di solito risponde entro 2 ore'],
  [24 * 60, 'di solito risponde entro 24 ore'],
  [30 * 60, 'di solito risponde entro 2 giorni'],
])('a usual answer after %i minutes is shown as «%s»', (minutes, text) => {
  expect(answerTimeText(minutes)).toBe(text)
})
