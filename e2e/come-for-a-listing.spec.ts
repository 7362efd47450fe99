import type { Locator, Page } from '@playwright/test'
import { aNewAccount, DEMO_BUYER, openAsDemoMember } from './accounts.ts'
import { expect, test } from './fixtures.ts'
import { publishByApi } from './listings.ts'
import { linkInMail } from './mailbox.ts'

/** Counts what a person does with the fingers. */
const aHand = () => {
  const count = { taps: 0, fields: 0 }
  return {
    count,
    tap: async (target: Locator) => {
      await target.click()
      count.taps += 1
    },
    fill: async (target: Locator, text: string) => {
      await target.fill(text)
      count.fields += 1
    },
  }
}

const stepNow = (page: Page) => page.getByRole('list', { name: 'I tre passi' }).locator('[aria-current=step]:visible')

test('somebody comes for a listing, registers, publishes one, and asks for it in seven taps and seven fields', {
  tag: '@phone',
}, async ({ page: first, context, journey, piazza }) => {
  const { count, tap, fill } = aHand()
  const { id, name } = await publishByApi(piazza.origin, { delivery: 'personalmente' })
  const person = aNewAccount()
  await first.goto(`/search/name/${encodeURIComponent(name)}`)
  await tap(first.getByRole('link', { name, exact: true }))
  await expect(stepNow(first)).toContainText('Registrati')
  await expect(first.getByRole('list', { name: 'I tre passi' }).filter({ visible: true })).toContainText(
    /Pubblica un tuo annuncio: ricevi 100 VAL.*Scrivi a Forno del Borgo \(demo\)/,
  )
  await expect(first.getByRole('button', { name: 'Fai una domanda' })).toBeHidden()
  await journey.arrived()
  await tap(first.getByRole('main').getByRole('link', { name: 'Registrati' }))
  await expect(stepNow(first)).toContainText('Registrati')
  await expect(first.getByRole('main').locator('input')).toHaveCount(4)
  await fill(first.getByLabel('Nome utente'), person.username)
  await fill(first.getByLabel('E-mail', { exact: true }), person.email)
  await fill(first.getByLabel('Password', { exact: true }), person.password)
  await tap(first.getByRole('main').getByRole('button', { name: 'Registrati' }))
  await expect(first).toHaveURL(`/product/${id}#contatta`)
  const toOpen = first.getByText(`Apri il messaggio che ti abbiamo mandato a ${person.email}`)
  await expect(toOpen).toBeInViewport({ ratio: 1 })
  await expect(stepNow(first)).toBeInViewport()
  await expect(first.getByRole('button', { name: 'Invia di nuovo l’e-mail' })).toBeInViewport({ ratio: 1 })
  await expect(first.getByText(person.email).filter({ visible: true })).toHaveCount(1)

  // The mail program opens another tab.
  const page = await context.newPage()
  await page.goto(await linkInMail(piazza.origin, person.email, '/verification/'))
  count.taps += 1
  await expect(page.getByText('Il tuo account è stato verificato')).toBeVisible()
  await expect(stepNow(page)).toContainText('Pubblica un tuo annuncio')
  await expect(page.getByLabel('E-mail')).toHaveValue(person.email)
  await fill(page.getByLabel('Password', { exact: true }), person.password)
  await tap(page.getByRole('main').getByRole('button', { name: 'Accedi' }))
  await expect(page.getByRole('heading', { name: 'Nuovo annuncio' })).toBeVisible()
  await expect(stepNow(page)).toContainText('Pubblica un tuo annuncio')
  await fill(page.getByLabel('Titolo'), `Orli a mano ${person.username}`)
  await fill(page.getByRole('combobox', { name: 'Categoria' }), 'Alimentari')
  await fill(page.getByLabel('Prezzo in VAL'), '5')
  await tap(page.getByRole('button', { name: 'Pubblica' }))

  await expect(page).toHaveURL(`/product/${id}#contatta`)
  const box = page.getByRole('dialog', { name: 'Scrivi a Forno del Borgo (demo)' })
  const news = box.getByRole('status').first()
  await expect(news).toContainText(/«Orli a mano .*» è in vetrina/)
  // The balance is told without a reload.
  await expect(news).toContainText('ecco 100 VAL')
  await expect(news).toContainText('Il tuo saldo: 100,00 VAL')
  await tap(box.getByRole('button', { name: "Invia richiesta all'offerente" }))
  await expect(page).toHaveURL(/\/order\//)
  await expect(page.getByText('È partita!')).toBeVisible()
  expect(count).toEqual({ taps: 7, fields: 7 })

  await page.getByRole('button', { name: 'Chiudi', exact: true }).click()
  await expect(page.getByText('È partita!')).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('Richiesta inviata').first()).toBeVisible()
  await expect(page.getByText('È partita!')).toHaveCount(0)
  await page.goto('/avvisi')
  await expect(page.getByText('Ecco i tuoi 100 VAL di benvenuto')).toBeVisible()

  // A member who has published is not promised the VAL again.
  await page.goto(await linkInMail(piazza.origin, person.email, '/verification/'))
  await expect(page.getByText('Il tuo account è già verificato')).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('VAL')
})

test('who registers from the header of a listing ends on that listing with the message box', {
  tag: ['@all', '@phone'],
}, async ({ page, piazza }) => {
  const { id } = await publishByApi(piazza.origin, { delivery: 'personalmente' })
  const person = aNewAccount()
  await page.goto(`/product/${id}`)
  await page.getByRole('banner').getByRole('link', { name: 'Registrati' }).click()
  await expect(page.getByRole('list', { name: 'I tre passi' })).toContainText('Scrivi a Forno del Borgo (demo)')
  await page.getByLabel('Nome utente').fill(person.username)
  await page.getByLabel('E-mail', { exact: true }).fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('main').getByRole('button', { name: 'Registrati' }).click()
  await expect(page.getByText(`Apri il messaggio che ti abbiamo mandato a ${person.email}`)).toBeInViewport()
  await page.goto(await linkInMail(piazza.origin, person.email, '/verification/'))
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('main').getByRole('button', { name: 'Accedi' }).click()
  await page.getByLabel('Titolo').fill(`Orli a mano ${person.username}`)
  await page.getByRole('combobox', { name: 'Categoria' }).fill('Alimentari')
  await page.getByRole('button', { name: 'Pubblica' }).click()
  await expect(page).toHaveURL(`/product/${id}#contatta`)
  await expect(page.getByRole('dialog', { name: 'Scrivi a Forno del Borgo (demo)' })).toBeVisible()
})

test('the link in the mail leads back to the listing also in a browser that knows nothing', { tag: '@all' }, async ({
  page,
  browser,
  piazza,
}) => {
  const { id } = await publishByApi(piazza.origin)
  const person = aNewAccount()
  await page.goto(`/register?redirect=${encodeURIComponent(`/product/${id}#contatta`)}`)
  await page.getByLabel('Nome utente').fill(person.username)
  await page.getByLabel('E-mail', { exact: true }).fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('main').getByRole('button', { name: 'Registrati' }).click()
  await expect(page).toHaveURL(`/product/${id}#contatta`)
  const other = await (await browser.newContext({ baseURL: piazza.origin })).newPage()
  await other.goto(await linkInMail(piazza.origin, person.email, '/verification/'))
  await expect(other.getByText('Scrivi a Forno del Borgo (demo)')).toBeVisible()
  await other.context().close()
})

test('a first listing without another one in mind shows what the welcome VAL can buy', { tag: '@all' }, async ({
  page,
  piazza,
}) => {
  await publishByApi(piazza.origin, { priceVal: 4, priceEuro: 0, name: 'Pane per il benvenuto' })
  const person = aNewAccount()
  await page.goto('/register')
  await page.getByLabel('Nome utente').fill(person.username)
  await page.getByLabel('E-mail', { exact: true }).fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('main').getByRole('button', { name: 'Registrati' }).click()
  await expect(page).toHaveURL('/verification')
  await page.goto(await linkInMail(piazza.origin, person.email, '/verification/'))
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('main').getByRole('button', { name: 'Accedi' }).click()
  await page.getByLabel('Titolo').fill(`Orli a mano ${person.username}`)
  await page.getByRole('combobox', { name: 'Categoria' }).fill('Alimentari')
  await page.getByRole('button', { name: 'Pubblica' }).click()
  await expect(page).toHaveURL('/productlist/seller')
  await expect(page.getByText(/è in vetrina: ecco 100 VAL/)).toBeVisible()
  const affordable = page.getByRole('region', { name: 'Che cosa puoi avere con 100 VAL' })
  await expect(affordable.getByRole('link', { name: 'Pane per il benvenuto' })).toBeVisible()
  await page.getByRole('button', { name: 'Chiudi', exact: true }).click()
  await expect(affordable).toHaveCount(0)
})

test('sending a request from the cart does not show an empty cart', { tag: '@all' }, async ({ page, piazza }) => {
  const { id } = await publishByApi(piazza.origin, { isService: true, section: 'dono' })
  await openAsDemoMember(page, DEMO_BUYER, `/cart/${id}?qty=1`)
  await page.getByRole('button', { name: 'Continua' }).click()
  await expect(page).toHaveURL('/placeorder')
  await page.evaluate(() => {
    const watch = () => {
      if (document.body.textContent?.includes('Il carrello è vuoto')) document.documentElement.dataset.flashed = ''
    }
    new MutationObserver(watch).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
  await page.getByRole('button', { name: 'Invia la richiesta' }).click()
  await expect(page).toHaveURL(/\/order\//)
  expect(await page.evaluate(() => 'flashed' in document.documentElement.dataset)).toBe(false)
})

test('who mistyped their address corrects it from the listing and keeps their name', {
  tag: ['@all', '@phone'],
}, async ({ page, piazza }) => {
  const { id } = await publishByApi(piazza.origin, { delivery: 'personalmente' })
  const person = aNewAccount()
  const mistyped = `sbagliato-${person.email}`
  const main = page.getByRole('main')
  await page.goto(`/product/${id}`)
  await main.getByRole('link', { name: 'Registrati' }).click()
  await page.getByLabel('Nome utente').fill(person.username)
  await page.getByLabel('E-mail', { exact: true }).fill(mistyped)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await main.getByRole('button', { name: 'Registrati' }).click()
  await expect(page.getByText(`Apri il messaggio che ti abbiamo mandato a ${mistyped}`)).toBeVisible()
  await page.getByRole('link', { name: 'Accedi e correggilo' }).click()
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await main.getByRole('button', { name: 'Accedi' }).click()
  const form = page.getByRole('form', { name: 'E-mail' })
  await form.getByLabel('Nuova e-mail').fill(person.email)
  await form.getByLabel('Password attuale', { exact: true }).fill(person.password)
  await form.getByRole('button', { name: 'Cambia l’e-mail' }).click()
  await expect(page.getByText(`In attesa di conferma: ${person.email}`)).toBeVisible()
  await page.goto(await linkInMail(piazza.origin, person.email, '/nuova-email/'))
  await page.getByRole('button', { name: 'Conferma' }).click()
  await page.getByRole('link', { name: 'Vai al tuo profilo' }).click()
  await expect(page.getByText(`Il tuo indirizzo è ${person.email}.`)).toBeVisible()
  await page.goto(`/product/${id}`)
  await expect(main.getByRole('link', { name: 'Pubblica un tuo annuncio' })).toBeVisible()
})
