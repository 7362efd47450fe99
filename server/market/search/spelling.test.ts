import { expect, test } from 'vitest'
import { isClose, mostLettersOf } from '#server/market/search/spelling.ts'

test.each([
  ['biciceta', 'bicicletta'],
  ['marmelatta', 'marmellata'],
  ['libbro', 'libro'],
  ['tavlo', 'tavolo'],
  ['seida', 'sedia'],
  ['lampafa', 'lampada'],
  ['dela', 'della'],
])('%s is a slip for %s', (typed, word) => expect(isClose(typed, word)).toBe(true))

test.each([
  ['letto', 'detto'],
  ['pianoforte', 'passeggino'],
  ['pane', 'cane'],
  ['cassa', 'carta'],
  ['miele', 'mille'],
  ['vite', 'vita'],
  ['biciceta', 'bicchiere'],
])('%s is another word than %s', (typed, word) => expect(isClose(typed, word)).toBe(false))

test('an incomplete word stands for one that is not much longer; a complete one stands for itself', () => {
  expect(mostLettersOf('marmell')).toBeGreaterThanOrEqual('marmellata'.length)
  expect(mostLettersOf('fisarmo')).toBeGreaterThanOrEqual('fisarmonica'.length)
  expect(mostLettersOf('sport')).toBeLessThan('sportello'.length)
  expect(mostLettersOf('porta')).toBe(0)
})
