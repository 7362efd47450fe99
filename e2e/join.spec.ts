import type { Page } from '@playwright/test'
import { aNewAccount, registerByApi, signIn } from './accounts.ts'
import { expect, test } from './fixtures.ts'
import { publishByApi } from './listings.ts'
import { linkInMail } from './mailbox.ts'

/** Fills in the form and registers. */
const register = async (page: Page, person: ReturnType<typeof aNewAccount>) => {
  await page.getByLabel('Nome utente').fill(person.username)
  await page.getByLabel('E-mail', { exact: true }).fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('main').getByRole('button', { name: 'Registrati' }).click()
  await expect(page.getByRole('main')).toContainText(`Ti abbiamo inviato un’e-mail a ${person.email}`)
}

test('a person joins, follows the mail, fills in the profile, finds a wallet and signs out', {
  tag: '@phone',
}, async ({ page, journey, piazza, consoleErrors }) => {
  const person = aNewAccount()
  await journey.visit('/register')
  await page.getByRole('main').getByRole('button', { name: 'Registrati' }).click()
  await expect(page.getByText('Compila questo campo.')).toHaveCount(3)
  await page.getByLabel('Password', { exact: true }).fill('breve')
  await page.getByRole('main').getByRole('button', { name: 'Registrati' }).click()
  const errorAt = (label: string) => expect(page.getByLabel(label, { exact: true }))
  await errorAt('Password').toHaveAccessibleDescription(/almeno 6 caratteri/)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Mostra: Password' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text')

  // What only the server finds is shown at its fields too, all at once.
  await page.getByLabel('Nome utente').fill('☃')
  await page.getByLabel('E-mail', { exact: true }).fill('io@casa')
  await page.getByRole('main').getByRole('button', { name: 'Registrati' }).click()
  await errorAt('Nome utente').toHaveAccessibleDescription(/^Nel nome utente usa lettere dell’alfabeto latino/)
  await errorAt('E-mail').toHaveAccessibleDescription(/Controlla l’indirizzo e-mail\./)
  await expect(page.getByLabel('Nome utente')).toBeFocused()
  await page.getByLabel('Nome utente').fill(person.username.toLowerCase())
  await page.getByLabel('E-mail', { exact: true }).fill(person.email)
  await page.getByRole('main').getByRole('button', { name: 'Registrati' }).click()
  await expect(page).toHaveURL('/verification')
  await expect(page.getByRole('main')).toContainText(person.email)
  await page.getByRole('button', { name: 'Invia di nuovo l’e-mail' }).click()
  await expect(page.getByText('Ti abbiamo inviato di nuovo l’e-mail')).toBeVisible()
  await journey.arrived()

  await journey.visit('/signin?redirect=/profile')
  await signIn(page, person.email, person.password)
  await expect(page).toHaveURL('/profile')
  await expect(page.getByRole('heading', { name: 'Il tuo account non è ancora verificato' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: /^Portafoglio/ })).toBeHidden()
  await journey.arrived()
  await page.getByRole('button', { name: 'Invia di nuovo l’e-mail' }).click()
  await expect(page.getByText('Ti abbiamo inviato di nuovo l’e-mail')).toBeVisible()

  // A page for verified members says what is missing.
  await page.goto('/portafoglio')
  await expect(page).toHaveURL('/verification?redirect=%2Fportafoglio')
  await expect(page.getByRole('main')).toContainText('clicca sul link')
  await expect(page.getByRole('main').getByRole('link', { name: 'Continua' })).toHaveAttribute('href', '/portafoglio')
  await journey.arrived()

  const link = await linkInMail(piazza.origin, person.email, '/verification/')
  await journey.visit(link)
  await expect(page.getByText('Il tuo account è stato verificato')).toBeVisible()
  await expect(page.getByText('Pubblica un tuo annuncio: ricevi 100 VAL')).toBeVisible()
  await journey.arrived()
  // Opened again, for example from the mail program's preview.
  await journey.visit(link)
  await expect(page.getByText('Il tuo account è già verificato')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Pubblica un tuo annuncio' }).click()
  await expect(page.getByRole('heading', { name: 'Nuovo annuncio' })).toBeVisible()

  await journey.visit('/profile')
  await expect(page.getByRole('main').getByRole('link', { name: /^Annunci .* 100 VAL/ })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Codice QR per pagarti' })).toBeVisible()
  // The chain opens beside the server, and may not be there yet when the page first asks.
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('region', { name: 'Saldo' }).locator('data')).toContainText('VAL')
  }).toPass()
  await page.getByRole('link', { name: /^Accesso e sicurezza/ }).click()
  await expect(page.getByLabel('Conto', { exact: true })).toHaveValue(/^0x[0-9a-fA-F]{40}$/)
  await journey.arrived()
  await page.getByRole('link', { name: 'Torna al profilo' }).click()
  await page.getByRole('link', { name: /^I tuoi dati/ }).click()
  consoleErrors.length = 0

  const data = page.getByRole('form', { name: 'Dati personali' })
  await data.getByLabel('Nome', { exact: true }).fill('Nina')
  await data.getByLabel('Data di nascita').pressSequentially('07051980')
  await data.getByLabel('Luogo di nascita').fill('torino')
  await data.getByLabel('Provincia').selectOption('Torino')
  await data.getByLabel('CAP').fill('101')
  await data.getByRole('button', { name: 'Salva i dati' }).click()
  await expect(data.getByRole('alert')).toHaveText('Il CAP ha 5 cifre.')
  await data.getByLabel('CAP').fill('10121')
  const groups = data.getByRole('textbox', { name: 'Gruppi di riferimento' })
  for (const group of ['Uno', 'Due', 'Tre', 'Quattro', 'Cinque']) {
    await groups.fill(group)
    await groups.press('Enter')
  }
  await expect(groups).not.toBeEditable()
  await data.getByRole('button', { name: 'Salva i dati' }).click()
  await expect(page.getByText('Profilo aggiornato con successo')).toBeVisible()
  await page.reload()
  await expect(data.getByLabel('Nome', { exact: true })).toHaveValue('Nina')
  await expect(data.getByLabel('Data di nascita')).toHaveValue('07/05/1980')
  await expect(data.getByLabel('Luogo di nascita')).toHaveValue('TORINO')
  await expect(data.getByRole('button', { name: /^Togli / })).toHaveCount(5)

  const seller = page.getByRole('form', { name: 'Dati da offerente' })
  await seller.getByLabel('Descrizione').fill('Cucio orli e rammendo maglie.')
  await expect(seller.getByText('29 / 1.500')).toBeVisible()
  await seller.getByLabel('Link').fill('javascript:alert(1)')
  await seller.getByRole('button', { name: 'Salva la vetrina' }).click()
  await expect(seller.getByRole('alert')).toContainText('http:// o https://')
  consoleErrors.length = 0
  await seller.getByLabel('Link').fill('https://nina.esempio.test')
  await seller.getByRole('button', { name: 'Salva la vetrina' }).click()
  await expect(page.getByText('Profilo aggiornato con successo')).toBeVisible()
  await seller.getByRole('link', { name: 'Guarda la tua pagina' }).click()
  await expect(page.getByText('Cucio orli e rammendo maglie.')).toBeVisible()
  await expect(page.getByText('Appena Nina pubblica un annuncio')).toBeVisible()
  await journey.arrived()

  await page.getByRole('banner').locator('summary').filter({ hasText: person.username }).click()
  await Promise.all([page.waitForURL('**/signin'), page.getByRole('button', { name: 'Esci' }).click()])
  // Only the mark that this browser has offered a passkey stays.
  const keys = await page.evaluate(() => Object.keys(localStorage))
  expect(keys.filter((key) => key !== 'offertaPasskey')).toEqual([])
})

test('a made-up verification link verifies nothing', { tag: '@all' }, async ({ page, journey, consoleErrors }) => {
  await journey.visit('/verification/inventato')
  await expect(page.getByText('Il tuo account non è stato verificato')).toBeVisible()
  await expect(page.getByRole('alert')).toBeVisible()
  expect(consoleErrors.splice(0)).toHaveLength(1)
})

test('a link opened in one tab verifies the member in the others at once', { tag: '@all' }, async ({
  page,
  journey,
  piazza,
  context,
}) => {
  const { id } = await publishByApi(piazza.origin)
  const person = aNewAccount()
  await registerByApi(piazza.origin, person)
  await journey.visit(`/signin?redirect=/product/${id}`)
  await signIn(page, person.email, person.password)
  await expect(page.getByText('Il tuo account non è ancora verificato').first()).toBeVisible()
  const contact = page.getByRole('button', { name: 'Contatta Offerente' })
  await expect(contact).toBeHidden()
  await page.getByRole('button', { name: 'Invia di nuovo l’e-mail' }).click()
  await expect(page.getByText('Ti abbiamo inviato di nuovo l’e-mail')).toBeVisible()

  const other = await context.newPage()
  await other.goto(await linkInMail(piazza.origin, person.email, '/verification/'))
  await expect(other.getByText('Il tuo account è stato verificato')).toBeVisible()
  await expect(other.getByRole('main').getByRole('link', { name: 'Pubblica un tuo annuncio' })).toBeVisible()
  await expect(page.getByText('Il tuo account non è ancora verificato')).toBeHidden()
  await expect(contact).toBeHidden()
  await page.getByRole('main').getByRole('link', { name: 'Pubblica un tuo annuncio' }).click()
  await expect(page.getByRole('heading', { name: 'Nuovo annuncio' })).toBeVisible()
})

test('the cart tells a visitor, an unverified member and a member without a listing the next step, and its links lead back', {
  tag: '@all',
}, async ({ page, journey, piazza }) => {
  const { id } = await publishByApi(piazza.origin)
  const person = aNewAccount()
  await registerByApi(piazza.origin, person)
  await journey.visit(`/product/${id}`)
  await page.getByRole('button', { name: 'Contatta Offerente' }).click()
  // The listing shows the same steps.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("Processo di contatto all'offerente")
  await expect(page.getByRole('list', { name: 'I tre passi' }).filter({ visible: true })).toHaveCount(1)
  const back = encodeURIComponent(`/product/${id}#contatta`)
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Registrati' })).toHaveAttribute('href', `/register?redirect=${back}`)
  await main.getByRole('link', { name: 'Accedi' }).click()
  await signIn(page, person.email, person.password)
  await expect(page).toHaveURL(`/product/${id}#contatta`)

  await journey.visit('/cart')
  await expect(page.getByText('Il tuo account non è ancora verificato')).toHaveCount(1)
  await expect(page.getByText(/Pubblica un tuo annuncio/).filter({ visible: true })).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Invia di nuovo l’e-mail' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continua' })).toHaveCount(0)

  await journey.visit(await linkInMail(piazza.origin, person.email, '/verification/'))
  await journey.visit('/cart')
  await main.getByRole('link', { name: 'Pubblica un tuo annuncio' }).click()
  await expect(page.getByRole('heading', { name: 'Nuovo annuncio' })).toBeVisible()
})

test('registering leads back to the page that asked for it, says which mail to open, and how to correct the address', {
  tag: '@all',
}, async ({ page, journey }) => {
  await journey.visit('/register?redirect=/pubblica?cerco=trapano')
  const person = aNewAccount()
  await register(page, person)
  await expect(page).toHaveURL('/pubblica?cerco=trapano')
  await expect(page.getByText(`Ti abbiamo inviato un’e-mail a ${person.email}`)).toBeVisible()
  await page.getByRole('link', { name: 'Non è arrivata?' }).click()
  await expect(page.getByText('resta nel carrello')).toHaveCount(0)
  await page.getByRole('link', { name: 'accedi e correggilo' }).click()
  await expect(page).toHaveURL('/signin?redirect=%2Fprofilo%2Fsicurezza')
})
