import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { isChecked, markChecked } from './checked-pages.ts'

/** The violations that axe finds in a page, one line each. */
const findViolations = async (page: Page): Promise<string[]> => {
  // Without frames axe needs no second page.
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
    const elements = (part: Element) =>
      [...part.querySelectorAll('*')].map((each) => `${kind(each.parentElement)}>${kind(each)}`)
    const structure = (part: Element) => [...new Set(elements(part))].sort()
    const parts = [...document.querySelectorAll('header, main, footer, aside, dialog[open], [role=dialog]')]
    return parts.map((part) => `${innerWidth} ${dark} ${part.tagName} ${structure(part).join(' ')}`)
  })

/** The violations of a page and its overflow at other widths; nothing if each part has the structure of one already checked. */
export const findNewViolations = async (page: Page, widths: number[] = []): Promise<string[]> => {
  const parts = (await partsOf(page)).map((part) => `${widths} ${part}`)
  if (parts.length > 0 && parts.every(isChecked)) return []
  const found = [...(await findViolations(page)), ...(await atOtherWidths(page, widths))]
  await Promise.all(parts.map(markChecked))
  return found
}

const atOtherWidths = async (page: Page, widths: number[]): Promise<string[]> => {
  const original = page.viewportSize() ?? { width: 0, height: 0 }
  const found: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ ...original, width })
    if ((await overflow(page)) > 0) found.push(`overflows to the right at ${width} pixels`)
  }
  if (widths.length > 0) await page.setViewportSize(original)
  return found
}

/** How far the content overflows to the right, in pixels. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
