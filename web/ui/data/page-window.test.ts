import { expect, test } from 'vitest'
import { pageWindow } from '#web/ui/data/page-window.ts'

test('a few pages are all shown', () => {
  expect(pageWindow(1, 1)).toEqual([1])
  expect(pageWindow(1, 6)).toEqual([1, 2, 3, 4, 5, 6])
})

test('many pages are shown around the current one, with the ends', () => {
  expect(pageWindow(1, 90)).toEqual([1, 2, 'gap', 90])
  expect(pageWindow(45, 90)).toEqual([1, 'gap', 44, 45, 46, 'gap', 90])
  expect(pageWindow(90, 90)).toEqual([1, 'gap', 89, 90])
})

test('a gap never hides a single page', () => {
  expect(pageWindow(4, 9)).toEqual([1, 2, 3, 4, 5, 'gap', 9])
})

test('a page past the end still shows the way back', () => {
  expect(pageWindow(12, 3)).toEqual([1, 2, 3])
})
