import { expect, test } from './fixtures.ts'
import { whenLoaded } from './idle.ts'

test('suggestions appear while typing and can be chosen by keyboard', { tag: ['@all', '@phone'] }, async ({
  page,
  journey,
}) => {
  await journey.visit('/')
  const search = page.getByRole('combobox', { name: 'Cerca negli annunci' })
  const suggested = page.getByRole('listbox', { name: 'Suggerimenti' }).getByRole('option')
  await search.pressSequentially('bici')
  await expect(suggested.first()).toBeVisible()
  await expect(search).toHaveAttribute('aria-expanded', 'true')
  await journey.arrived()
  await search.press('ArrowDown')
  await expect(suggested.first()).toHaveAttribute('aria-selected', 'true')
  await search.press('Escape')
  await expect(suggested).toHaveCount(0)
  await search.press('c')
  await expect(suggested.first()).toBeVisible()
  await search.press('ArrowDown')
  await search.press('Enter')
  await expect(page).toHaveURL(/\/(search|product)\//)
  await expect(suggested).toHaveCount(0)
})

test('results near a comune come first, combined with other filters', { tag: ['@all', '@phone'] }, async ({
  page,
  journey,
}) => {
  await journey.visit('/search')
  await page.getByText('Vicino a me', { exact: true }).click()
  const comune = page.getByRole('combobox', { name: 'Comune' })
  await comune.fill('torin')
  await page.getByRole('option', { name: 'Torino Torino' }).click()
  await expect(page).toHaveURL('/search?near=Torino+%28TO%29')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Annunci vicino a Torino (TO)')
  await expect(page.locator('main article').first()).toBeVisible()
  await journey.arrived()
  await expect(page.locator('main article').first()).toContainText('Torino')
  await page.getByRole('button', { name: 'Filtri' }).click()
  await expect(page.getByRole('link', { name: 'Più vicini' })).toHaveAttribute('aria-current', 'true')
  await page.getByRole('link', { name: 'Entro 100 km' }).click()
  await expect(page).toHaveURL('/search?near=Torino+%28TO%29&km=100')
  await page.getByRole('button', { name: /^Mostra \d+ annunci$/ }).click()
  await page.getByRole('link', { name: 'Togli il filtro Entro 100 km da Torino (TO)' }).click()
  await expect(page).toHaveURL('/search')
})

test('the browser’s position finds the comune; without it the comune is typed', { tag: '@all' }, async ({
  page,
  context,
}) => {
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 45.07, longitude: 7.69 })
  await page.goto('/search/name/pane')
  await whenLoaded(page)
  await page.getByText('Vicino a me', { exact: true }).click()
  await expect(page).toHaveURL('/search/name/pane?near=Torino+%28TO%29')
  await context.clearPermissions()
  await page.goto('/search')
  await whenLoaded(page)
  await page.getByText('Vicino a me', { exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText('Il browser non ci ha detto dove sei: scrivi il comune.')
  await page.getByRole('combobox', { name: 'Comune' }).fill('Paperopoli')
  await page.getByRole('button', { name: 'Mostra' }).click()
  await expect(page.getByRole('alert')).toHaveText('Non conosciamo questo comune.')
})

test('near me works without JavaScript', { tag: '@all' }, async ({ browser, piazza }) => {
  const page = await browser.newPage({ javaScriptEnabled: false, baseURL: piazza.origin })
  await page.goto('/search/rating/0/order/lowest')
  await page.getByText('Vicino a me', { exact: true }).click()
  await page.getByRole('combobox', { name: 'Comune' }).fill('Torino')
  await page.getByRole('button', { name: 'Mostra' }).click()
  await expect(page).toHaveURL('/search/order/lowest?near=Torino')
  await expect(page.locator('main article').first()).toBeVisible()
  await page.close()
})
