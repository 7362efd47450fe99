import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { isChecked, markChecked } from './checked-pages.ts'

const PARTS = 'header, main, footer, aside, dialog[open], [role=dialog]'

/** The violations that axe finds in a page, one line each; `checked` are indexes of the parts outside of main to leave out. */
const findViolations = async (page: Page, checked: number[]): Promise<string[]> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    async ([parts, indexes]) => {
      const { axe: checker } = window as unknown as { axe: typeof axe }
      const all = [...document.querySelectorAll(parts)]
      const exclude = indexes.flatMap((index) => all[index] ?? []).filter((part) => !part.closest('main'))
      const { violations } = await checker.run(
        { include: [document.documentElement], exclude },
        { resultTypes: ['violations'], rules: { 'target-size': { enabled: true } }, iframes: false },
      )
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)
    },
    [PARTS, checked] as const,
  )
}

// The result of axe depends on the elements, width and colours of a page, not on how often an element is repeated.
const partsOf = (page: Page): Promise<string[]> =>
  page.evaluate((selector) => {
    const dark = matchMedia('(prefers-color-scheme: dark)').matches
    const kind = (each: Element | null) =>
      `${each?.tagName}.${each?.getAttribute('class')}.${each?.getAttribute('role')}`
    const elements = (part: Element) =>
      [...part.querySelectorAll('*')].map((each) => `${kind(each.parentElement)}>${kind(each)}`)
    const structure = (part: Element) => [...new Set(elements(part))].sort()
    const parts = [...document.querySelectorAll(selector)]
    return parts.map((part) => `${innerWidth} ${dark} ${part.tagName} ${structure(part).join(' ')}`)
  }, PARTS)

/** The violations of a page and its overflow at other widths; parts with the structure of one already checked are left out. */
export const findNewViolations = async (page: Page, widths: number[] = []): Promise<string[]> => {
  const parts = (await partsOf(page)).map((part) => `${widths} ${part}`)
  if (parts.length > 0 && parts.every(isChecked)) return []
  const checked = [...parts.keys()].filter((index) => isChecked(parts[index] ?? ''))
  const found = [...(await findViolations(page, checked)), ...(await atOtherWidths(page, widths))]
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
