import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** What axe objects to in a page, as lines that can be read. */
export const objections = async (page: Page): Promise<string[]> => {
  // Our pages have no frames: asking only this one saves opening a second page for the answer.
  const axe = new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } })
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)
}

/** How far something sticks out to the right. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
