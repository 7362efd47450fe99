import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { isSeen, note } from './seen.ts'

/** The violations that axe finds in a page, one line each. */
const objections = async (page: Page): Promise<string[]> => {
  // Our pages have no frames, and without them axe needs no second page.
  const axe = new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } })
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)
}

// The result of axe depends on the elements, width and colours of a page, not on how often an element is repeated.
const partsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const dark = matchMedia('(prefers-color-scheme: dark)').matches
    const kind = (each: Element | null) =>
      `${each?.tagName}.${each?.getAttribute('class')}.${each?.getAttribute('role')}`
    const pieces = (part: Element) =>
      [...part.querySelectorAll('*')].map((each) => `${kind(each.parentElement)}>${kind(each)}`)
    const built = (part: Element) => [...new Set(pieces(part))].sort()
    const parts = [...document.querySelectorAll('header, main, footer, aside, dialog[open], [role=dialog]')]
    return parts.map((part) => `${innerWidth} ${dark} ${part.tagName} ${built(part).join(' ')}`)
  })

/** The same, and what sticks out at other widths, unless each part of the page is built as one that was looked at before. */
export const newObjections = async (page: Page, widths: number[] = []): Promise<string[]> => {
  const parts = (await partsOf(page)).map((part) => `${widths} ${part}`)
  if (parts.every(isSeen)) return []
  const found = [...(await objections(page)), ...(await atOtherWidths(page, widths))]
  await Promise.all(parts.map(note))
  return found
}

const atOtherWidths = async (page: Page, widths: number[]): Promise<string[]> => {
  const usual = page.viewportSize() ?? { width: 0, height: 0 }
  const found: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ ...usual, width })
    if ((await overflow(page)) > 0) found.push(`sticks out to the right at ${width} points`)
  }
  if (widths.length > 0) await page.setViewportSize(usual)
  return found
}

/** How far the content overflows to the right, in pixels. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
