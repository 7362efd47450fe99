import { expect, test } from 'vitest'
import { pictureSources } from '#domain/market/uploads.ts'

test('an uploaded picture has three widths', () => {
  expect(pictureSources('/uploads/abc-1200.webp')).toEqual({
    src: '/uploads/abc-640.webp',
    srcSet: '/uploads/abc-320.webp 320w, /uploads/abc-640.webp 640w, /uploads/abc-1200.webp 1200w',
  })
})

test('any other URL is left unchanged', () => {
  expect(pictureSources('https://esempio.test/foto.jpg')).toEqual({ src: 'https://esempio.test/foto.jpg' })
})
