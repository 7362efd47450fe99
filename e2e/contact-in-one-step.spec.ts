import { aVerifiedMember, DEMO_BUYER, DEMO_SELLER, openAsDemoMember } from './accounts.ts'
import { expect, test } from './fixtures.ts'
import { openWithCart, publishByApi } from './listings.ts'
import { expectMail } from './mailbox.ts'

test('a service is asked for in two taps, with a message that reaches its owner', { tag: ['@all', '@phone'] }, async ({
  page,
  journey,
  piazza,
  seller,
}) => {
  const { id } = await publishByApi(piazza.origin, { isService: true })
  await openAsDemoMember(page, DEMO_BUYER, `/product/${id}`)
  await page.getByRole('button', { name: 'Contatta Offerente' }).click()
  const dialog = page.getByRole('dialog', { name: 'Scrivi a Forno del Borgo (demo)' })
  await journey.arrived()
  await dialog.getByRole('textbox', { name: 'Messaggio' }).fill('Passo sabato alle dieci?')
  await dialog.getByRole('button', { name: "Invia richiesta all'offerente" }).click()
  await expect(page).toHaveURL(/\/order\//)
  await journey.arrived()
  await expectMail(piazza.origin, DEMO_SELLER, 'Nuova richiesta di')
  await seller.goto(page.url())
  await expect(seller.getByText('Passo sabato alle dieci?')).toHaveCount(1)
})

test('a thing is handed over in person, or sent to an address that is asked for only then', { tag: '@all' }, async ({
  page,
  piazza,
}) => {
  const { id, name } = await publishByApi(piazza.origin)
  await openAsDemoMember(page, DEMO_BUYER, `/product/${id}`)
  await page.getByLabel('Quantità').first().selectOption('2')
  await page.getByRole('button', { name: 'Contatta Offerente' }).click()
  const dialog = page.getByRole('dialog', { name: 'Scrivi a Forno del Borgo (demo)' })
  await expect(dialog).toContainText('8 VAL + 4 €')
  await expect(dialog.getByRole('radio', { name: 'Di persona' })).toBeChecked()
  await expect(dialog.getByLabel('Indirizzo')).toHaveCount(0)
  await dialog.getByRole('radio', { name: 'Spedizione' }).check()
  await dialog.getByRole('button', { name: "Invia richiesta all'offerente" }).click()
  await expect(dialog.getByText('Compila questo campo.').first()).toBeVisible()
  await dialog.getByLabel('Nome e cognome').fill('Prova Esempio')
  await dialog.getByLabel('Indirizzo').fill('Via dei Portici 3')
  await dialog.getByLabel('Città').fill('Pinerolo')
  await dialog.getByLabel('CAP').fill('10064')
  await dialog.getByRole('button', { name: "Invia richiesta all'offerente" }).click()
  await expect(page).toHaveURL(/\/order\//)
  await expect(page.getByRole('main')).toContainText('Via dei Portici 3')
  await page.goto('/orderhistory')
  await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText('In attesa di risposta')
})

test('a quantity is typed where there are many pieces, and is limited to the stock', { tag: '@all' }, async ({
  page,
  piazza,
}) => {
  const { id } = await publishByApi(piazza.origin, { countInStock: 100, delivery: 'personalmente' })
  await openAsDemoMember(page, DEMO_BUYER, `/product/${id}`)
  await page.getByRole('button', { name: 'Contatta Offerente' }).click()
  const dialog = page.getByRole('dialog', { name: 'Scrivi a Forno del Borgo (demo)' })
  const quantity = dialog.getByLabel('Quantità')
  await quantity.fill('500')
  await expect(quantity).toHaveValue('100')
  await quantity.fill('60')
  await expect(dialog).toContainText('240 VAL + 120 €')
  await quantity.press('Enter')
  await expect(page).toHaveURL(/\/order\//)
  await expect(page.getByRole('main')).toContainText('60 × 4 VAL + 2 €')
})

test('a second seller gets a second request, and the cart stays as it was', { tag: '@all' }, async ({
  page,
  piazza,
}) => {
  const first = await publishByApi(piazza.origin)
  const secondSeller = await aVerifiedMember(piazza.origin)
  const second = await publishByApi(piazza.origin, {}, secondSeller)
  await openWithCart(page, first)
  await page.goto(`/cart/${second.id}?qty=1`)
  await page.getByRole('link', { name: 'Manda una seconda richiesta' }).click()
  const dialog = page.getByRole('dialog', { name: `Scrivi a ${secondSeller.username}` })
  await dialog.getByRole('button', { name: "Invia richiesta all'offerente" }).click()
  await expect(page).toHaveURL(/\/order\//)
  await page.goto('/cart')
  await expect(page.getByRole('link', { name: first.name, exact: true })).toBeVisible()
})

test('a visitor is led to the cart, and finds it again without an account', { tag: '@all' }, async ({
  page,
  piazza,
}) => {
  const { id, name } = await publishByApi(piazza.origin)
  await page.goto(`/product/${id}`)
  await page.getByRole('button', { name: 'Contatta Offerente' }).click()
  await expect(page).toHaveURL(`/cart/${id}?qty=1`)
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
  await page.goto('/')
  await page.getByRole('link', { name: /^Carrello, 1 annuncio/ }).click()
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
})
