import type { Page } from '@playwright/test'
import { DEMO_PASSWORD, DEMO_SELLER } from './accounts.ts'
import { overflow } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { whenLoaded } from './idle.ts'

const MOST_TABS = 60

/** The name of the focused element, and whether its focus is visible. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement
    const around = element.closest('article, label') ?? element
    const marked = [element, around].some((each) => getComputedStyle(each).outlineStyle !== 'none')
    const label = element.getAttribute('aria-label') ?? (element as HTMLInputElement).labels?.[0]?.textContent
    return { name: (label ?? element.textContent ?? '').trim(), marked }
  })

/** Presses Tab until the named element has the focus; every element on the way must show its focus. */
const tabTo = async (page: Page, name: string | RegExp) => {
  for (let presses = 0; presses < MOST_TABS; presses++) {
    await page.keyboard.press('Tab')
    const now = await focused(page)
    expect(now.marked, `one sees that «${now.name}» has the focus`).toBe(true)
    if (typeof name === 'string' ? now.name === name : name.test(now.name)) return
  }
  throw new Error(`Tab does not lead to ${name}`)
}

test('sign in, search, open a listing and contact its seller, using only the keyboard', async ({ page }) => {
  await page.goto('/signin')
  // Forms cannot be sent before hydration.
  await expect(page.getByRole('main').getByRole('button', { name: 'Accedi' })).toBeEnabled()
  await whenLoaded(page)
  await page.keyboard.press('Tab')
  expect((await focused(page)).name).toBe('Vai al contenuto')
  await page.keyboard.press('Enter')
  await tabTo(page, 'E-mail')
  await page.keyboard.type(DEMO_SELLER)
  await tabTo(page, 'Password')
  await page.keyboard.type(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/')
  await expect(page.locator('main')).toBeFocused()

  await page.reload()
  await whenLoaded(page)
  await tabTo(page, 'Cerca negli annunci')
  await page.keyboard.type('bicicletta città')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/search\/name\//)
  await expect(page.locator('main')).toBeFocused()
  await tabTo(page, /^Bicicletta da città/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/product\//)
  await expect(page.locator('main')).toBeFocused()
  await tabTo(page, 'Contatta Offerente')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: /^Scrivi a/ })).toBeVisible()
  await tabTo(page, "Invia richiesta all'offerente")
})

test('text at twice the size does not overflow', { tag: '@all' }, async ({ page }) => {
  for (const path of ['/', '/search', '/signin', '/register', '/tutti_noi']) {
    await page.goto(path)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    expect(await overflow(page), path).toBeLessThanOrEqual(0)
  }
})
