import { expect, test } from 'vitest'
import { soughtTitle } from '#domain/market/sought.ts'

test('the title of a «Cerco» says once that somebody seeks', () => {
  const titles = ['bici', 'cerco bici', 'Cercasi  bici', 'cercatore', 'cerco', `a${'b'.repeat(100)}`].map(soughtTitle)
  expect(titles).toEqual([
    'Cerco bici',
    'Cerco bici',
    'Cerco bici',
    'Cerco cercatore',
    'Cerco',
    `Cerco a${'b'.repeat(83)}`,
  ])
})
