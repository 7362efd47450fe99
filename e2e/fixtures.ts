import { rm } from 'node:fs/promises'
import { test as base, expect, type Page } from '@playwright/test'
import { newObjections, overflow } from './axe.ts'
import { aFolder, openPiazza } from './piazza.ts'
import { copyTemplate } from './template.ts'

type Journey = {
  /** Opens a path, and checks the page as every page must be: no error in the console, one h1, nothing axe objects to. */
  visit(path: string): Promise<void>
  /** The same checks for where a click has led. */
  arrived(): Promise<void>
}

const checkPage = async (page: Page) => {
  await expect(page.locator('h1')).toHaveCount(1)
  expect(await page.title()).not.toBe('')
  expect(await newObjections(page)).toEqual([])
  expect(await overflow(page), 'nothing may stick out to the right').toBeLessThanOrEqual(0)
}

export const test = base.extend<{ journey: Journey; complaints: string[] }, { piazza: { origin: string } }>({
  piazza: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the parts from this pattern
    async ({}, use) => {
      const folder = await aFolder()
      await copyTemplate(folder)
      const piazza = await openPiazza(folder)
      await use(piazza)
      await piazza.close()
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ piazza }, use) => use(piazza.origin),
  complaints: [
    async ({ page }, use) => {
      const heard: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') heard.push(message.text())
      })
      page.on('pageerror', (error) => heard.push(String(error)))
      await use(heard)
      expect(heard, 'the console stays clean').toEqual([])
    },
    { auto: true },
  ],
  journey: async ({ page }, use) => {
    const arrived = async () => {
      await page.waitForLoadState('networkidle')
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
