import { aVerifiedMember, signIn } from './accounts.ts'
import { expect, test } from './fixtures.ts'

const count = /^(almeno )?\d+ annunc[io]$/

test('filters in a sheet tell how many listings they find', { tag: ['@all', '@phone'] }, async ({ page, journey }) => {
  await journey.visit('/search')
  await expect(page.getByRole('heading', { level: 2, name: count })).toBeVisible()
  const opener = page.getByRole('button', { name: 'Filtri' })
  await opener.click()
  const sheet = page.getByRole('dialog', { name: 'Filtri' })
  await expect(sheet.getByRole('navigation', { name: 'Che cosa' }).getByRole('link')).toHaveText([
    'Tutto',
    'Vendo',
    'Cerco',
    'Partnership',
    'Evento',
    'Dono',
  ])
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(opener).toBeFocused()
  await opener.click()
  await sheet.getByRole('button', { name: 'Chiudi' }).click()
  await expect(opener).toBeFocused()
  await opener.click()
  const gifts = page.getByRole('link', { name: 'Dono', exact: true })
  const pictured = page.getByRole('link', { name: 'Con foto', exact: true })
  // Faster than the first answer: the second tap keeps the first filter.
  const second = await pictured.elementHandle()
  await gifts.evaluate((first, other) => {
    for (const link of [first, other]) (link as HTMLElement).click()
  }, second)
  await expect(page).toHaveURL('/search?section=dono&picture=1')
  for (const link of [gifts, pictured]) await expect(link).toHaveAttribute('aria-current', 'true')
  const show = page.getByRole('button', { name: /^Mostra \d+ annunc[io]$/ })
  await expect(show).toBeVisible()
  await journey.arrived()
  const total = (await show.textContent())?.replace('Mostra ', '') ?? ''
  await show.click()
  await expect(page.getByRole('heading', { level: 2, name: total })).toBeVisible()
  await expect(page.locator('main article').filter({ hasText: 'VAL' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Togli il filtro Dono' }).click()
  await expect(page).toHaveURL('/search?picture=1')
})

test('the filters are shown without JavaScript too', { tag: ['@all', '@phone'] }, async ({ browser, piazza }) => {
  const viewport = { width: 390, height: 844 }
  const page = await browser.newPage({ javaScriptEnabled: false, baseURL: piazza.origin, viewport })
  await page.goto('/search')
  const gifts = page.getByRole('link', { name: 'Dono', exact: true })
  await expect(gifts).toBeHidden()
  await page.getByRole('link', { name: 'Filtri' }).click()
  await gifts.click()
  await expect(page).toHaveURL('/search?section=dono')
  await page.close()
})

test('a corrected search says so, with a way back to the words as typed', { tag: ['@all', '@phone'] }, async ({
  page,
  journey,
}) => {
  await journey.visit('/search/name/biciceta')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Risultati per «bicicletta»')
  await expect(page.getByText('Nessun risultato per «biciceta»: ecco «bicicletta».')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Togli il filtro «bicicletta»' })).toBeVisible()
  await expect(page.locator('main article').first()).toBeVisible()
  await page.getByRole('link', { name: 'Cerca proprio «biciceta»' }).click()
  await expect(page).toHaveURL('/search/name/biciceta?exact=1')
  await expect(page.getByText('Nessun annuncio trovato')).toBeVisible()
  await expect(page.locator('main article')).toHaveCount(0)
  await journey.visit('/search/name/gratis')
  await expect(page.getByText('Per «gratis» cerchiamo doni e annunci che non costano nulla.')).toBeVisible()
  await expect(page.locator('main article').filter({ hasText: 'VAL' })).toHaveCount(0)
  await expect(page.locator('main article').first()).toContainText('Gratis')
})

test('a page after the last one leads back', { tag: '@all' }, async ({ page, consoleErrors }) => {
  expect((await page.goto('/search/name/pane/p/999'))?.status()).toBe(404)
  await expect(page.getByText('I risultati finiscono prima')).toBeVisible()
  await expect(page.getByText('Nessun annuncio trovato')).toHaveCount(0)
  await page.getByRole('link', { name: 'torna alla prima' }).click()
  await expect(page).toHaveURL('/search/name/pane')
  await page.goto('/search/p/999')
  await page.getByRole('link', { name: 'vai all’ultima' }).click()
  await expect(page.locator('main article').first()).toBeVisible()
  consoleErrors.length = 0
})

test('prices are limited to a range, and the search box shows the words of the address', { tag: '@all' }, async ({
  page,
  journey,
}) => {
  await journey.visit('/search/name/pane')
  const box = page.getByRole('combobox', { name: 'Cerca negli annunci' })
  await expect(box).toHaveValue('pane')
  await page.getByLabel('Prezzo minimo in VAL').fill('2')
  await page.getByLabel('Prezzo massimo in VAL').fill('30,50')
  await page.getByRole('button', { name: 'Applica' }).click()
  await expect(page).toHaveURL('/search/name/pane/min/2/max/30.50')
  await expect(page.getByRole('link', { name: 'Togli il filtro Da 2 a 30,50 VAL' })).toBeVisible()
  await box.fill('miele')
  await box.press('Enter')
  await expect(page).toHaveURL('/search/name/miele')
  await page.goBack()
  await expect(box).toHaveValue('pane')
  await page.reload()
  await expect(box).toHaveValue('pane')
})

test('events are listed by date, and can be sorted by date again', { tag: '@all' }, async ({ page, journey }) => {
  await journey.visit('/search?section=avviso')
  const sorts = page.getByRole('navigation', { name: 'Ordina per' })
  await expect(sorts.getByRole('link', { name: 'Data più vicina' })).toHaveAttribute('aria-current', 'true')
  await sorts.getByRole('link', { name: 'Più recenti' }).click()
  await expect(page).toHaveURL('/search/order/newest?section=avviso')
  await sorts.getByRole('link', { name: 'Data più vicina' }).click()
  await expect(page).toHaveURL('/search?section=avviso')
})

test('results on a map, with marks that do not overlap', { tag: '@all' }, async ({
  page,
  journey,
  context,
  piazza,
}) => {
  await context.route(
    (url) => url.origin !== piazza.origin,
    (route) => route.fulfill({ status: 204 }),
  )
  await page.goto('/search')
  await page.getByRole('link', { name: 'Mappa' }).click()
  await expect(page).toHaveURL('/search?vista=mappa')
  const map = page.getByRole('region', { name: 'Annunci sulla mappa' })
  await map
    .getByRole('button', { name: /: \d+ annunc/ })
    .first()
    .focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 3, name: / · \d+$/ }).first()).toBeVisible()
  await journey.arrived()
  await page.getByRole('link', { name: 'Solo elenco' }).click()
  await expect(map).toHaveCount(0)
  await journey.arrived()
})

test('when nothing is found, a search can be widened or published as a listing', { tag: '@all' }, async ({
  page,
  journey,
  piazza,
}) => {
  await journey.visit('/search/name/zzzzqq?near=Torino&km=5&free=1')
  await expect(page.getByText('Nessun annuncio trovato')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cerca entro 10 km' })).toHaveAttribute('href', /km=10/)
  await expect(page.getByRole('link', { name: 'Cerca dappertutto' })).toHaveAttribute(
    'href',
    '/search/name/zzzzqq?free=1',
  )
  await page.getByRole('link', { name: 'Pubblica «Cerco zzzzqq»' }).click()
  await expect(page).toHaveURL('/pubblica?cerco=zzzzqq')
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Registrati' })).toHaveAttribute(
    'href',
    '/register?redirect=%2Fpubblica%3Fcerco%3Dzzzzqq',
  )
  await main.getByRole('link', { name: 'Accedi' }).click()
  const member = await aVerifiedMember(piazza.origin)
  await signIn(page, member.email, member.password)
  await expect(page.getByLabel('Titolo')).toHaveValue('Cerco zzzzqq')
})
