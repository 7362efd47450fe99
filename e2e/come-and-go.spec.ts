import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { whenListingPreloaded, whenLoaded } from './idle.ts'

const scrolled = (page: Page) => page.evaluate(() => Math.round(window.scrollY))
const skeleton = (page: Page) => page.locator('main [data-shape]')

const openHome = async (page: Page) => {
  await page.goto('/')
  await whenLoaded(page)
}

/** Delays the data of the next pages until released. */
const slowPages = async (page: Page) => {
  const { promise, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/*.data*', async (route) => {
    await promise
    await route.continue()
  })
  return release
}

test('a new page starts at the top, and going back restores the scroll position', { tag: ['@all', '@phone'] }, async ({
  page,
}) => {
  await openHome(page)
  const card = page.locator('main article').nth(8).getByRole('link')
  await card.scrollIntoViewIfNeeded()
  const before = await scrolled(page)
  expect(before).toBeGreaterThan(100)
  await card.click()
  await expect(page).toHaveURL(/\/product\//)
  await expect(page.getByRole('navigation', { name: 'Percorso' })).toBeAttached()
  await expect.poll(() => scrolled(page)).toBe(0)
  const release = await slowPages(page)
  await page.goBack()
  await expect(skeleton(page)).toBeVisible()
  release()
  await expect(page.getByRole('heading', { name: 'NUOVE ATTIVITÀ' })).toBeVisible()
  await expect.poll(() => scrolled(page)).toBe(before)
})

test('another section of the home starts at the top', { tag: ['@all', '@both'] }, async ({ page }) => {
  await openHome(page)
  await page.locator('main article').nth(8).scrollIntoViewIfNeeded()
  expect(await scrolled(page)).toBeGreaterThan(100)
  const gifts = page.getByRole('navigation', { name: 'Sezioni' }).getByRole('link', { name: 'Dono/Tempo' })
  await gifts.dispatchEvent('click')
  await expect(gifts).toHaveAttribute('aria-current', 'page')
  await expect.poll(() => scrolled(page)).toBe(0)
})

test('a slow page shows a skeleton while it loads', { tag: '@all' }, async ({ page }) => {
  await openHome(page)
  const release = await slowPages(page)
  await page.locator('main article').first().getByRole('link').click()
  await expect(skeleton(page)).toBeVisible()
  release()
  await expect(page.getByRole('navigation', { name: 'Percorso' })).toBeVisible()
  await expect(skeleton(page)).toHaveCount(0)
})

test('a page that cannot be loaded offline says so, and loads once online', { tag: '@all' }, async ({
  page,
  context,
  consoleErrors,
}) => {
  await openHome(page)
  await whenListingPreloaded(page)
  await context.setOffline(true)
  await page.locator('main article').first().getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Annuncio')
  await expect(page.getByRole('alert')).toContainText('controlla la connessione e riprova')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Riprova' }).click()
  await expect(page.getByRole('navigation', { name: 'Percorso' })).toBeVisible()
  consoleErrors.length = 0
})
