import { expect, test } from './fixtures.ts'
import { whenLoaded } from './idle.ts'

const cards = 'main article'

test('a visitor changes page and section of the home, and returns to that page of all listings', {
  tag: '@phone',
}, async ({ page, journey }) => {
  await journey.visit('/')
  await expect(page.getByRole('heading', { name: 'NUOVE ATTIVITÀ' })).toBeVisible()
  const sections = page.getByRole('navigation', { name: 'Sezioni' })
  for (const name of ['Tutti', 'Vendo', 'Cerco', 'Partnership', 'Eventi', 'Dono/Tempo']) {
    await expect(sections.getByRole('link', { name })).toBeInViewport({ ratio: 1 })
  }
  await expect(page.locator(cards)).toHaveCount(12)
  await expect(
    page
      .locator(cards)
      .filter({ hasText: /\d VAL/ })
      .first(),
  ).toBeVisible()
  await expect(page.locator(cards).first()).toContainText(/oggi|ieri|giorni fa|\d\d\/\d\d\/\d{4}/)

  const firstTitle = page.locator(cards).first().getByRole('link').first()
  const onFirstPage = await firstTitle.textContent()
  await page.getByRole('navigation', { name: 'Pagine degli annunci' }).getByRole('link', { name: '2' }).click()
  await expect(page).toHaveURL('/p/2')
  await expect(firstTitle).not.toHaveText(onFirstPage ?? '')
  await journey.arrived()
  const onSecondPage = await firstTitle.textContent()

  await sections.getByRole('link', { name: 'Cerco' }).click()
  await expect(page).toHaveURL('/?sezione=cerco')
  await expect(sections.getByRole('link', { name: 'Cerco' })).toHaveAttribute('aria-current', 'page')
  await journey.arrived()

  await sections.getByRole('link', { name: 'Vendo' }).click()
  await expect(page).toHaveURL('/?sezione=offro')
  await journey.arrived()
  await expect(page.locator(cards).filter({ hasNotText: 'Vendo · ' })).toHaveCount(0)

  await sections.getByRole('link', { name: 'Tutti' }).click()
  await expect(page).toHaveURL('/p/2')
  await expect(firstTitle).toHaveText(onSecondPage ?? '')
})

test('a page past the end is not the one that the tab of its section returns to', { tag: '@all' }, async ({
  page,
  consoleErrors,
}) => {
  await page.goto('/p/999')
  await whenLoaded(page)
  const sections = page.getByRole('navigation', { name: 'Sezioni' })
  await sections.getByRole('link', { name: 'Cerco' }).click()
  await expect(page).toHaveURL('/?sezione=cerco')
  await whenLoaded(page)
  await expect(sections.getByRole('link', { name: 'Tutti' })).toHaveAttribute('href', '/')
  // The browser itself reports the missing page.
  consoleErrors.length = 0
})

test('cards tell their kind; proposals, events and gifts show no price', { tag: '@all' }, async ({ page, journey }) => {
  const kinds = { propongo: 'Partnership · Proposta', avviso: 'Evento · Avviso', dono: /Dono · (Prodotto|Servizio)/ }
  for (const [section, kind] of Object.entries(kinds)) {
    await journey.visit(`/?sezione=${section}`)
    await expect(page.locator(cards).first()).toContainText(kind)
    await expect(page.locator(cards).filter({ hasText: /\d (VAL|€)/ })).toHaveCount(0)
  }
})

test('the sidebar lists the categories, and one leads to its listings', { tag: ['@all', '@phone'] }, async ({
  page,
  journey,
}) => {
  await journey.visit('/')
  await page.getByRole('button', { name: 'Categorie' }).click()
  const sidebar = page.getByRole('dialog', { name: 'Categorie' })
  await sidebar.getByRole('link', { name: 'Libri' }).click()
  await expect(page).toHaveURL('/search/category/Libri')
  await expect(sidebar).toBeHidden()
  await journey.arrived()
  await expect(page.locator(cards).first()).toBeVisible()
})

test('when the categories cannot be loaded the sidebar says so and can retry', { tag: '@all' }, async ({
  page,
  journey,
  consoleErrors,
}) => {
  await journey.visit('/')
  await page.route('**/api/products/categories', (route) =>
    route.fulfill({ status: 503, json: { message: 'Torniamo subito.' } }),
  )
  await page.getByRole('button', { name: 'Categorie' }).click()
  const sidebar = page.getByRole('dialog', { name: 'Categorie' })
  // The generic text, not the server's.
  await expect(sidebar.getByRole('alert')).toHaveText('Qualcosa è andato storto. Riprova tra poco.')
  // The browser itself reports the refused request.
  expect(consoleErrors.splice(0)).toHaveLength(1)
  await page.unroute('**/api/products/categories')
  await sidebar.getByRole('button', { name: 'Riprova' }).click()
  await expect(sidebar.getByRole('link', { name: 'Libri' })).toBeVisible()
})

test('a search from the header shows what it finds, and says when nothing is found', { tag: '@all' }, async ({
  page,
  journey,
}) => {
  await journey.visit('/')
  await page.getByRole('combobox', { name: 'Cerca negli annunci' }).fill('bicicletta')
  await page.getByRole('combobox', { name: 'Cerca negli annunci' }).press('Enter')
  await expect(page).toHaveURL('/search/name/bicicletta')
  await journey.arrived()
  await expect(page.locator(cards).first()).toBeVisible()
  await journey.visit('/search/name/zzzzzz')
  await expect(page.getByText('Nessun annuncio trovato')).toBeVisible()
})

test('the banner can be stopped, and does not move with prefers-reduced-motion', { tag: '@all' }, async ({ page }) => {
  await page.goto('/')
  const moving = () =>
    page.evaluate(() => document.getAnimations().filter((each) => each.playState === 'running').length)
  await expect.poll(moving).toBeGreaterThan(0)
  await page.getByRole('checkbox', { name: 'Ferma il testo che scorre' }).check()
  await expect.poll(moving).toBe(0)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.reload()
  await expect.poll(moving).toBe(0)
})
