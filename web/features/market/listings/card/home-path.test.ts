import { expect, test } from 'vitest'
import { homePath, readHome } from '#web/features/market/listings/card/home-path.ts'

const at = (path: string) => new URL(`http://piazza.test${path}`)

test('tab and page are converted to a path and back', () => {
  expect(homePath('all', 1)).toBe('/')
  expect(homePath('all', 2)).toBe('/p/2')
  expect(homePath('offro', 1)).toBe('/?sezione=offro')
  expect(homePath('dono', 3)).toBe('/p/3?sezione=dono')
  expect(readHome(at('/p/3?sezione=dono'), '3')).toEqual({ tab: 'dono', page: 3 })
  expect(readHome(at('/'))).toEqual({ tab: 'all', page: 1 })
})

test('unknown sections and invalid page numbers are rejected', () => {
  for (const section of ['altro', 'all', '']) expect(readHome(at(`/?sezione=${section}`)), section).toBeUndefined()
  for (const p of ['0', '-1', '1.5', 'due', '01']) expect(readHome(at(`/p/${p}`), p)).toBeUndefined()
})
