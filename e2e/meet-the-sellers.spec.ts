import type { Locator } from '@playwright/test'
import { PRIVACY_TEXT_VERSION } from '#domain/accounts/consent.ts'
import { dative } from '#domain/accounts/names.ts'
import { formatDayMonth } from '#domain/base/dates.ts'
import { DEMO_BUYER, openAsDemoMember } from './accounts.ts'
import { expect, test } from './fixtures.ts'

test('a visitor opens the directory, a seller and one of their listings', { tag: '@all' }, async ({
  page,
  journey,
}) => {
  await journey.visit('/')
  await page.getByRole('banner').getByRole('link', { name: 'Noi Tutti' }).click()
  await expect(page).toHaveURL('/tutti_noi')
  await journey.arrived()
  await expect(page.getByText('aggiungi un’immagine e una descrizione nel tuo profilo')).toBeVisible()
  const best = page.getByRole('region', { name: 'I più apprezzati' }).getByRole('listitem')
  await expect(best).toHaveCount(3)
  await expect(best.first().getByRole('img', { name: /^\d.* su 5, \d+ recension/ })).toBeVisible()
  const first = page.locator('main article').first()
  const name = (await first.getByRole('link').textContent()) ?? ''
  await first.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await journey.arrived()
  const listing = page.locator('main article').first()
  await expect(listing).toBeVisible()
  await expect(page.getByText(/ · in Piazza da/)).toBeVisible()
  for (const rating of ['Annunci', 'Persona'])
    await expect(page.getByRole('listitem').filter({ hasText: rating }).getByRole('img')).toBeVisible()
  const title = (await listing.getByRole('link').first().textContent()) ?? ''
  await page.getByRole('link', { name: `Scrivi ${dative(name)}` }).click()
  await expect(page).toHaveURL(/\/product\//)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
})

test('a member writes to a seller from the seller’s page, which begins at once on a phone', {
  tag: ['@all', '@phone'],
}, async ({ page, journey, piazza }) => {
  const sellers = await (await fetch(`${piazza.origin}/api/users/top-sellers`)).json()
  await openAsDemoMember(page, DEMO_BUYER, '/')
  const own = await page.evaluate(() => JSON.parse(localStorage.getItem('userInfo') ?? '{}')._id)
  const seller = sellers.find((each: { _id: string }) => each._id !== own)
  await journey.visit(`/seller/${seller._id}`)
  const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN
  const write = page.getByRole('button', { name: /^Scrivi ad? / })
  const top = await topOf(page.getByRole('main'))
  expect((await topOf(page.getByRole('heading', { level: 1 }))) - top).toBeLessThan(50)
  expect((await topOf(write)) - top).toBeLessThan(300)
  await expect(page.getByRole('link', { name: 'Paga in VAL' })).toBeVisible()
  await write.click()
  await expect(page).toHaveURL(/\/messaggi\//)

  await page.goto(`/seller/${own}`)
  await page.getByRole('link', { name: 'Modifica la tua pagina' }).click()
  await expect(page).toHaveURL('/profilo/dati#offerente')
  await page.goBack()
  await expect(page.getByRole('link', { name: 'Paga in VAL' })).toHaveCount(0)
})

test('a seller’s page is complete in the HTML itself, and their link has rel=nofollow', { tag: '@all' }, async ({
  piazza,
}) => {
  const sellers = await (await fetch(`${piazza.origin}/api/users/sellers`)).json()
  const seller = sellers.find((each: { seller: { link: string } }) => each.seller.link)
  const html = await (await fetch(`${piazza.origin}/seller/${seller._id}`)).text()
  expect(html).toContain(`<meta property="og:title" content="${seller.seller.name}"`)
  expect(html).toMatch(/<a [^>]*rel="nofollow noopener ugc"/)
  expect(html).not.toContain('@esempio.test')
})

test('a logo that fails to load gives way to the placeholder', { tag: '@all' }, async ({ page, consoleErrors }) => {
  await page.route('**/uploads/**', (route) => route.abort())
  await page.goto('/tutti_noi')
  await expect(page.locator('main article img').first()).toHaveAttribute('src', '/placeholder/logo.svg')
  consoleErrors.length = 0
})

test('a seller that does not exist gives a not-found page', { tag: '@all' }, async ({ page, consoleErrors }) => {
  const answer = await page.goto('/seller/niente')
  expect(answer?.status()).toBe(404)
  await expect(page.getByText('Questo offerente non esiste.')).toBeVisible()
  consoleErrors.length = 0
})

test('the privacy page says what the law asks, with the figures the site goes by', { tag: '@all' }, async ({
  page,
  journey,
}) => {
  await journey.visit('/privacy')
  const [year = ''] = PRIVACY_TEXT_VERSION.split('-')
  await expect(page.getByText(`${formatDayMonth(PRIVACY_TEXT_VERSION)} ${year}`)).toBeVisible()
  await expect(page.getByText('150 giorni se accetti, 180 se rifiuti')).toBeVisible()
  await expect(page.getByText('foro di Torino')).toBeVisible()
})
