import type { Page } from '@playwright/test'
import { DEMO_BUYER, DEMO_SELLER, openAsDemoMember } from './accounts.ts'
import { overflow } from './axe.ts'
import { setUpViewer } from './browser.ts'
import { faultsAtEverySize, PHONE } from './fits.ts'
import { expect, test } from './fixtures.ts'
import { freePart, topOfContent } from './geometry.ts'
import { untilAnswered, whenLoaded } from './idle.ts'
import { publishByApi } from './listings.ts'
import { createScreenData, KINDS, type Kind, type ScreenData } from './screen-data.ts'
import { screensOf } from './screens.ts'

const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(path)
  await whenLoaded(page)
}

for (const kind of KINDS) {
  test(`nothing is covered, cut or too narrow at 320 pixels, 400 % zoom and text at 200 %, as ${kind}`, {
    tag: '@all',
  }, async ({ page, context, piazza, consoleErrors }) => {
    test.setTimeout(600_000)
    const data = await createScreenData(piazza.origin)
    await setUpViewer(context, kind, data, piazza.origin)
    const found: string[] = []
    for (const { path } of screensOf(kind, data).filter((screen) => screen.for.includes(kind))) {
      await untilAnswered(page, () => open(page, path))
      found.push(...(await faultsAtEverySize(page)).map((fault) => `${path}, ${fault}`))
    }
    consoleErrors.length = 0
    expect(found).toEqual([])
  })
}

test('at 400 % zoom half of the screen is free of bars, also while the cookie bar is open', { tag: '@all' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 256 })
  await open(page, '/')
  await expect(page.locator('html')).toHaveAttribute('data-consent', 'wanted')
  expect(await freePart(page)).toBeGreaterThanOrEqual(0.5)
  await page.evaluate(() => window.scrollTo(0, 600))
  expect(await freePart(page)).toBe(1)
})

test('the cookie bar covers nothing at 320 pixels, 400 % zoom and text at 200 %', { tag: '@all' }, async ({ page }) => {
  await page.setViewportSize(PHONE)
  for (const path of ['/', '/signin']) {
    await open(page, path)
    await expect(page.getByRole('region', { name: 'Cookie' })).toBeVisible()
    expect(await faultsAtEverySize(page), path).toEqual([])
  }
})

const BARS = ['nav[aria-label="Principale"]', 'section[aria-label="Cookie"]', '[data-contact-bar]', '[data-form-bar]']

/** What stays at the bottom of the screen. */
const bottomBars = async (page: Page): Promise<{ y: number; name: string }[]> =>
  page.evaluate(
    (bars) =>
      bars.flatMap((name) => {
        const bar = document.querySelector(name)
        const isFixed = bar?.checkVisibility() && ['fixed', 'sticky'].includes(getComputedStyle(bar).position)
        return bar && isFixed ? [{ name, y: bar.getBoundingClientRect().y }] : []
      }),
    BARS,
  )

const fullyVisibleCards = async (page: Page): Promise<number> => {
  const top = Math.min(...(await bottomBars(page)).map(({ y }) => y))
  const boxes = await Promise.all((await page.locator('main article').all()).map((card) => card.boundingBox()))
  return boxes.filter((box) => box && box.y + box.height <= top).length
}

const begin = async (page: Page, kind: Kind, origin: string): Promise<ScreenData> => {
  const data = await createScreenData(origin)
  await setUpViewer(page.context(), kind, data, origin)
  await page.setViewportSize(PHONE)
  return data
}

test('a visitor’s first screen on a phone has the introduction, one filled button, the tabs, two cards and the cookie bar', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  await open(page, '/')
  await expect(page.getByRole('region', { name: 'Cookie' })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('region', { name: 'Che cos’è Piazza' })).toBeInViewport({ ratio: 1 })
  expect(await fullyVisibleCards(page)).toBeGreaterThanOrEqual(2)
  const filled = await page.evaluate(() => {
    const colour = getComputedStyle(document.documentElement).getPropertyValue('--forest').trim()
    const probe = document.createElement('i')
    probe.style.color = colour
    document.body.append(probe)
    const { color } = getComputedStyle(probe)
    probe.remove()
    const isFilled = (each: Element) =>
      each.checkVisibility() &&
      each.getBoundingClientRect().top < innerHeight &&
      getComputedStyle(each).backgroundColor === color
    return [...document.querySelectorAll('a, button')].filter(isFilled).map((each) => each.textContent)
  })
  expect(filled).toEqual(['Registrati'])
})

test('one bar at most stays at the bottom of a phone, before and after the answer about cookies', {
  tag: '@all',
}, async ({ page, piazza }) => {
  await page.setViewportSize(PHONE)
  const { id } = await publishByApi(piazza.origin)
  const names = async () => (await bottomBars(page)).map(({ name }) => name)
  await open(page, '/')
  expect(await names()).toEqual(['section[aria-label="Cookie"]'])
  await page.getByRole('button', { name: 'Rifiuta' }).click()
  await expect.poll(names).toEqual(['nav[aria-label="Principale"]'])
  await openAsDemoMember(page, DEMO_BUYER, `/product/${id}`)
  expect(await names()).toEqual(['[data-contact-bar]'])
  await page.getByRole('button', { name: 'Rifiuta' }).click()
  expect(await names()).toEqual(['[data-contact-bar]'])
})

test('the header of a phone keeps its two rows with a cart in it', { tag: '@all' }, async ({ page, piazza }) => {
  const data = await begin(page, 'visitor', piazza.origin)
  const { cartItems } = data.viewers.seller.storage
  for (const width of [320, 360, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await open(page, '/cart')
    const empty = await page.getByRole('banner').boundingBox()
    await page.evaluate((items) => localStorage.setItem('cartItems', JSON.stringify(items)), cartItems)
    await page.reload()
    await whenLoaded(page)
    await expect(page.getByRole('banner').getByRole('link', { name: /Carrello/ })).toBeVisible()
    expect((await page.getByRole('banner').boundingBox())?.height, `${width} pixels`).toBe(empty?.height)
    await page.evaluate(() => localStorage.removeItem('cartItems'))
  }
})

test('a member’s page begins within 150 pixels on a phone, with two cards on the home', { tag: '@all' }, async ({
  page,
  piazza,
}) => {
  await begin(page, 'seller', piazza.origin)
  for (const path of ['/search', '/profile', '/messaggi', '/orderlist/seller', '/']) {
    await open(page, path)
    expect(await topOfContent(page), path).toBeLessThanOrEqual(150)
  }
  expect(await fullyVisibleCards(page)).toBeGreaterThanOrEqual(2)
})

test('words without a space widen no page of a listing', { tag: ['@all', '@both'] }, async ({ page, piazza }) => {
  const word = (letters: string, length: number) => letters.repeat(length).slice(0, length)
  const name = word('Pneumoultramicro', 60)
  const category = word('Wollmilchsau', 60)
  const brand = word('MMMMWWWW', 60)
  const description = `${word('https://esempio.test/', 40)}${word('w', 400)}`
  const { id } = await publishByApi(piazza.origin, { name, category, brand, description })
  await openAsDemoMember(page, DEMO_BUYER, `/product/${id}`)
  const wide: string[] = []
  for (const path of [
    `/product/${id}`,
    '/',
    `/search/name/${name}`,
    `/search/category/${category}`,
    `/cart/${id}?qty=1`,
    '/shipping',
  ]) {
    await open(page, path)
    if ((await overflow(page)) > 0) wide.push(`${path.slice(0, 40)}: ${await overflow(page)} px`)
  }
  await openAsDemoMember(page, DEMO_SELLER, `/product/${id}/edit`)
  for (const path of [`/product/${id}/edit`, `/product/${id}`, '/productlist/seller']) {
    await open(page, path)
    if ((await overflow(page)) > 0) wide.push(`${path.slice(0, 40)}, of its owner: ${await overflow(page)} px`)
  }
  expect(wide).toEqual([])
})
