import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  COLOUR_ROLES,
  coloursOfFile,
  contrast,
  DEFAULT_COLOURS,
  isLegible,
  leastContrast,
  nearestLegible,
  REQUIRED_CONTRAST,
  themeCss,
  themePath,
} from '#domain/base/colours.ts'

const TOKENS = readFileSync(new URL('../../web/theme/tokens.css', import.meta.url), 'utf8')
const [light = '', dark = ''] = TOKENS.split('prefers-color-scheme: dark')
const token = (css: string, name: string): string => {
  const value = new RegExp(`--${name}: (#[0-9a-f]{6})`).exec(css)?.[1]
  if (!value) throw new Error(`no colour --${name}`)
  return value
}

test('contrast is that of the WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

test('the default colours are those of the theme and legible', () => {
  expect(DEFAULT_COLOURS).toEqual({
    primary: token(light, 'forest'),
    accent: token(light, 'terracotta'),
    primaryDark: token(dark, 'forest'),
    accentDark: token(dark, 'terracotta'),
  })
  for (const role of COLOUR_ROLES) expect(isLegible(role, DEFAULT_COLOURS[role])).toBe(true)
})

test('the nearest legible colour is legible on every ground of the theme, and a legible one stays as it is', {
  tags: 'slow',
}, () => {
  const failed: string[] = []
  for (let red = 0; red < 256; red += 51)
    for (let green = 0; green < 256; green += 51)
      for (let blue = 0; blue < 256; blue += 51) {
        const colour = `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`
        for (const role of COLOUR_ROLES) {
          const nearest = nearestLegible(role, colour)
          const scheme = role.endsWith('Dark') ? dark : light
          const grounds = ['ground', 'sheet', 'sunken', 'on-forest', 'ochre-tint'].map((name) => token(scheme, name))
          const least = Math.min(leastContrast(role, nearest), ...grounds.map((ground) => contrast(nearest, ground)))
          if (least < REQUIRED_CONTRAST || (isLegible(role, colour) && nearest !== colour))
            failed.push(`${role} ${colour}`)
        }
      }
  expect(failed).toEqual([])
})

test('the file of the theme is named by its colours, and none is needed for the default ones', () => {
  expect(themePath(DEFAULT_COLOURS)).toBeUndefined()
  const colours = { ...DEFAULT_COLOURS, primary: '#5a1a5a' }
  const path = themePath(colours) ?? ''
  expect(path).toBe('/theme/5a1a5a-a03a17-93cda9-f2a781.css')
  expect(coloursOfFile(path.replace('/theme/', ''))).toEqual(colours)
  expect(themeCss(colours)).toMatch(/^:root\{--forest:#5a1a5a;.*\}@media/)
  for (const other of ['', 'x.css', '5a1a5a-a03a17-93cda9.css', '../../x']) expect(coloursOfFile(other)).toBeUndefined()
})
