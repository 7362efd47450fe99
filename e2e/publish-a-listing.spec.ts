import type { Page } from '@playwright/test'
import { aVerifiedMember, DEMO_ADMIN, DEMO_PASSWORD, DEMO_SELLER, openAsDemoMember, signIn } from './accounts.ts'
import { expect, test } from './fixtures.ts'
import { answerCookies, beginListing, openDetails, publishByApi } from './listings.ts'
import { threePictures } from './pictures.ts'

test('a newcomer publishes with three pictures, finds it by a misspelt word, pauses it and sees it gone', {
  tag: '@phone',
}, async ({ page, journey, piazza }) => {
  const word = `zufolo${Math.random()
    .toString(36)
    .replace(/[^a-z]/g, '')
    .slice(0, 5)}`
  await beginListing(page, await aVerifiedMember(piazza.origin))
  await journey.arrived()
  await page.getByLabel('Aggiungi foto').setInputFiles(await threePictures())
  await expect(page.getByText('3 foto caricate')).toBeAttached()
  await page.getByLabel('Titolo').fill(`${word} di legno`)
  await page.getByRole('combobox', { name: 'Categoria' }).fill('mus')
  await page.getByRole('listbox', { name: 'Categoria' }).getByRole('option').first().click()
  await expect(page.getByRole('combobox', { name: 'Categoria' })).not.toHaveValue('mus')
  await page.getByLabel('Prezzo in VAL').fill('5 VAL')
  await expect(page.getByText('Nell’annuncio:')).toHaveCount(0)
  await page.getByLabel('Prezzo in VAL').fill('12,50')
  await expect(page.getByText('Nell’annuncio: 12,50 VAL')).toBeVisible()
  await openDetails(page)
  await page.getByLabel('Descrizione').fill('Intagliato a mano, suona bene.')
  const preview = page.getByRole('complementary', { name: 'Anteprima' })
  await expect(preview).toContainText(`${word} di legno`)
  await expect(preview).toContainText('12,50 VAL')
  await journey.arrived()
  await page.getByRole('button', { name: 'Pubblica' }).click()
  await expect(page).toHaveURL('/productlist/seller')
  await expect(page.getByText(`«${word} di legno» è in vetrina`)).toBeVisible()
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('userInfo') ?? '{}').hasAd)).toBe(true)
  await journey.arrived()

  const slip = word.replace('zuf', 'zuff')
  await page.getByRole('combobox', { name: 'Cerca negli annunci' }).fill(slip)
  await page.getByRole('combobox', { name: 'Cerca negli annunci' }).press('Enter')
  await expect(page).toHaveURL(`/search/name/${slip}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Risultati per «${word}»`)
  await expect(page.getByRole('main')).toContainText(`Nessun risultato per «${slip}»: ecco «${word}»`)
  await page
    .getByRole('main')
    .getByRole('link', { name: `${word} di legno` })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${word} di legno`)
  await expect(page.getByText('1 / 3')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('12,50 VAL')
  await journey.arrived()

  await page.getByRole('link', { name: 'Modifica' }).click()
  await openDetails(page)
  await page.getByLabel('Disattiva annuncio temporaneamente').check()
  await page.getByRole('button', { name: 'Salva' }).click()
  await expect(page).toHaveURL('/productlist/seller')
  await expect(page.getByRole('listitem').filter({ hasText: word })).toContainText('In pausa')
  const found = await (await fetch(`${piazza.origin}/api/products?name=${word}`)).json()
  expect(found.products).toEqual([])

  await page.getByRole('link', { name: `${word} di legno`, exact: true }).click()
  await expect(page.getByText('Gli altri ora non lo vedono.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Contatta Offerente' })).toHaveCount(0)
  const visitor = await fetch(page.url())
  expect(visitor.status).toBe(200)
  const seen = await visitor.text()
  expect(seen).toContain('Questo annuncio al momento non è attivo.')
  expect(seen).toContain('<meta name="robots" content="noindex"/>')
  expect(seen).not.toContain(word)
})

const FIRST_STEP_FIELDS = 7
const visibleFields = (page: Page) =>
  page.getByRole('form', { name: 'Annuncio' }).evaluate((form) => {
    const controls = [...form.querySelectorAll('input, select, textarea')]
    return controls.filter((control) => control.checkVisibility() && control.ariaHidden !== 'true').length
  })

test('the first step has at most seven fields for every kind, and is enough to publish', {
  tag: ['@all', '@phone'],
}, async ({ page, piazza, journey }) => {
  await beginListing(page, await aVerifiedMember(piazza.origin))
  const kind = page.getByLabel('Che cosa pubblichi')
  const kinds = await kind.locator('option').allTextContents()
  expect(kinds).toHaveLength(8)
  for (const each of kinds) {
    await kind.selectOption(each)
    expect(await visibleFields(page), each).toBeLessThanOrEqual(FIRST_STEP_FIELDS)
  }
  await kind.selectOption('Evento')
  await page.getByLabel('Titolo').fill('Cena sotto il noce')
  const nextYear = new Date().getFullYear() + 1
  await page.getByRole('textbox', { name: 'Giorno d’inizio' }).fill(`30/12/${nextYear}`)
  await page.getByLabel('Ora d’inizio').fill('22:30')
  await expect(page.getByText(`Finisce il 31/12/${nextYear} alle 00:30`)).toBeVisible()
  await page.getByLabel('Luogo').fill('Cortile di via Roma 3')
  await journey.arrived()
  await page.getByRole('button', { name: 'Pubblica' }).click()
  await expect(page.getByText('«Cena sotto il noce» è in vetrina')).toBeVisible()
  const row = page.getByRole('listitem').filter({ hasText: 'Cena sotto il noce' })
  await expect(row).toContainText('Evento')
})

test('unsaved changes survive a reload, and leaving the page warns', { tag: '@all' }, async ({ page, piazza }) => {
  await beginListing(page, await aVerifiedMember(piazza.origin))
  await page.getByLabel('Titolo').fill('Un titolo a metà')
  await openDetails(page)
  const tags = page.getByLabel('Hashtag', { exact: false }).and(page.locator('input'))
  await tags.fill('lana')
  await tags.press('Enter')
  await tags.fill('a mano')
  await tags.press('Tab')
  await tags.pressSequentially('Lana,')
  await expect(page.getByRole('list', { name: 'Hashtag' }).getByRole('listitem')).toHaveText(['LANA', 'A MANO'])
  await page.getByLabel('Che cosa pubblichi').selectOption('Dono un prodotto')
  await expect(page.getByLabel('Prezzo in VAL')).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('Abbiamo ripreso le modifiche che non avevi salvato.')).toBeVisible()
  await expect(page.getByLabel('Titolo')).toHaveValue('Un titolo a metà')
  await openDetails(page)
  await expect(page.getByRole('list', { name: 'Hashtag' }).getByRole('listitem')).toHaveText(['LANA', 'A MANO'])
  await page.getByRole('link', { name: 'Noi Tutti' }).click()
  const dialog = page.getByRole('dialog', { name: 'Hai modifiche non salvate' })
  await dialog.getByRole('button', { name: 'Resta qui' }).click()
  await expect(page.getByLabel('Titolo')).toHaveValue('Un titolo a metà')
  await page.getByRole('button', { name: 'Torna alla versione salvata' }).click()
  await expect(page.getByLabel('Titolo')).toHaveValue('')
  await expect(page.getByLabel('Prezzo in VAL')).toHaveValue('1')
  await page.getByRole('link', { name: 'Noi Tutti' }).click()
  await expect(page).toHaveURL('/tutti_noi')
})

test('a listing needs a title and a category, and is deleted after being asked', { tag: '@all' }, async ({
  page,
  piazza,
}) => {
  await beginListing(page, await aVerifiedMember(piazza.origin))
  await page.getByRole('button', { name: 'Pubblica' }).click()
  await expect(page.getByText('Compila questo campo.')).toHaveCount(2)
  await expect(page.getByLabel('Titolo')).toBeFocused()
  await page.goto('/productlist/seller')
  const row = page.getByRole('listitem').filter({ hasText: 'Bozza' })
  await row.getByRole('button', { name: /^Cancella/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancellare questo annuncio?' })
  await dialog.getByRole('button', { name: 'Annulla' }).click()
  await expect(row).toBeVisible()
  await row.getByRole('button', { name: /^Cancella/ }).click()
  await dialog.getByRole('button', { name: 'Cancella', exact: true }).click()
  await expect(page.getByText('Annuncio cancellato.')).toBeVisible()
  await expect(page.getByText('Nessun annuncio trovato')).toBeVisible()
})

test('a cleared price counts as 0, and a cleared quantity is asked for', { tag: '@all' }, async ({ page, piazza }) => {
  await beginListing(page, await aVerifiedMember(piazza.origin))
  await page.getByLabel('Titolo').fill('Vaso di coccio')
  const category = page.getByRole('combobox', { name: 'Categoria' })
  await category.fill('Alimentari')
  await category.press('Enter')
  await page.getByLabel('Prezzo in VAL').fill('')
  await page.getByLabel('Prezzo in euro').fill('5')
  const preview = page.getByRole('complementary', { name: 'Anteprima' })
  await expect(preview).toContainText('5 €')
  await expect(preview).not.toContainText(/\d VAL/)
  await openDetails(page)
  await page.getByLabel('Quantità disponibile').fill('')
  await openDetails(page)
  await expect(page.getByLabel('Quantità disponibile')).toBeHidden()
  await page.getByRole('button', { name: 'Pubblica' }).click()
  await expect(page.getByText('Compila questo campo.')).toBeVisible()
  await expect(page.getByLabel('Quantità disponibile')).toBeFocused()
  await page.getByLabel('Quantità disponibile').fill('2')
  await page.getByRole('button', { name: 'Pubblica' }).click()
  await expect(page).toHaveURL('/productlist/seller')
  const row = page.getByRole('listitem').filter({ hasText: 'Vaso di coccio' })
  await expect(row).toContainText('5 €')
  await expect(row).not.toContainText(/\d VAL/)
})

test('admins look after all listings, others do not', { tag: '@all' }, async ({
  page,
  journey,
  piazza,
  consoleErrors,
}) => {
  const person = await aVerifiedMember(piazza.origin)
  await page.goto('/productlist')
  await expect(page).toHaveURL('/signin?redirect=%2Fproductlist')
  await page.goto('/signin?redirect=/productlist')
  await signIn(page, person.email, person.password)
  await expect(page).toHaveURL('/signin?redirect=%2Fproductlist&riservata')
  const { products } = await (await fetch(`${piazza.origin}/api/products`)).json()
  await page.goto(`/product/${products[0]._id}/edit`)
  await expect(page.getByRole('alert').filter({ hasText: 'Non hai il permesso di farlo.' })).toBeVisible()
  await page.goto('/signin?redirect=/productlist&riservata')
  await signIn(page, DEMO_ADMIN, DEMO_PASSWORD)
  await expect(page).toHaveURL('/productlist')
  await journey.arrived()
  await page.getByRole('link', { name: 'Pagina 2', exact: true }).click()
  await expect(page).toHaveURL('/productlist/p/2')
  await expect(page.getByRole('list', { name: 'Tutti gli annunci' }).locator('> li')).toHaveCount(20)
  consoleErrors.length = 0
})

test('a listing is paused, ended and shown again from the list', { tag: ['@all', '@phone'] }, async ({
  page,
  piazza,
  journey,
}) => {
  const { id, name } = await publishByApi(piazza.origin)
  await openAsDemoMember(page, DEMO_SELLER, '/productlist/seller')
  const row = page.getByRole('listitem').filter({ hasText: name })
  const isPublic = async () => (await fetch(`${piazza.origin}/api/products/${id}`)).ok
  await expect(row).toContainText('In vetrina')
  await row.getByRole('button', { name: `Metti in pausa ${name}` }).click()
  await expect(row).toContainText('In pausa')
  expect(await isPublic()).toBe(false)
  await row.getByRole('button', { name: `Riattiva ${name}` }).click()
  await expect(row).toContainText('In vetrina')
  await row.getByRole('button', { name: `Segna come concluso ${name}` }).click()
  await expect(row.getByRole('button', { name: `Riapri ${name}` })).toBeVisible()
  await expect(row.getByText('Concluso', { exact: true })).toBeVisible()
  expect(await isPublic()).toBe(false)

  await answerCookies(page)
  await row.getByRole('link', { name: `Modifica ${name}` }).click()
  await openDetails(page)
  await page.getByLabel('Descrizione').fill('Cotta stamattina.')
  await page.getByRole('button', { name: 'Salva' }).click()
  await expect(page.getByText(`«${name}» è salvato e non si vede in vetrina.`)).toBeVisible()
  await expect(row.getByText('Concluso', { exact: true })).toBeVisible()
  expect(await isPublic()).toBe(false)

  await row.getByRole('button', { name: `Riapri ${name}` }).click()
  await expect(row).toContainText('In vetrina')
  expect(await isPublic()).toBe(true)
  await journey.arrived()
})
