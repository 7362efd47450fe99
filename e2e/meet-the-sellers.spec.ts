import { expect, test } from './fixtures.ts'

test('a visitor opens the directory, a seller and one of their listings', async ({ page, journey }) => {
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
  await expect(page.locator('main article').first()).toBeVisible()
})

test('a seller’s page is complete in the HTML itself, and their link has rel=nofollow', async ({ piazza }) => {
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
  await expect(page.getByText('30 luglio 2025')).toBeVisible()
  await expect(page.getByText('150 giorni se accetti, 180 se rifiuti')).toBeVisible()
  await expect(page.getByText('foro di Torino')).toBeVisible()
})
