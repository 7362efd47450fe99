import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** What axe objects to in a page, as lines that can be read. */
const objections = async (page: Page): Promise<string[]> => {
  // Our pages have no frames: asking only this one saves opening a second page for the answer.
  const axe = new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } })
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)
}

// What axe says depends on how a page is built, on its width and its colours.
const partsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const dark = matchMedia('(prefers-color-scheme: dark)').matches
    const built = (part: Element) => [...part.querySelectorAll('*')].map((each) => `${each.tagName}.${each.className}`)
    const parts = [...document.querySelectorAll('header, main, footer, aside, dialog[open], [role=dialog]')]
    return parts.map((part) => `${innerWidth} ${dark} ${part.tagName} ${built(part).join(' ')}`)
  })

const seen = new Set<string>()

/** The same, unless each part of the page is built as one that was asked about before. */
export const newObjections = async (page: Page): Promise<string[]> => {
  const parts = await partsOf(page)
  if (parts.every((part) => seen.has(part))) return []
  const found = await objections(page)
  for (const part of parts) seen.add(part)
  return found
}

/** How far something sticks out to the right. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
