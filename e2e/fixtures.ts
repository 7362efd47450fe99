import { test as base, expect, type Page } from '@playwright/test'
import { DEMO_SELLER, openAsDemoMember } from './accounts.ts'
import { findNewViolations, overflow } from './axe.ts'
import { followRequests, whenLoaded } from './idle.ts'
import { type Piazza, piazzaOfWorker } from './template.ts'

export type Journey = {
  /** Opens a path and checks the page: one h1, a title, no violation found by axe, no overflow. */
  visit(path: string): Promise<void>
  /** The same checks for the current page, after a click. */
  arrived(): Promise<void>
}

const checkPage = async (page: Page) => {
  await expect(page.locator('h1')).toHaveCount(1)
  expect(await page.title()).not.toBe('')
  expect(await findNewViolations(page)).toEqual([])
  expect(await overflow(page), 'nothing overflows to the right').toBeLessThanOrEqual(0)
}

export const test = base.extend<
  {
    journey: Journey
    consoleErrors: string[]
    /** A page of another browser, with the demo seller signed in. */
    seller: Page
  },
  { piazza: Piazza }
>({
  piazza: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
    async ({}, use, { parallelIndex }) => use(piazzaOfWorker(parallelIndex)),
    { scope: 'worker' },
  ],
  baseURL: async ({ piazza }, use) => use(piazza.origin),
  context: async ({ context }, use) => {
    context.on('page', followRequests)
    await use(context)
  },
  consoleErrors: [
    async ({ page }, use) => {
      const messages: string[] = []
      page.on('console', (message) => {
        // Calls in the background, such as the number of notices, are refused once a session has ended.
        const isRefused = message.text().includes('401 (Unauthorized)')
        if (['error', 'warning'].includes(message.type()) && !isRefused) messages.push(message.text())
      })
      page.on('pageerror', (error) => messages.push(String(error)))
      await use(messages)
      expect(messages, 'no errors in the console').toEqual([])
    },
    { auto: true },
  ],
  seller: async ({ browser, page, piazza }, use) => {
    const context = await browser.newContext({ baseURL: piazza.origin, viewport: page.viewportSize() })
    const seller = await context.newPage()
    await openAsDemoMember(seller, DEMO_SELLER, '/')
    await use(seller)
    await context.close()
  },
  journey: async ({ page }, use) => {
    const arrived = async () => {
      await whenLoaded(page)
      await checkPage(page)
    }
    await use({
      arrived,
      visit: async (path) => {
        await page.goto(path)
        await arrived()
      },
    })
  },
})

export { expect }
