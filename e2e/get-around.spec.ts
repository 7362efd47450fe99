import type { Page } from '@playwright/test'
import { DEMO_BUYER, DEMO_SELLER, openAsDemoMember } from './accounts.ts'
import { expect, test } from './fixtures.ts'
import { whenLoaded } from './idle.ts'

const SCREEN = { width: 390, height: 844 }

const bottomOf = async (page: Page, index: number): Promise<number> => {
  const box = await page.locator('main article').nth(index).boundingBox()
  return (box?.y ?? 0) + (box?.height ?? 0)
}

test('on a phone two cards are visible without scrolling, and the main places are in a bar at the bottom', {
  tag: ['@all', '@phone'],
}, async ({ page, journey }) => {
  await journey.visit('/')
  await page.getByRole('button', { name: 'Rifiuta' }).click()
  await expect(page.getByRole('region', { name: 'Cookie' })).toBeHidden()
  const bar = page.getByRole('navigation', { name: 'Principale' })
  const top = (await bar.boundingBox())?.y ?? 0
  expect(await bottomOf(page, 1)).toBeLessThanOrEqual(top)
  await bar.getByRole('link', { name: 'Cerca' }).click()
  await expect(page).toHaveURL('/search')
  await expect(bar.getByRole('link', { name: 'Cerca' })).toHaveAttribute('aria-current', 'page')
  await bar.getByRole('link', { name: 'Pubblica' }).click()
  await expect(page.getByRole('heading', { name: 'Pubblica un annuncio' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Registrati' })).toBeVisible()
  await journey.arrived()
  await page.goto('/p/2')
  await expect(bar.getByRole('link', { name: 'Vetrina' })).toHaveAttribute('aria-current', 'true')
})

test('on a phone the link to the wallet is visible before the balance is known', {
  tag: ['@all', '@phone'],
}, async ({ page }) => {
  let balance: number | null = null
  await page.route('**/api/wallet/balance', (route) => route.fulfill({ json: { balance } }))
  await openAsDemoMember(page, DEMO_BUYER, '/')
  const wallet = page.getByRole('banner').getByRole('link', { name: 'Portafoglio', exact: true })
  await expect(wallet.locator('svg')).toBeVisible()
  balance = 12
  await page.reload()
  const withBalance = page.getByRole('banner').getByRole('link', { name: 'Portafoglio, saldo 12' })
  await expect(withBalance).toBeVisible()
  await expect(withBalance.locator('svg')).toBeHidden()
})

test('the header folds while scrolling down, comes back while scrolling up, and moves nothing', {
  tag: ['@all', '@phone'],
}, async ({ page }) => {
  await page.goto('/')
  await whenLoaded(page)
  const header = page.getByRole('banner')
  const card = page.locator('main article').nth(3)
  const scrollBy = (pixels: number) => page.evaluate((y) => window.scrollBy(0, y), pixels)
  const placeOfCard = () => card.evaluate((each) => each.getBoundingClientRect().top + window.scrollY)
  const before = await placeOfCard()
  // Repeated, because a scroll before the header listens changes nothing.
  await expect(async () => {
    await scrollBy(300)
    await expect(header).not.toBeInViewport({ timeout: 1_000 })
  }).toPass()
  expect(await placeOfCard()).toBe(before)
  await scrollBy(-100)
  await expect(header).toBeInViewport()
  expect(await placeOfCard()).toBe(before)
})

test('"Pubblica" opens the editor of a seller at once', { tag: '@all' }, async ({ page }) => {
  await openAsDemoMember(page, DEMO_SELLER, '/')
  await page.getByRole('banner').getByRole('link', { name: 'Pubblica' }).click()
  await expect(page).toHaveURL(/\/product\/[^/]+\/edit$/)
  const { pathname } = new URL(page.url())
  await page.getByRole('link', { name: 'Piazza, vai alla vetrina' }).click()
  await expect(page).toHaveURL('/')
  await page.getByRole('banner').getByRole('link', { name: 'Pubblica' }).click()
  // The draft that is still empty, not another one.
  await expect(page).toHaveURL(pathname)
})

/** The text of the focused element if another one covers it. */
const obscuredFocus = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement
    if (element === document.body || getComputedStyle(element).opacity === '0') return
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const points = [
      [(left + right) / 2, (top + bottom) / 2],
      [left + 2, top + 2],
      [right - 2, bottom - 2],
    ] as const
    const isSeen = points.some(([x, y]) => {
      const hit = document.elementFromPoint(x, y)
      return hit && (element.contains(hit) || hit.contains(element))
    })
    return isSeen ? undefined : element.textContent || element.outerHTML.slice(0, 80)
  })

/** Tab goes through the page; each element comes into view, at the latest when the page has stopped scrolling. */
const expectFocusInView = async (page: Page, presses: number): Promise<void> => {
  for (let pressed = 0; pressed < presses; pressed++) {
    await page.keyboard.press('Tab')
    await expect.poll(() => obscuredFocus(page)).toBeUndefined()
  }
}

test('no bar covers what has the focus, also while the cookie bar is open', { tag: ['@all', '@both'] }, async ({
  page,
}) => {
  await page.goto('/')
  await whenLoaded(page)
  await expect(page.getByRole('region', { name: 'Cookie' })).toBeVisible()
  await expectFocusInView(page, 70)
  await page.locator('main article a').first().click()
  await expect(page).toHaveURL(/\/product\//)
  await whenLoaded(page)
  await expectFocusInView(page, 60)
})

test('on a phone price and contact button are visible without scrolling and lead to the request', {
  tag: ['@all', '@phone'],
}, async ({ page }) => {
  await openAsDemoMember(page, DEMO_BUYER, '/search/name/bicicletta')
  await page.getByRole('link', { name: /^Bicicletta da città/ }).click()
  const contact = page.getByRole('button', { name: 'Contatta Offerente' })
  await expect(contact).toBeVisible()
  const box = await contact.boundingBox()
  expect((box?.y ?? SCREEN.height) + (box?.height ?? 0)).toBeLessThanOrEqual(SCREEN.height)
  await contact.click()
  await expect(page.getByRole('dialog')).toBeVisible()
})
